package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The properties of an engine's host that directives of workers can refer to. Immutable.
 *
 * @param name the host's name
 * @param labels the host's labels, such as {@code gpu}, {@code rack=7}
 * @param heapBytes the maximum heap size of the engine's JVM
 */
public record EngineHost(String name, List<String> labels, long heapBytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The greatest number of labels of a host. All labels are sent to every engine of a run. */
    public static final int MOST_LABELS = 32;

    /** The greatest length of a host's name, which is the limit of the domain name system. */
    public static final int MOST_CHARACTERS = 255;

    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9._/-]{1,100}(=[A-Za-z0-9._/-]{0,100})?");

    public EngineHost {
        if (name.isEmpty() || name.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("expected a host's name of 1 to " + MOST_CHARACTERS
                    + " characters, found " + name.length() + " characters");
        }
        if (labels.size() > MOST_LABELS) {
            throw new IllegalArgumentException(
                    "host " + name + ": expected at most " + MOST_LABELS + " labels, found " + labels.size());
        }
        labels = List.copyOf(labels);
        for (String label : labels) {
            if (!isLabel(label)) {
                throw new IllegalArgumentException("host " + name + ": expected a label such as gpu or rack=7, found '"
                        + label.substring(0, Math.min(label.length(), MOST_CHARACTERS)) + "'");
            }
        }
        if (heapBytes < 1) {
            throw new IllegalArgumentException("host " + name + ": expected some memory, found " + heapBytes);
        }
    }

    /** Returns a host without labels, with the maximum heap size of this JVM. */
    public static EngineHost ofThisJvm(String name) {
        return ofThisJvm(name, List.of());
    }

    /** Returns a host with labels, with the maximum heap size of this JVM. */
    public static EngineHost ofThisJvm(String name, List<String> labels) {
        return new EngineHost(
                name.substring(0, Math.min(name.length(), MOST_CHARACTERS)),
                labels,
                Runtime.getRuntime().maxMemory());
    }

    /** Returns whether a text is a valid label: letters, digits, {@code . _ / -}, and at most one {@code =}. */
    public static boolean isLabel(String text) {
        return LABEL.matcher(text).matches();
    }

    /** Returns a text such as {@code node7 (gpu, rack=7; 3.9 GiB)}. */
    @Override
    public String toString() {
        return name + " (" + (labels.isEmpty() ? "no labels" : String.join(", ", labels)) + "; " + gibibytes(heapBytes)
                + ")";
    }

    /** Formats a number of bytes in MiB or GiB. */
    public static String gibibytes(long bytes) {
        return bytes >= 1L << 30
                ? String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30))
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1L << 20));
    }
}
