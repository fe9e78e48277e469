package org.moide.coordinator.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/**
 * Formats numbers for people, with a decimal point in every country. Only {@link #exactlyRounded} uses
 * {@code BigDecimal}: JDK 25 needs 20 to 50 ms to initialise that class, which would delay the end of each command.
 */
public final class Figures {
    private static final int RESULT_DIGITS = 10;
    private static final int FLOAT_DIGITS = 7;
    /**
     * The number of digits of a number that is printed with an exponent. Few suffice, since such small numbers are
     * mostly errors of a computation.
     */
    private static final int SMALL_DIGITS = 4;
    /**
     * How near to the middle between two rounded results a number may be before the shortest digits of it, as
     * {@code Double.toString} prints them, may be rounded to the wrong one.
     */
    private static final double HALF_WAY = 1e-9;

    private static final double LEAST_PLAIN = 1e-4;
    private static final double MOST_PLAIN = 1e15;
    private static final double NO_FRACTION = 1e6;
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    /** The length from which on an estimated time is given in minutes, and no longer in seconds. */
    private static final double ROUGH_SECONDS = 100;

    /** The length from which on an estimated time is given in hours, and no longer in minutes. */
    private static final double ROUGH_MINUTES = 100;

    private Figures() {}

    public static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * fraction);
    }

    public static String seconds(double seconds) {
        if (seconds < 100) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d h", whole / 3600, whole / 60 % 60, whole % 60);
    }

    /** Returns an estimated time in one unit, such as "40 s", "4 min" or "2.5 h". */
    public static String rough(double seconds) {
        if (seconds < ROUGH_SECONDS) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        double minutes = seconds / 60;
        return minutes < ROUGH_MINUTES
                ? String.format(Locale.ROOT, "%.0f min", minutes)
                : String.format(Locale.ROOT, "%.1f h", minutes / 60);
    }

    /** Returns a short time in milliseconds, such as "12.3 ms". */
    public static String milliseconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f ms", 1000 * seconds);
    }

    /** Returns a time as the user set it, such as "3 s" or "0.3 s". */
    public static String span(Duration time) {
        return plain(time.toMillis(), 3) + " s";
    }

    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, BYTE_UNITS[unit]);
    }

    /** Returns a number of bytes like {@link #bytes}, but without a fraction if that is 0: "8 B", "64 KiB", "8 MiB". */
    public static String size(long bytes) {
        return bytes(bytes).replace(".0 ", " ");
    }

    /** Returns a number with about three significant digits, such as "0.12", "12.3" or "1,230". */
    public static String number(double value) {
        double size = Math.abs(value);
        if (size >= 100 || value == 0) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
    }

    /**
     * Returns an application's result with the digits that help a reader; {@code run.json} has all digits. A whole
     * number stays as it is. Another number has up to ten digits. It has an exponent only if it would have many zeros
     * otherwise.
     */
    public static String result(Object value) {
        if (!(value instanceof Double || value instanceof Float)) {
            return String.valueOf(value);
        }
        double number = ((Number) value).doubleValue();
        double size = Math.abs(number);
        if (!Double.isFinite(number) || number == 0) {
            return number == 0 ? "0" : Double.toString(number);
        }
        if (size < LEAST_PLAIN || size >= MOST_PLAIN) {
            return Double.toString(withExponent(number));
        }
        if (size >= NO_FRACTION) {
            return Long.toString((long) Math.rint(number));
        }
        String text = withFraction(size, value instanceof Float ? FLOAT_DIGITS : RESULT_DIGITS);
        return number < 0 ? "-" + text : text;
    }

    /** Returns a number between 0.0001 and a million, rounded half up to this number of digits. */
    private static String withFraction(double number, int digits) {
        double least = Math.pow(10, digits - 1);
        int places = 0;
        double power = 1; // exact, like every power up to 1e22
        while (number * power < least) {
            power *= 10;
            places++;
        }
        long rounded = Math.round(number * power);
        // The product may have been rounded up to the middle, but never down past it, since the middle is exact. A
        // fused multiply-add returns the sign of the exact difference.
        if (Math.fma(number, power, -(rounded - 0.5)) < 0) {
            rounded--;
        }
        return plain(rounded, places);
    }

    /**
     * Returns a decimal number as text, without zeros at the end of its fraction.
     *
     * @param number the number without its decimal point
     * @param places how many of the last digits of {@code number} are the fraction
     */
    private static String plain(long number, int places) {
        long left = number;
        int behind = places;
        while (behind > 0 && left % 10 == 0) {
            left /= 10;
            behind--;
        }
        String digits = Long.toString(Math.abs(left));
        String padded = "0".repeat(Math.max(0, behind + 1 - digits.length())) + digits;
        int point = padded.length() - behind;
        return (left < 0 ? "-" : "") + padded.substring(0, point) + (behind > 0 ? "." + padded.substring(point) : "");
    }

    /**
     * Returns the nearest number with at most {@code SMALL_DIGITS} digits. Of two equally near numbers it returns the
     * one further from 0.
     */
    private static double withExponent(double number) {
        String text = Double.toString(number); // always has an exponent here
        int mark = text.indexOf('E');
        double digits = Double.parseDouble(text.substring(0, mark)) * Math.pow(10, SMALL_DIGITS - 1);
        double rounded = Math.rint(digits);
        boolean isBetween = Math.abs(Math.abs(digits - rounded) - 0.5) < HALF_WAY;
        if (isBetween || Math.abs(number) < Double.MIN_NORMAL) {
            return exactlyRounded(number); // the printed digits do not tell on which side of the middle the number is
        }
        int exponent = Integer.parseInt(text.substring(mark + 1)) - (SMALL_DIGITS - 1);
        return Double.parseDouble((long) rounded + "E" + exponent);
    }

    private static double exactlyRounded(double number) {
        return new BigDecimal(number).round(new MathContext(SMALL_DIGITS)).doubleValue();
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
