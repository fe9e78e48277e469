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
 * The basic example of threads that exchange messages: heat spreads over a square plate whose edges are kept at 0. Each
 * thread has a band of rows; their number is in proportion to its share of the power. In each step a thread exchanges
 * the rows at the borders of its band with its neighbours, and then computes each point from the points around it.
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
        int from = firstRow(self, self.id(), size);
        Band band = new Band(heat, from, firstRow(self, self.id() + 1, size));
        Rows saved = self.restore(() -> new Rows(0, from, band.rows()), (all, any) -> band.cut(all));
        band.take(saved);
        self.comm().remoteBarrier();
        long start = System.nanoTime();
        for (int step = saved.step + 1; step <= steps; step++) {
            exchangeBorders(self.comm(), band);
            band.step();
            if (self.id() == 0) {
                self.report().progress(step, steps, "steps");
            }
            if (step % every == 0 && step < steps) {
                self.checkpoint(new Rows(step, from, band.rows()));
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

    /**
     * Exchanges border rows with both neighbours. Even IDs begin with the neighbour below and odd IDs with the one
     * above, so that no thread waits for a chain of others.
     */
    private static void exchangeBorders(CommLib comm, Band band) {
        boolean even = comm.id() % 2 == 0;
        for (int turn = 0; turn < 2; turn++) {
            boolean below = even == (turn == 0);
            int neighbour = below ? comm.id() + 1 : comm.id() - 1;
            if (neighbour >= 0 && neighbour < comm.count()) {
                comm.exchange(
                        neighbour, BORDER, below ? band.last() : band.first(), below ? band.below() : band.above());
            }
        }
    }

    /** Draws the plate: each thread sends ID 0 those of its rows that the picture shows. */
    private static void draw(ComputeThread self, Band band, PictureFile picture) throws IOException {
        Plate plate = new Plate(band.size());
        if (self.id() > 0) {
            self.comm().send(0, PICTURE, plate.seen(band.from, band.rows, band::heat));
            return;
        }
        plate.put(band.from, plate.seen(band.from, band.rows, band::heat));
        for (int id = 1; id < self.count(); id++) {
            int from = firstRow(self, id, band.size());
            double[] seen = new double[plate.seenCount(from, firstRow(self, id + 1, band.size()) - from)];
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
            double updates = (double) band.size() * band.size() * timed;
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
        int size = band.size();
        int most = Math.max(1, MOST_VALUES / size);
        for (int id = 0; id < self.count(); id++) {
            int end = firstRow(self, id + 1, size);
            for (int row = firstRow(self, id, size); row < end; row += most) {
                int rows = Math.min(most, end - row);
                if (self.id() > 0 && self.id() == id) {
                    self.comm().send(0, VALUES, band.values(row, rows));
                } else if (self.id() == 0 && id > 0) {
                    double[] values = new double[rows * size];
                    self.comm().receive(id, VALUES, values);
                    digest.add(values);
                } else if (self.id() == id) {
                    digest.add(band.values(row, rows));
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

    /** A band of the plate: some rows, with one more row above and below, and one more column on both sides. */
    private static final class Band {
        private final int size;
        private final int width;
        private final int rows;
        private final int from;
        private final double[] wave;
        private double[] now;
        private double[] next;

        Band(Heat heat, int from, int to) {
            this.size = heat.size();
            this.width = size + 2;
            this.rows = to - from;
            this.from = from;
            this.now = new double[(rows + 2) * width];
            for (int row = 1; row <= rows; row++) {
                double height = heat.sine(from + row);
                for (int column = 1; column <= size; column++) {
                    now[row * width + column] = height * heat.sine(column);
                }
            }
            this.wave = now.clone();
            this.next = new double[now.length];
        }

        int size() {
            return size;
        }

        /**
         * Returns the heat at a point of this band. Rows and columns are those of the plate, counted from 0 without the
         * edges.
         */
        double heat(int row, int column) {
            return now[(row - from + 1) * width + column + 1];
        }

        /** Returns the heat at all points of some rows of this band, row by row. */
        double[] values(int firstRow, int count) {
            double[] values = new double[count * size];
            for (int row = 0; row < count; row++) {
                System.arraycopy(now, (firstRow - from + row + 1) * width + 1, values, row * size, size);
            }
            return values;
        }

        Slice above() {
            return row(0);
        }

        Slice first() {
            return row(1);
        }

        Slice last() {
            return row(rows);
        }

        Slice below() {
            return row(rows + 1);
        }

        private Slice row(int row) {
            return Slice.of(now, row * width, width);
        }

        /** Returns the current values of the band's rows, one after the other. */
        double[] rows() {
            return Arrays.copyOfRange(now, width, (rows + 1) * width);
        }

        void take(Rows saved) {
            System.arraycopy(saved.values, 0, now, width, saved.values.length);
        }

        /**
         * Returns the rows of this band, taken from the saved rows of all earlier bands, of which there may have been
         * more or fewer.
         */
        Rows cut(List<Rows> all) {
            double[] mine = new double[rows * width];
            int step = 0;
            for (Rows other : all) {
                int first = Math.max(from, other.from);
                int end = Math.min(from + rows, other.from + other.values.length / width);
                if (first < end) {
                    System.arraycopy(
                            other.values,
                            (first - other.from) * width,
                            mine,
                            (first - from) * width,
                            (end - first) * width);
                }
                step = other.step;
            }
            return new Rows(step, from, mine);
        }

        void step() {
            for (int row = 1; row <= rows; row++) {
                Heat.stepRow(now, next, row * width, width);
            }
            double[] before = now;
            now = next;
            next = before;
        }

        /** Returns the largest difference of a point from the initial wave multiplied by {@code faded}. */
        double errorOf(double faded) {
            double error = 0.0;
            for (int at = width; at < (rows + 1) * width; at++) {
                error = Math.max(error, Math.abs(now[at] - faded * wave[at]));
            }
            return error;
        }
    }
}
