package org.moide.samples.programs.matmul;

import java.util.Arrays;

/**
 * Multiplies small matrices on a thread of its own, until the JIT compiler has turned the loop in {@link Blocks}, and
 * the loops of the verification, into vector instructions. Meanwhile the caller reads files or waits for data. Without
 * this warm-up, the first tasks would take a hundred times as long.
 */
final class KernelWarmUp {
    /**
     * The shape of the second matrix in the warm-up: as wide as a block and as high as two blocks, so that the second
     * block adds to the sums of the first.
     */
    private static final Shape SHAPE = new Shape(2 * Blocks.DEPTH, Blocks.WIDTH);

    private static final int ROWS = 64;

    /**
     * The nanoseconds for one multiplication and addition below which the code counts as compiled. Code that is not
     * compiled takes ten times as long.
     */
    private static final double COMPILED_NANOS = 0.2;

    /**
     * The longest time of the warm-up. After it, work begins even if the code is not compiled, as on a slower machine.
     */
    private static final long MOST_NANOS = 400_000_000;

    private final Thread thread = new Thread(KernelWarmUp::multiply, "matmul-warm-up");

    private KernelWarmUp() {}

    static KernelWarmUp begin() {
        KernelWarmUp begun = new KernelWarmUp();
        begun.thread.setDaemon(true);
        begun.thread.start();
        return begun;
    }

    private static void multiply() {
        double[] left = new double[ROWS * SHAPE.rows()];
        double[] right = new double[Math.toIntExact(SHAPE.elements())];
        Arrays.fill(left, 0.5);
        Arrays.fill(right, 0.5);
        Shape first = new Shape(ROWS, SHAPE.rows());
        RowSource rows = RowSource.of(right);
        Blocks blocks = new Blocks(SHAPE, rows);
        double most = COMPILED_NANOS * ROWS * SHAPE.elements();
        long begin = System.nanoTime();
        long last = begin;
        long took = Long.MAX_VALUE;
        while (took > most && last - begin < MOST_NANOS) {
            RowCheck check = RowCheck.SecondMatrix.of(first, SHAPE, rows).check(0, ROWS, left);
            blocks.times(ROWS, left, check.look(0, ROWS));
            long now = System.nanoTime();
            took = now - last;
            last = now;
        }
        Blocks.warmUpPanels();
    }

    /** Blocks until the warm-up is over, or the run ends. */
    void await() {
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
