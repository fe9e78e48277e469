package org.moide.samples.text;

import java.nio.charset.StandardCharsets;

/**
 * Reads numbers as they are written in files: decimal, with or without an exponent. Other forms that Java accepts
 * ({@code 2f}, {@code 0x1p3}, {@code NaN}) are not numbers here. Stateless.
 */
public final class Numbers {
    /** The result for a text that is not a whole number. */
    public static final long NONE = Long.MIN_VALUE;

    /** The result for all whole numbers that are larger than this. */
    static final long MOST_WHOLE = Long.MAX_VALUE / 10 - 1;

    /** The most digits with which every whole number can be stored exactly as a double. */
    static final int PLAIN_DIGITS = 15;

    /**
     * The number up to which all whole numbers can be stored exactly as doubles. For such a number, multiplying or
     * dividing by a power of ten rounds only once.
     */
    private static final long MOST_DIGITS = 1L << 53;

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private static final int MOST_EXPONENT = 100_000;
    private static final int NO_MARK = -1;

    private Numbers() {}

    /** Returns the number in a text; NaN if it is not a number, infinite if it is larger than any double. */
    public static double decimal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return decimal(bytes, 0, bytes.length, false);
    }

    /**
     * Returns the number in these bytes, with the result of {@link Double#parseDouble} but some ten times as fast.
     *
     * @param fortran whether {@code D} may also begin the exponent
     * @return NaN if the bytes are not a number, infinite if it is larger than any double
     */
    public static double decimal(byte[] text, int from, int to, boolean fortran) {
        int at = from;
        boolean isNegative = at < to && text[at] == '-';
        if (isNegative || (at < to && text[at] == '+')) {
            at++;
        }
        long digits = 0;
        int count = 0;
        int shift = 0;
        int point = 0;
        boolean exact = true;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                long longer = 10 * digits + digit;
                if (longer <= MOST_DIGITS) {
                    digits = longer;
                    shift -= point;
                } else if (digit == 0) {
                    shift += 1 - point; // a later digit other than 0 does not fit either
                } else {
                    exact = false;
                }
                count++;
            } else if (digit == '.' - '0' && point == 0) {
                point = 1;
            } else {
                break;
            }
        }
        if (count == 0) {
            return Double.NaN;
        }
        int exponent = 0;
        int mark = NO_MARK;
        if (at < to) {
            int letter = text[at] | 0x20;
            if (letter != 'e' && !(fortran && letter == 'd')) {
                return Double.NaN;
            }
            mark = at;
            long read = whole(text, at + 1, to);
            if (read == NONE) {
                return Double.NaN;
            }
            exponent = (int) Math.max(-MOST_EXPONENT, Math.min(MOST_EXPONENT, read));
        }
        int power = shift + exponent;
        if (exact && Math.abs(power) < POWERS.length) {
            double size = power < 0 ? digits / POWERS[-power] : digits * POWERS[power];
            return isNegative ? -size : size;
        }
        return byJava(text, from, to, mark);
    }

    /**
     * Returns the number that consists of these digits, the last {@code fraction} of which are after the decimal point.
     */
    static double plain(long digits, int fraction) {
        return digits / POWERS[fraction];
    }

    private static double byJava(byte[] text, int from, int to, int mark) {
        String plain = new String(text, from, to - from, StandardCharsets.ISO_8859_1);
        return Double.parseDouble(
                mark == NO_MARK ? plain : plain.substring(0, mark - from) + 'e' + plain.substring(mark - from + 1));
    }

    /** Returns the whole number in a text; {@link #NONE} if it is not one. */
    public static long whole(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return whole(bytes, 0, bytes.length);
    }

    /**
     * Returns the whole number in these bytes, with or without a sign.
     *
     * @return {@link #NONE} if the bytes are not a whole number; for a number beyond ±10^18, some number beyond ±10^18
     */
    public static long whole(byte[] text, int from, int to) {
        boolean isNegative = from < to && text[from] == '-';
        int begin = isNegative || (from < to && text[from] == '+') ? from + 1 : from;
        if (begin == to) {
            return NONE;
        }
        long value = 0;
        for (int at = begin; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = Math.min(10 * value + digit, MOST_WHOLE);
        }
        return isNegative ? -value : value;
    }
}
