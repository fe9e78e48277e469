package org.moide.samples.programs.cg;

/**
 * Operations on an ID's parts of vectors. Each operation works in pieces: a method with one small loop is called for
 * each piece. The JVM compiles such a method early, quickly and only once. A long loop in a long method would be
 * compiled twice, the second time late and while it runs. In a run of a second, that would dominate the time.
 */
final class Vectors {
    /**
     * The length of a piece. It is so short that the method is called often enough in the first step to be compiled by
     * the JVM's second compiler, and so long that a call costs little.
     */
    private static final int PIECE = 256;

    private Vectors() {}

    /** Returns left · right. */
    static double product(double[] left, double[] right) {
        double sum = 0.0;
        for (int from = 0; from < left.length; from += PIECE) {
            sum += product(left, right, from, Math.min(left.length, from + PIECE));
        }
        return sum;
    }

    private static double product(double[] left, double[] right, int from, int end) {
        // Four sums: one alone would wait for each addition before the next.
        double a = 0.0;
        double b = 0.0;
        double c = 0.0;
        double d = 0.0;
        int i = from;
        for (; i < end - 3; i += 4) {
            a += left[i] * right[i];
            b += left[i + 1] * right[i + 1];
            c += left[i + 2] * right[i + 2];
            d += left[i + 3] * right[i + 3];
        }
        for (; i < end; i++) {
            a += left[i] * right[i];
        }
        return (a + b) + (c + d);
    }

    /** Computes to = to + scale · from. */
    static void add(double scale, double[] from, double[] to) {
        for (int begin = 0; begin < to.length; begin += PIECE) {
            add(scale, from, to, begin, Math.min(to.length, begin + PIECE));
        }
    }

    private static void add(double scale, double[] from, double[] to, int begin, int end) {
        for (int i = begin; i < end; i++) {
            to[i] += scale * from[i];
        }
    }

    /** Computes to = from + scale · to. */
    static void scaleAndAdd(double scale, double[] to, double[] from) {
        for (int begin = 0; begin < to.length; begin += PIECE) {
            scaleAndAdd(scale, to, from, begin, Math.min(to.length, begin + PIECE));
        }
    }

    private static void scaleAndAdd(double scale, double[] to, double[] from, int begin, int end) {
        for (int i = begin; i < end; i++) {
            to[i] = from[i] + scale * to[i];
        }
    }

    /** Computes to = scale · from. */
    static void scale(double scale, double[] from, double[] to) {
        for (int begin = 0; begin < to.length; begin += PIECE) {
            scale(scale, from, to, begin, Math.min(to.length, begin + PIECE));
        }
    }

    private static void scale(double scale, double[] from, double[] to, int begin, int end) {
        for (int i = begin; i < end; i++) {
            to[i] = scale * from[i];
        }
    }

    /** Computes to = left · right, element by element. */
    static void multiply(double[] left, double[] right, double[] to) {
        for (int begin = 0; begin < to.length; begin += PIECE) {
            multiply(left, right, to, begin, Math.min(to.length, begin + PIECE));
        }
    }

    private static void multiply(double[] left, double[] right, double[] to, int begin, int end) {
        for (int i = begin; i < end; i++) {
            to[i] = left[i] * right[i];
        }
    }
}
