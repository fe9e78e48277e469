package org.moide.coordinator.plan;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as users write them, such as {@code 90s} or {@code 2m}. */
public final class TimeSpan {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?) ?(ms|s|m|min|h)?");

    private TimeSpan() {}

    /**
     * Reads a duration and returns its seconds: {@code 90}, {@code 90s}, {@code 2m}, {@code 1h}; 0 for {@code 0} or
     * {@code off}.
     *
     * @param option the option whose value is read, for the error
     * @throws PlanException if the text is no duration
     */
    public static double seconds(String option, String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (word.equals("off")) {
            return 0;
        }
        Matcher time = TIME.matcher(word);
        if (!time.matches()) {
            throw new PlanException(option + ": expected a time such as 60, 90s or 2m, or off, found '" + text + "'");
        }
        double number = Double.parseDouble(time.group(1));
        return number
                * switch (time.group(2) == null ? "s" : time.group(2)) {
                    case "ms" -> 1e-3;
                    case "m", "min" -> 60;
                    case "h" -> 3600;
                    default -> 1;
                };
    }
}
