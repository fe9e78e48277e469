package org.moide.samples.primers;

import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.samples.picture.PictureFile;

/**
 * The basic example of threads that exchange messages: heat spreads over a square plate whose edges are kept at 0. In
 * each step, each point is computed from the points around it. Each thread has a band of rows; their number is in
 * proportion to its share of the power.
 *
 * <p>Neighbours exchange the rows at the borders of their bands, several at once, and then make as many steps. So a
 * thread computes a few rows that its neighbour computes as well, but there are fewer messages, and a row is used for
 * several steps while it is in the processor's cache.
 *
 * <p>The heat begins as a wave, sin(kπx)·sin(kπy), which decays with e^(−2k²π²t), and on the grid by a known factor in
 * each step. The result is compared with both factors; it is the same on any number of threads.
 *
 * <p>From time to time all threads save their rows at a safe point ({@link ComputeThread#checkpoint}). So the run
 * survives the loss of engines, and engines may be replaced, added or removed; {@link org.moide.engine.Redistribution}
 * then divides the plate anew.
 *
 * <p>Reports {@code error} (the largest difference from the closed form), {@code gridError} (the largest difference
 * from the exact values on the grid), {@code decay} (the fraction of the wave that is left), {@code updatesPerSecond},
 * {@code sha256} (of all points at the end, see {@link PlateDigest}) and {@code picture}.
 */
public final class Stencil implements Application {
    private static final Set<String> OPTIONS =
            Set.of("--size", "--steps", "--wave", "--checkpoint-every", PictureFile.OPTION);
    private static final int BORDER = 1;
    private static final int PICTURE = 2;
    private static final int VALUES = 3;
    /**
     * The most values in one message to ID 0, which computes the digest of the plate. ID 0 has memory for its own band
     * and such a message, not for the whole plate.
     */
    private static final int MOST_VALUES = 1 << 17;

    private static final int MOST_SIZE = 30_000;
    /**
     * The most steps between two exchanges. For so many steps, two arrays of 10 rows are used at a time, which fit into
     * a second-level cache of 1 MiB up to a size of 6,000. More steps are hardly faster.
     */
    private static final int MOST_TOGETHER = 8;

    @Override
    public String summary() {
        return "heat spreads over a plate: a grid in bands, borders exchanged at each step";
    }

    @Override
    public String usage() {
        return Heat.USAGE + """
            --checkpoint-every n   steps from one safe point to the next; default 50
            --picture file   the PNG of the heat at the end; default stencil.png; none: no picture""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(), 0);
        Heat.of(arguments, MOST_SIZE);
        every(arguments);
        picture(arguments).check();
    }

    private static PictureFile picture(Arguments arguments) {
        return PictureFile.of(arguments, "stencil.png");
    }

    private static int every(Arguments arguments) {
        return arguments.count("--checkpoint-every", 50, 1, 100_000_000);
    }

    @Override
    public void run(ComputeThread self) throws IOException {
        Heat heat = Heat.of(self.arguments(), MOST_SIZE);
        int size = heat.size();
        int steps = heat.steps();
        if (size < self.count()) {
            throw new IllegalStateException("expected at least a row for each of " + self.count()
                    + " threads, found --size " + size + ": give a larger one, or fewer threads");
        }
        int every = every(self.arguments());
        int together = together(self, size);
        int from = firstRow(self, self.id(), size);
        Band band = new Band(heat, from, firstRow(self, self.id() + 1, size), together);
        Rows saved = self.restore(() -> band.save(0), (all, any) -> band.cut(all));
        band.put(from, saved.values);
        self.comm().remoteBarrier();
        long start = System.nanoTime();
        for (int step = saved.step; step < steps; ) {
            int some = Math.min(together, Math.min(steps - step, every - step % every));
            exchangeBorders(self.comm(), band, some);
            band.step(some);
            step += some;
            if (self.id() == 0) {
                self.report().progress(step, steps, "steps");
            }
            if (step % every == 0 && step < steps) {
                int done = step;
                self.checkpoint(() -> band.save(done));
            }
        }
        self.comm().remoteBarrier();
        double seconds = (System.nanoTime() - start) / 1e9;
        PictureFile picture = picture(self.arguments());
        if (picture.isWanted()) {
            draw(self, band, picture);
        }
        finish(self, band, heat, steps - saved.step, seconds);
    }

    /**
     * Returns an ID's first row. The rows are divided among the threads in proportion to their shares of the power;
     * each thread gets at least one.
     */
    private static int firstRow(ComputeThread self, int id, int size) {
        double before = 0.0;
        for (int other = 0; other < id; other++) {
            before += self.share(other);
        }
        int first = (int) Math.round(before * size);
        return id == self.count() ? size : Math.max(id, Math.min(size - (self.count() - id), first));
    }

    /** Returns the number of steps between two exchanges; the smallest band has as many rows at least. */
    private static int together(ComputeThread self, int size) {
        int together = MOST_TOGETHER;
        for (int id = 0; id < self.count(); id++) {
            together = Math.min(together, firstRow(self, id + 1, size) - firstRow(self, id, size));
        }
        return together;
    }

    /**
     * Exchanges some rows at the border with both neighbours. Even IDs begin with the neighbour below and odd IDs with
     * the one above, so that no thread waits for a chain of others.
     */
    private static void exchangeBorders(CommLib comm, Band band, int count) {
        boolean even = comm.id() % 2 == 0;
        for (int turn = 0; turn < 2; turn++) {
            boolean below = even == (turn == 0);
            int neighbour = below ? comm.id() + 1 : comm.id() - 1;
            if (neighbour >= 0 && neighbour < comm.count()) {
                int border = below ? band.end() : band.from;
                double[] mine = band.get(below ? border - count : border, count);
                double[] others = new double[mine.length];
                comm.exchange(neighbour, BORDER, Slice.of(mine), Slice.of(others));
                band.put(below ? border : border - count, others);
            }
        }
    }

    /** Draws the plate: each thread sends ID 0 those of its rows that the picture shows. */
    private static void draw(ComputeThread self, Band band, PictureFile picture) throws IOException {
        Plate plate = new Plate(band.size);
        if (self.id() > 0) {
            self.comm().send(0, PICTURE, plate.seen(band.from, band.rows(), band::heat));
            return;
        }
        plate.put(band.from, plate.seen(band.from, band.rows(), band::heat));
        for (int id = 1; id < self.count(); id++) {
            int from = firstRow(self, id, band.size);
            double[] seen = new double[plate.seenCount(from, firstRow(self, id + 1, band.size) - from)];
            self.comm().receive(id, PICTURE, seen);
            plate.put(from, seen);
        }
        picture.write(Plate.SIDE, Plate.SIDE, plate.draw());
    }

    private static void finish(ComputeThread self, Band band, Heat heat, int timed, double seconds) {
        double gridError = self.comm().allReduce(band.errorOf(heat.onGrid()), Reduction.MAXIMUM);
        double error = self.comm().allReduce(band.errorOf(heat.decay()), Reduction.MAXIMUM);
        String digest = digest(self, band);
        if (self.id() == 0) {
            double updates = (double) band.size * band.size * timed;
            heat.tell(self.report(), error, gridError);
            self.report().put("updatesPerSecond", updates / seconds);
            self.report().put("sha256", digest);
            picture(self.arguments()).tell(self.report());
        }
        heat.requireFaded(gridError);
    }

    /**
     * Computes the digest on ID 0, to which each thread sends its rows, some at a time. On other IDs the result has no
     * meaning.
     */
    private static String digest(ComputeThread self, Band band) {
        PlateDigest digest = new PlateDigest();
        int size = band.size;
        int most = Math.max(1, MOST_VALUES / size);
        for (int id = 0; id < self.count(); id++) {
            int end = firstRow(self, id + 1, size);
            for (int row = firstRow(self, id, size); row < end; row += most) {
                int rows = Math.min(most, end - row);
                if (self.id() > 0 && self.id() == id) {
                    self.comm().send(0, VALUES, band.points(row, rows));
                } else if (self.id() == 0 && id > 0) {
                    double[] values = new double[rows * size];
                    self.comm().receive(id, VALUES, values);
                    digest.add(values);
                } else if (self.id() == id) {
                    digest.add(band.points(row, rows));
                }
            }
        }
        return digest.hex();
    }

    /**
     * The rows that a thread saves at a safe point: those of its own band, not the copies of its neighbours' rows. From
     * the rows of all threads, the plate can be divided for any number of threads.
     */
    private static final class Rows implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int step;
        private final int from;
        private final double[] values;

        Rows(int step, int from, double[] values) {
            this.step = step;
            this.from = from;
            this.values = values;
        }
    }

    /**
     * A band of the plate: some rows, with some more rows above and below, and one more column on both sides. Rows and
     * columns are those of the plate, counted from 0 without the edges.
     */
    private static final class Band {
        private final Heat heat;
        private final int size;
        private final int from;
        private final int end;
        private final int more;
        private final Heat.Beside beside;
        private double[][] now;
        private double[][] next;

        /** @param more the number of further rows above, and below */
        Band(Heat heat, int from, int end, int more) {
            this.heat = heat;
            this.size = heat.size();
            this.from = from;
            this.end = end;
            this.more = more;
            this.beside = new Heat.Beside(size + 2);
            this.now = new double[end - from + 2 * more][size + 2];
            this.next = new double[now.length][size + 2];
            double[] sines = sines();
            for (int row = from; row < end; row++) {
                double height = heat.sine(row + 1);
                for (int column = 1; column <= size; column++) {
                    now[row - from + more][column] = height * sines[column];
                }
            }
        }

        private double[] sines() {
            double[] sines = new double[size + 1];
            Arrays.setAll(sines, heat::sine);
            return sines;
        }

        int rows() {
            return end - from;
        }

        int end() {
            return end;
        }

        /** Returns the heat at a point of this band. */
        double heat(int row, int column) {
            return now[row - from + more][column + 1];
        }

        /** Returns the heat at all points of some rows of this band, row by row. */
        double[] points(int firstRow, int count) {
            double[] points = new double[count * size];
            for (int row = 0; row < count; row++) {
                System.arraycopy(now[firstRow - from + more + row], 1, points, row * size, size);
            }
            return points;
        }

        /** Returns some rows with the edges on both sides, one after the other. */
        double[] get(int firstRow, int count) {
            int width = size + 2;
            double[] rows = new double[count * width];
            for (int row = 0; row < count; row++) {
                System.arraycopy(now[firstRow - from + more + row], 0, rows, row * width, width);
            }
            return rows;
        }

        /** Takes over rows that {@link #get} has returned for this band or another one. */
        void put(int firstRow, double[] rows) {
            int width = size + 2;
            for (int row = 0; row < rows.length / width; row++) {
                System.arraycopy(rows, row * width, now[firstRow - from + more + row], 0, width);
            }
        }

        Rows save(int step) {
            return new Rows(step, from, get(from, rows()));
        }

        /**
         * Returns the rows of this band, taken from the saved rows of all earlier bands, of which there may have been
         * more or fewer.
         */
        Rows cut(List<Rows> all) {
            int width = size + 2;
            double[] mine = new double[rows() * width];
            int step = 0;
            for (Rows other : all) {
                int first = Math.max(from, other.from);
                int last = Math.min(end, other.from + other.values.length / width);
                if (first < last) {
                    System.arraycopy(
                            other.values,
                            (first - other.from) * width,
                            mine,
                            (first - from) * width,
                            (last - first) * width);
                }
                step = other.step;
            }
            return new Rows(step, from, mine);
        }

        /**
         * Makes some steps, for which as many rows above and below are those of the present step. From top to bottom,
         * each step is one row behind the step before it. So a row is in the cache from its first step to its last.
         */
        void step(int steps) {
            for (int front = Math.max(0, from - steps + 1); front < end + steps; front++) {
                for (int step = 0; step < steps; step++) {
                    int row = front - step;
                    int needed = steps - 1 - step; // rows above and below, for the steps after this one
                    if (row >= Math.max(0, from - needed) && row < Math.min(size, end + needed)) {
                        stepRow(row - from + more, step % 2 == 0 ? now : next, step % 2 == 0 ? next : now);
                    }
                }
            }
            if (steps % 2 == 1) {
                double[][] before = now;
                now = next;
                next = before;
            }
        }

        private void stepRow(int row, double[][] before, double[][] after) {
            beside.copy(before[row]);
            Heat.step(before[row - 1], before[row + 1], beside.previous, beside.following, before[row], after[row]);
        }

        /** Returns the largest difference of a point from the initial wave multiplied by {@code faded}. */
        double errorOf(double faded) {
            double[] sines = sines();
            double error = 0.0;
            for (int row = from; row < end; row++) {
                double height = heat.sine(row + 1);
                for (int column = 1; column <= size; column++) {
                    double wave = height * sines[column];
                    error = Math.max(error, Math.abs(now[row - from + more][column] - faded * wave));
                }
            }
            return error;
        }
    }
}
