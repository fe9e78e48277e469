package org.moide.samples.bench.graph;

/**
 * The computation of a task, as Task Bench's compute-bound kernel does it: an iteration is a = a·a + a for each of 64
 * numbers, which stay small. The same work in each task, from registers and the first cache.
 */
final class Kernel {
    private static final int NUMBERS = 64;

    private final double[] numbers = new double[NUMBERS];
    private double sum;

    /**
     * Computes one number after the other, so that an iteration takes some ten nanoseconds on every processor of today.
     */
    void compute(long iterations) {
        double[] a = numbers;
        for (int i = 0; i < NUMBERS; i++) {
            a[i] = 1e-9 * i;
        }
        for (long iteration = 0; iteration < iterations; iteration++) {
            pass(a);
        }
        sum += a[NUMBERS - 1];
    }

    private static void pass(double[] a) {
        for (int i = 0; i < NUMBERS; i++) {
            a[i] = a[i] * a[i] + a[i];
        }
    }

    /** The sum of all that was computed, so that nothing of it is left out. */
    double sum() {
        return sum;
    }
}
