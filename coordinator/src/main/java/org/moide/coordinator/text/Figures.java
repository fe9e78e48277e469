package org.moide.coordinator.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them; always with a point, whatever the country. */
public final class Figures {
    private static final int RESULT_DIGITS = 10;
    private static final int FLOAT_DIGITS = 7;
    /** Of numbers with an exponent, mostly errors. */
    private static final int SMALL_DIGITS = 4;

    private static final double LEAST_PLAIN = 1e-4;
    private static final double MOST_PLAIN = 1e15;
    private static final double NO_FRACTION = 1e6;
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

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

    /** A short time: 12.3 ms. */
    public static String milliseconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f ms", 1000 * seconds);
    }

    /** A time as it was set: 3 s, 0.3 s. */
    public static String span(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
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

    /** As {@link #bytes}, without digits that are none: 8 B, 64 KiB, 8 MiB. */
    public static String size(long bytes) {
        return bytes(bytes).replace(".0 ", " ");
    }

    /** Three digits that mean something: 0.123, 12.3, 1,230. */
    public static String number(double value) {
        double size = Math.abs(value);
        if (size >= 100 || value == 0) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
    }

    /**
     * A result, in the digits that mean something to a reader; all that there are stand in {@code run.json}. Whole numbers as
     * they are, others with up to ten digits, below a million with its fraction, and with an exponent only where there would be
     * many zeros.
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
            return Double.toString(
                    new BigDecimal(number).round(new MathContext(SMALL_DIGITS)).doubleValue());
        }
        int digits = value instanceof Float ? FLOAT_DIGITS : RESULT_DIGITS;
        BigDecimal rounded = size >= NO_FRACTION
                ? new BigDecimal(number).setScale(0, RoundingMode.HALF_EVEN)
                : new BigDecimal(number).round(new MathContext(digits));
        String text = rounded.toPlainString();
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
