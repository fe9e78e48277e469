package org.moide.samples.primers;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;
import org.moide.samples.picture.Palette;
import org.moide.samples.picture.PictureFile;

/**
 * Tasks and subtasks (MOIDE, §3.3), in cooperative mode. The picture is divided into bands of rows. The bands are the
 * tasks, in the global pool. An idle thread first looks for a row in its engine's own queue ({@link
 * ComputeThread#getSubtask}). If there is none, it takes a band from the pool ({@link ComputeThread#getTask}) and
 * offers the band's rows ({@link ComputeThread#lendSubtask}) to the other threads of its engine and to an assistant of
 * the engine. So idle engines get bands, and the threads of an engine work together on one band; some rows of a band
 * take a hundred times as long as others.
 *
 * <p>The bands are computed in passes. Between two passes is a safe point, at which engines may be added or removed, or
 * get an assistant.
 *
 * <p>Reports {@code iterations} (of all points, the same on any number of engines and threads), {@code helped} (the
 * number of rows that were not computed by the thread that took their band), {@code lent} (how many of these rows
 * another engine computed) and {@code picture}.
 */
public final class Mandelbrot implements Application {
    private static final Set<String> OPTIONS = Set.of("--size", "--bands", "--passes", "--limit", PictureFile.OPTION);
    private static final double WEST = -2.2;
    private static final double NORTH = 1.5;
    private static final double SIDE = 3.0;
    private static final double IN_THE_SET = 0.0;
    /** The brightness of the darkest point that is not black. */
    private static final double DARKEST = 1e-3;
    /**
     * The number of iterations that are added after a point has left the circle. After these, it hardly matters at
     * which place the point left the circle.
     */
    private static final int FURTHER = 4;

    /**
     * A row of the picture.
     *
     * @param takenBy the ID that took the band to which the row belongs
     * @param engine the engine of that ID
     */
    private record Row(int row, int takenBy, int engine) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** The points that one thread has computed; all other points are 0. Each point is computed by one thread only. */
    private static final class Share implements Serializable {
        private static final long serialVersionUID = 1L;

        private int passes;
        private long rows;
        private long helped;
        private long lent;
        private long iterations;
        private final double[] tones;

        Share(int size) {
            tones = new double[size * size];
        }

        /**
         * Returns the share with which a thread continues after the number of threads has changed: ID 0 gets the shares
         * of all, the others get nothing.
         */
        static Share of(List<Share> all, ComputeThread self) {
            Share first = all.get(0);
            if (self.id() != 0) {
                Share empty = new Share(size(self.arguments()));
                empty.passes = first.passes;
                return empty;
            }
            for (int id = 1; id < all.size(); id++) {
                first.add(all.get(id));
            }
            return first;
        }

        private void add(Share other) {
            rows += other.rows;
            helped += other.helped;
            lent += other.lent;
            iterations += other.iterations;
            for (int point = 0; point < tones.length; point++) {
                tones[point] += other.tones[point];
            }
        }
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
            --passes n  in how many parts they come, with a safe point between two; default 4, or as many as bands
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
        passes(arguments);
        limit(arguments);
        picture(arguments).check();
    }

    private static int size(Arguments arguments) {
        return arguments.count("--size", 600, 2, 4000);
    }

    private static int bands(Arguments arguments) {
        return arguments.count("--bands", 24, 1, 4000);
    }

    private static int passes(Arguments arguments) {
        int bands = bands(arguments);
        return arguments.count("--passes", Math.min(4, bands), 1, bands);
    }

    private static int limit(Arguments arguments) {
        return arguments.count("--limit", 1000, 1, 1_000_000);
    }

    private static PictureFile picture(Arguments arguments) {
        return PictureFile.of(arguments, "mandelbrot.png");
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        Share mine = self.restore(() -> new Share(size(self.arguments())), Share::of);
        int passes = passes(self.arguments());
        while (mine.passes < passes) {
            putBands(self, mine.passes, passes);
            doTasks(self, mine);
            mine.passes++;
            if (mine.passes < passes) {
                self.checkpoint(() -> mine);
            }
        }
        finish(self, mine);
    }

    private static void putBands(ComputeThread self, int pass, int passes) {
        int bands = self.id() == 0 ? bands(self.arguments()) : 0;
        for (int band = part(bands, pass, passes); band < part(bands, pass + 1, passes); band++) {
            self.putTask(band);
        }
    }

    /**
     * Returns the index at which part number {@code part} begins if {@code all} elements are divided into {@code parts}
     * parts.
     */
    private static int part(int all, int part, int parts) {
        return (int) ((long) all * part / parts);
    }

    private static void doTasks(ComputeThread self, Share mine) {
        int size = size(self.arguments());
        int limit = limit(self.arguments());
        Serializable next = next(self);
        while (next != null) {
            if (next instanceof Row row) {
                mine.iterations += compute(row.row, size, limit, mine.tones);
                mine.rows++;
                mine.helped += row.takenBy == self.id() ? 0 : 1;
                mine.lent += row.engine == self.engine() ? 0 : 1;
            } else if (next instanceof Integer band) {
                int bands = bands(self.arguments());
                for (int row = part(size, band, bands); row < part(size, band + 1, bands); row++) {
                    self.lendSubtask(new Row(row, self.id(), self.engine()));
                }
            }
            next = next(self);
        }
    }

    /**
     * Returns the next work for a thread: a subtask of its engine, or else a task or a lent subtask from the pool; null
     * if all is done.
     */
    private static @Nullable Serializable next(ComputeThread self) {
        Serializable subtask = self.getSubtask();
        return subtask == null ? self.getTask() : subtask;
    }

    /**
     * Computes the brightness of a row's points. It iterates two points at a time, since the processor can compute one
     * while it waits for the results of the other. As soon as one has left the circle, each is finished by itself.
     *
     * @return the sum of the iterations of all points of the row
     */
    private static long compute(int row, int size, int limit, double[] tones) {
        double y = NORTH - SIDE * row / size;
        long iterations = 0;
        for (int column = 0; column < size; column += 2) {
            double x1 = WEST + SIDE * column / size;
            double x2 = WEST + SIDE * (column + 1) / size;
            double real1 = 0;
            double real2 = 0;
            double imaginary1 = 0;
            double imaginary2 = 0;
            int step = 0;
            while (step < limit
                    && real1 * real1 + imaginary1 * imaginary1 <= 4
                    && real2 * real2 + imaginary2 * imaginary2 <= 4) {
                double next1 = real1 * real1 - imaginary1 * imaginary1 + x1;
                double next2 = real2 * real2 - imaginary2 * imaginary2 + x2;
                imaginary1 = 2 * real1 * imaginary1 + y;
                imaginary2 = 2 * real2 * imaginary2 + y;
                real1 = next1;
                real2 = next2;
                step++;
            }
            int point = row * size + column;
            iterations += finish(step, limit, real1, imaginary1, x1, y, tones, point);
            if (column + 1 < size) {
                iterations += finish(step, limit, real2, imaginary2, x2, y, tones, point + 1);
            }
        }
        return iterations;
    }

    /**
     * Iterates a point from where it is after some iterations, and notes its brightness.
     *
     * @return all its iterations
     */
    private static int finish(
            int from, int limit, double fromReal, double fromImaginary, double x, double y, double[] tones, int point) {
        double real = fromReal;
        double imaginary = fromImaginary;
        int step = from;
        while (step < limit && real * real + imaginary * imaginary <= 4) {
            double next = real * real - imaginary * imaginary + x;
            imaginary = 2 * real * imaginary + y;
            real = next;
            step++;
        }
        tones[point] = step < limit ? tone(step, limit, real, imaginary, x, y) : IN_THE_SET;
        return step;
    }

    /**
     * Returns the brightness of a point. The brightness has no steps, although the number of iterations is whole,
     * because it also depends on how far from the circle the point is after the last iteration.
     */
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

    /**
     * Adds up the shares of all threads, which gives the whole picture, because each point is 0 in all shares but one.
     * Then reports and writes the picture.
     */
    private static void finish(ComputeThread self, Share mine) throws IOException {
        double[] tones = mine.tones;
        self.comm().allReduce(tones, Reduction.SUM);
        long[] counts = {mine.rows, mine.helped, mine.lent, mine.iterations};
        self.comm().allReduce(Slice.of(counts), Reduction.SUM);
        int size = size(self.arguments());
        if (counts[0] != size) {
            throw new IllegalStateException("expected " + size + " rows, each once, found " + counts[0]);
        }
        if (self.id() != 0) {
            return;
        }
        self.report().put("iterations", counts[3]);
        self.report().put("helped", counts[1]);
        self.report().put("lent", counts[2]);
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
