package org.moide.engine;

/** Numbers that differ by rounding only. */
final class Equivalence {
    /** Far above the difference of sums in another order, far below a mistake. */
    private static final double RELATIVE = 1e-9;

    private Equivalence() {}

    static boolean near(double left, double right) {
        // Equal infinities have no difference, nor have two that are not numbers.
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
