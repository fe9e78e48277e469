package org.moide.monitor.power;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.moide.commlib.security.OwnerOnly;

/**
 * The file of measured powers, one per line: million kernel rounds per second of one processor, host, CPU model, JVM,
 * separated by tabs. Malformed lines are dropped. Several processes may use the file at once: it is replaced as a
 * whole, and an entry that is lost between two writers is measured again.
 */
public final class PowerFile {
    /**
     * The greatest number of lines: a shared home folder may contain the powers of many hosts. Beyond this, the oldest
     * are dropped.
     */
    private static final int MOST_LINES = 1_000;

    private final Path file;

    public PowerFile(Path file) {
        this.file = file;
    }

    /** Returns the power of one processor; empty if it was never measured or the file cannot be read. */
    public OptionalDouble load(PowerKey key) {
        Double power = read().get(key.line());
        return power == null ? OptionalDouble.empty() : OptionalDouble.of(power);
    }

    /**
     * Writes the measured power of one processor to the file.
     *
     * @throws IOException if the file cannot be written; the caller can continue without
     */
    public void store(PowerKey key, double power) throws IOException {
        Map<String, Double> powers = read();
        powers.remove(key.line());
        powers.put(key.line(), power);
        StringBuilder text = new StringBuilder();
        int skip = Math.max(0, powers.size() - MOST_LINES);
        for (Map.Entry<String, Double> entry : powers.entrySet()) {
            if (skip-- <= 0) {
                text.append(entry.getValue())
                        .append('\t')
                        .append(entry.getKey())
                        .append('\n');
            }
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            OwnerOnly.makeFolder(folder);
        }
        Path fresh = Files.createTempFile(folder, file.getFileName().toString(), ".new");
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /**
     * Returns the power index that one processor of this host had in the latest measurement, for any CPU model; empty
     * as for {@link #load}. For callers to whom reading the CPU model would be too slow.
     */
    public OptionalDouble lastPower(String hostName, String jvm) {
        OptionalDouble last = OptionalDouble.empty();
        for (Map.Entry<String, Double> entry : read().entrySet()) {
            if (PowerKey.isOf(entry.getKey(), hostName, jvm)) {
                last = OptionalDouble.of(entry.getValue() / PowerKernel.ROUNDS_OF_ONE);
            }
        }
        return last;
    }

    private Map<String, Double> read() {
        Map<String, Double> powers = new LinkedHashMap<>();
        String text;
        try {
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException none) {
            return powers;
        }
        for (String line : text.split("\n", -1)) {
            int tab = line.indexOf('\t');
            double power = tab < 0 ? Double.NaN : number(line.substring(0, tab));
            if (power > 0 && !Double.isInfinite(power)) {
                powers.put(line.substring(tab + 1), power);
            }
        }
        return powers;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notOne) {
            return Double.NaN;
        }
    }
}
