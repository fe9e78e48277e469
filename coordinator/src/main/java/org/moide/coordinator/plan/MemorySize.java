package org.moide.coordinator.plan;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.Locale;

/**
 * Reads and writes sizes of memory in the form of {@code java -Xmx}: {@code 512m}, {@code 2g} or a number of bytes.
 * Also returns the size of this machine's memory.
 */
public final class MemorySize {
    private MemorySize() {}

    /** Returns a size in the form that {@link #bytes} reads. */
    public static String text(long bytes) {
        String units = "kmgt";
        long count = bytes;
        int unit = -1;
        while (unit + 1 < units.length() && count > 0 && count % 1024 == 0) {
            count /= 1024;
            unit++;
        }
        return count + (unit < 0 ? "" : units.substring(unit, unit + 1));
    }

    /** Returns the size of this machine's memory, or of its container's limit, in bytes. */
    public static long ofThisMachine() {
        return Here.BYTES;
    }

    /**
     * Holds the size of this machine's memory. It is a class of its own so that the size is found out only when it is
     * needed: in a container that means reading files.
     */
    private static final class Here {
        private static final long BYTES = bytes();

        private static long bytes() {
            OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
            return system instanceof com.sun.management.OperatingSystemMXBean known
                    ? known.getTotalMemorySize()
                    : Runtime.getRuntime().maxMemory();
        }
    }

    /**
     * Returns a size in bytes.
     *
     * @param where the option that has the text, for the error
     * @throws PlanException if the text is no size
     */
    public static long bytes(String where, String text) {
        String digits = text.toLowerCase(Locale.ROOT);
        int shift = 0;
        if (!digits.isEmpty()) {
            shift = switch (digits.charAt(digits.length() - 1)) {
                case 'k' -> 10;
                case 'm' -> 20;
                case 'g' -> 30;
                case 't' -> 40;
                default -> 0;
            };
        }
        if (shift > 0) {
            digits = digits.substring(0, digits.length() - 1);
        }
        try {
            long count = Long.parseLong(digits);
            if (count > 0 && count <= Long.MAX_VALUE >> shift) {
                return count << shift;
            }
        } catch (NumberFormatException notANumber) {
            // The error below says what was expected.
        }
        throw new PlanException(where + ": expected a size such as 512m or 2g, found '" + text + "'");
    }
}
