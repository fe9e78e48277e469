package org.moide.engine;

/** Compares floating-point numbers that may differ by rounding. */
final class Equivalence {
    /**
     * The largest relative difference at which two numbers count as equal. Sums of the same numbers in different orders
     * differ by far less; results of which one is wrong differ by far more.
     */
    private static final double RELATIVE = 1e-9;

    private Equivalence() {}

    static boolean near(double left, double right) {
        // The difference of equal infinities, or of two NaNs, is NaN, so they are compared first.
        return Double.compare(left, right) == 0
                || Math.abs(left - right) <= RELATIVE * Math.max(Math.abs(left), Math.abs(right));
    }

    static boolean near(double[] left, double[] right) {
        boolean near = left.length == right.length;
        for (int index = 0; near && index < left.length; index++) {
            near = near(left[index], right[index]);
        }
        return near;
    }
}
