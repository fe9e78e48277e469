package org.moide.coordinator.plan;

import java.util.Locale;

/** Sizes as {@code java -Xmx} takes them: {@code 512m}, {@code 2g}, or a number of bytes. */
public final class MemorySize {
    private MemorySize() {}

    /**
     * Reads a size.
     *
     * @param where the option, for the message
     * @throws PlanException if it is none
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
            // The message below says what was expected.
        }
        throw new PlanException(where + ": expected a size such as 512m or 2g, found '" + text + "'");
    }
}
