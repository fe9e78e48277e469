package org.moide.coordinator.selection;

import java.util.ArrayList;
import java.util.List;
import org.moide.engine.control.EngineHost;
import org.moide.engine.worker.HostPattern;

/**
 * The conditions that a host must meet to get engines of a run. They do not apply to the engine in this JVM.
 *
 * @param minMemoryBytes the least memory that the host's machine or container must have, in bytes; 0 for any
 * @param labels patterns of labels, each of which must match a label of the host; {@code *} stands for any text
 * @param excluded patterns of hosts or daemons that must not be used; {@code *} stands for any text
 */
public record Constraints(long minMemoryBytes, List<String> labels, List<String> excluded) {
    /** The constraints without any condition, which every host meets. */
    public static final Constraints NONE = new Constraints(0, List.of(), List.of());

    public Constraints {
        labels = List.copyOf(labels);
        excluded = List.copyOf(excluded);
    }

    /** Returns the condition that a host does not meet, in words; empty if the host meets all. */
    public String whyNot(Candidate host) {
        for (String pattern : excluded) {
            if (isNamed(pattern, host)) {
                return "--exclude " + pattern;
            }
        }
        for (String pattern : labels) {
            if (host.labels().stream().noneMatch(label -> HostPattern.matches(pattern, label))) {
                return "--label " + pattern + ": the host has "
                        + (host.labels().isEmpty() ? "no labels" : String.join(", ", host.labels()));
            }
        }
        if (host.memoryBytes() < minMemoryBytes) {
            return "--min-memory " + EngineHost.gibibytes(minMemoryBytes) + ": the host has "
                    + EngineHost.gibibytes(host.memoryBytes());
        }
        return "";
    }

    /** Returns the conditions in the form of the command's options. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (minMemoryBytes > 0) {
            words.add("--min-memory " + EngineHost.gibibytes(minMemoryBytes));
        }
        labels.forEach(label -> words.add("--label " + label));
        excluded.forEach(name -> words.add("--exclude " + name));
        return String.join(" ", words);
    }

    /** Returns whether a pattern matches the name of a host or the address of its daemon. */
    public static boolean isNamed(String pattern, Candidate host) {
        return HostPattern.fits(pattern, host.host()) || isDaemon(pattern, host.daemon());
    }

    /**
     * Returns whether a pattern matches a daemon's address. A name without a port, such as {@code node1}, also matches
     * {@code node1:7100}.
     */
    private static boolean isDaemon(String pattern, String daemon) {
        int colon = daemon.lastIndexOf(':');
        return HostPattern.matches(pattern, daemon)
                || (colon > 0 && HostPattern.fits(pattern, daemon.substring(0, colon)));
    }
}
