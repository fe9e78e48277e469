package org.moide.samples.bench.graph;

/**
 * The computation of a task, like Task Bench's compute-bound kernel: an iteration computes a = a·a + a for each of 64
 * numbers, which stay small. Each task does the same work, and needs only registers and the first-level cache.
 */
final class Kernel {
    private static final int NUMBERS = 64;

    private final double[] numbers = new double[NUMBERS];
    private double sum;

    /**
     * Runs iterations of the kernel. The numbers are computed one after the other, so that an iteration takes some ten
     * nanoseconds on current processors.
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

    /** Returns the sum of all computed numbers, so that the compiler cannot remove the computation. */
    double sum() {
        return sum;
    }
}
