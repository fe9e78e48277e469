package org.moide.samples.programs.raytrace;

import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.trace.Tracer;
import org.moide.samples.programs.raytrace.trace.World;

/**
 * Computes blocks from all over a picture for some time and discards them, so that the JIT compiler compiles the code.
 */
final class WarmUp {
    /**
     * The distance from one block to the next as a fraction of the picture: the fractional part of the golden ratio, so
     * that blocks are spread evenly.
     */
    private static final double STEP = 0.6180339887498949;

    private WarmUp() {}

    /** Computes blocks with this number of threads for this time, and waits for the threads' end. */
    static void run(World world, Settings settings, int side, int threads, long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000L;
        Thread[] all = new Thread[threads];
        for (int number = 0; number < threads; number++) {
            double first = number / (double) threads;
            all[number] = new Thread(() -> blocks(world, settings, side, first, until), "warm-up-" + number);
            all[number].setDaemon(true);
            all[number].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
    }

    private static void blocks(World world, Settings settings, int side, double first, long until) {
        Tracer tracer = new Tracer(world);
        int columns = (settings.width() + side - 1) / side;
        int rows = (settings.height() + side - 1) / side;
        for (double place = first; System.nanoTime() < until; place = (place + STEP) % 1) {
            int block = (int) (place * columns * rows);
            int x = block % columns * side;
            int y = block / columns * side;
            tracer.block(x, y, Math.min(side, settings.width() - x), Math.min(side, settings.height() - y));
        }
    }
}
