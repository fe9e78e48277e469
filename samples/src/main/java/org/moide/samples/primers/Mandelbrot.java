package org.moide.samples.primers;

import java.io.IOException;
import java.io.Serializable;
import java.util.Set;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;
import org.moide.samples.picture.Palette;
import org.moide.samples.picture.PictureFile;

/**
 * Tasks and subtasks (MOIDE, §3.3), in cooperative mode: the picture is cut into bands, which lie in the global pool. A thread that
 * has nothing to do looks first for a row in its engine's own queue ({@link ComputeThread#getSubtask}); else it takes a band from the
 * pool ({@link ComputeThread#getTask}) and puts the band's rows into that queue, where the other threads of its engine find them. So
 * bands go where there is time, and an engine's threads work on one band together; some rows of a band take a hundred times as
 * long as others.
 *
 * <p>Reports {@code iterations} (of all points, the same on any number of engines and threads), {@code helped} (rows that another
 * thread computed than the one that took their band) and {@code picture}.
 */
public final class Mandelbrot implements Application {
    private static final Set<String> OPTIONS = Set.of("--size", "--bands", "--limit", PictureFile.OPTION);
    private static final double WEST = -2.2;
    private static final double NORTH = 1.5;
    private static final double SIDE = 3.0;
    private static final double IN_THE_SET = 0.0;
    /** Of all that are not. */
    private static final double DARKEST = 1e-3;
    /** Iterations beyond the circle, after which it hardly matters where that was. */
    private static final int FURTHER = 4;

    /** A row of the picture, and who took the band that it is of. */
    private record Row(int row, int takenBy) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public Mode mode() {
        return Mode.COOPERATIVE;
    }

    @Override
    public String summary() {
        return "the Mandelbrot set: engines take bands from the global pool, their threads rows of these";
    }

    @Override
    public String usage() {
        return """
            --size n    points in a row and a column; default 600
            --bands n   tasks; default 24
            --limit n   iterations after which a point belongs to the set; default 1000
            --picture file   the PNG; default mandelbrot.png; none: no picture""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        int size = size(arguments);
        if (bands(arguments) > size) {
            throw new UsageException(
                    "--bands: expected at most as many as --size, " + size + ", found " + bands(arguments));
        }
        limit(arguments);
        picture(arguments).check();
    }

    private static int size(Arguments arguments) {
        return arguments.count("--size", 600, 2, 4000);
    }

    private static int bands(Arguments arguments) {
        return arguments.count("--bands", 24, 1, 4000);
    }

    private static int limit(Arguments arguments) {
        return arguments.count("--limit", 1000, 1, 1_000_000);
    }

    private static PictureFile picture(Arguments arguments) {
        return PictureFile.of(arguments, "mandelbrot.png");
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        // There is nothing to go on from: when an engine is lost or changed all bands are computed anew.
        self.restore(() -> 0, (all, any) -> 0);
        int size = size(self.arguments());
        int bands = bands(self.arguments());
        if (self.id() == 0) {
            for (int band = 0; band < bands; band++) {
                self.putTask(band);
            }
        }
        double[] tones = new double[size * size]; // of the rows that this thread computes
        long[] counts = new long[3]; // rows, of these the bands of others, iterations
        boolean more = true;
        while (more) {
            if (self.getSubtask() instanceof Row row) {
                counts[2] += compute(row.row, size, limit(self.arguments()), tones);
                counts[0]++;
                counts[1] += row.takenBy == self.id() ? 0 : 1;
            } else if (self.getTask() instanceof Integer band) {
                int end = (int) ((long) (band + 1) * size / bands);
                for (int row = (int) ((long) band * size / bands); row < end; row++) {
                    self.putSubtask(new Row(row, self.id()));
                }
            } else {
                more = false;
            }
        }
        finish(self, tones, counts);
    }

    /** @return iterations of all points of the row */
    private static long compute(int row, int size, int limit, double[] tones) {
        double y = NORTH - SIDE * row / size;
        long iterations = 0;
        for (int column = 0; column < size; column++) {
            double x = WEST + SIDE * column / size;
            double real = 0;
            double imaginary = 0;
            int step = 0;
            while (step < limit && real * real + imaginary * imaginary <= 4) {
                double next = real * real - imaginary * imaginary + x;
                imaginary = 2 * real * imaginary + y;
                real = next;
                step++;
            }
            iterations += step;
            tones[row * size + column] = step < limit ? tone(step, limit, real, imaginary, x, y) : IN_THE_SET;
        }
        return iterations;
    }

    /** Goes up evenly where the number of iterations does in steps: how far beyond the circle the last one came counts too. */
    private static double tone(int step, int limit, double fromReal, double fromImaginary, double x, double y) {
        double real = fromReal;
        double imaginary = fromImaginary;
        for (int more = 0; more < FURTHER; more++) {
            double next = real * real - imaginary * imaginary + x;
            imaginary = 2 * real * imaginary + y;
            real = next;
        }
        double beyond = Math.log(Math.log(real * real + imaginary * imaginary) / Math.log(4)) / Math.log(2);
        double evenly = step + FURTHER + 1 - beyond;
        return Math.max(DARKEST, Math.log(evenly) / Math.log(limit + FURTHER + 1.0));
    }

    /** Every point was computed by one thread, and is 0 at all others. */
    private static void finish(ComputeThread self, double[] tones, long[] counts) throws IOException {
        self.comm().allReduce(tones, Reduction.SUM);
        long rows = self.comm().allReduce(counts[0], Reduction.SUM);
        long helped = self.comm().allReduce(counts[1], Reduction.SUM);
        long iterations = self.comm().allReduce(counts[2], Reduction.SUM);
        int size = size(self.arguments());
        if (rows != size) {
            throw new IllegalStateException("expected " + size + " rows, each once, found " + rows);
        }
        if (self.id() != 0) {
            return;
        }
        self.report().put("iterations", iterations);
        self.report().put("helped", helped);
        PictureFile picture = picture(self.arguments());
        if (picture.isWanted()) {
            picture.write(size, size, drawn(tones, size));
        }
        picture.tell(self.report());
    }

    private static byte[] drawn(double[] tones, int size) {
        byte[] rgb = new byte[3 * tones.length];
        for (int point = 0; point < tones.length; point++) {
            if (tones[point] != IN_THE_SET) { // which is black
                Palette.LIGHT.write(tones[point], point % size, point / size, rgb, 3 * point);
            }
        }
        return rgb;
    }
}
