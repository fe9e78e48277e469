package org.moide.samples.programs.radiosity;

import java.util.HashMap;
import java.util.Map;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * The light that a surface sends out, without steps between its elements: each corner of a leaf gets the mean of the
 * light of the leaves around it, and light is interpolated between corners. A corner on the edge of a larger leaf gets
 * that leaf's light at this point, so that there are no steps between small leaves and a large one. Immutable; any
 * thread may use it, each with a {@link Shine.Leaf} of its own.
 */
final class Vertices {
    private static final int BANDS = 3;
    private static final int MOST_CORNERS = 4;
    /**
     * Directions from a corner. Between any two edges that meet at a corner, there is at least one of these directions.
     */
    private static final double[] AROUND = {1, 1, -0.5, 1, -1, 0.5, -1, -1, 0.5, -1, 1, -0.5};

    /** The distance from a corner at which the leaves around it are looked up, in units of the smallest leaf. */
    private static final double BESIDE = 0.25;

    private final Shine shine;
    /** The light at each corner of each element: three numbers for each corner. */
    private final float[] corners;

    Vertices(Shine shine) {
        this.shine = shine;
        corners = new float[BANDS * MOST_CORNERS * shine.elements()];
        new Averaging().all();
    }

    /** Returns the light that is sent out at a point. */
    Colour at(double u, double v, Shine.Leaf leaf) {
        int element = leaf.find(shine, u, v);
        double a = leaf.along;
        double b = leaf.across;
        double[] weights = shine.isTriangle()
                ? new double[] {1.0 - a - b, a, b}
                : new double[] {(1.0 - a) * (1.0 - b), a * (1.0 - b), a * b, (1.0 - a) * b};
        double red = 0.0;
        double green = 0.0;
        double blue = 0.0;
        for (int corner = 0; corner < weights.length; corner++) {
            int at = BANDS * (MOST_CORNERS * element + corner);
            red += weights[corner] * corners[at];
            green += weights[corner] * corners[at + 1];
            blue += weights[corner] * corners[at + 2];
        }
        return new Colour(Math.max(0.0, red), Math.max(0.0, green), Math.max(0.0, blue));
    }

    /** Computes the light at each corner. */
    private final class Averaging {
        private final Map<Long, double[]> known = new HashMap<>();
        private final int finest = level(0);
        private final Shine.Leaf leaf = new Shine.Leaf();

        private int level(int element) {
            int first = shine.firstQuarter(element);
            int most = 0;
            if (first != Shine.LEAF) {
                for (int quarter = first; quarter < first + 4; quarter++) {
                    most = Math.max(most, 1 + level(quarter));
                }
            }
            return most;
        }

        void all() {
            walk(0, 0, 0, 0, false);
        }

        private void walk(int element, int level, int x, int y, boolean isTurned) {
            int first = shine.firstQuarter(element);
            int side = isTurned ? -1 : 1;
            if (first != Shine.LEAF) {
                for (int quarter = 0; quarter < 4; quarter++) {
                    boolean isMiddle = shine.isTriangle() && quarter == 3;
                    int right = 2 * x + side * (quarter & 1);
                    int below = 2 * y + side * (quarter >> 1);
                    walk(first + quarter, level + 1, right, below, isTurned != isMiddle);
                }
                return;
            }
            long[] own = corners(level, x, y, isTurned);
            for (int corner = 0; corner < own.length / 2; corner++) {
                double[] value = value(own[2 * corner], own[2 * corner + 1]);
                for (int band = 0; band < BANDS; band++) {
                    corners[BANDS * (MOST_CORNERS * element + corner) + band] = (float) value[band];
                }
            }
        }

        /** Returns the corners of a leaf in their order around it, as places in the grid of the smallest leaves. */
        private long[] corners(int level, int x, int y, boolean isTurned) {
            int side = isTurned ? -1 : 1;
            int[] grid = shine.isTriangle()
                    ? new int[] {x, y, x + side, y, x, y + side}
                    : new int[] {x, y, x + 1, y, x + 1, y + 1, x, y + 1};
            long[] places = new long[grid.length];
            for (int i = 0; i < grid.length; i++) {
                places[i] = (long) grid[i] << (finest - level);
            }
            return places;
        }

        private double[] value(long x, long y) {
            long key = x << 32 | y;
            double[] value = known.get(key);
            if (value == null) {
                value = compute(x, y);
                known.put(key, value);
            }
            return value;
        }

        private double[] compute(long x, long y) {
            double[] sum = new double[BANDS];
            double weights = 0.0;
            int largest = Integer.MAX_VALUE;
            long[] edge = {};
            int[] seen = new int[AROUND.length / 2];
            for (int way = 0; way < seen.length; way++) {
                seen[way] = leafBeside(x + BESIDE * AROUND[2 * way], y + BESIDE * AROUND[2 * way + 1]);
                if (seen[way] < 0 || isAmong(seen, way)) {
                    continue;
                }
                long[] own = corners(leaf.level, leaf.x, leaf.y, leaf.isTurned);
                if (!isCorner(own, x, y) && leaf.level < largest) {
                    largest = leaf.level;
                    edge = edge(own, x, y);
                }
                double weight = 1.0 / (1L << (2 * leaf.level));
                Colour light = shine.radiosity(seen[way]);
                sum[0] += weight * light.red();
                sum[1] += weight * light.green();
                sum[2] += weight * light.blue();
                weights += weight;
            }
            if (edge.length > 0) {
                return between(edge, x, y);
            }
            for (int band = 0; band < BANDS; band++) {
                sum[band] /= weights;
            }
            return sum;
        }

        private int leafBeside(double x, double y) {
            double u = x / (1L << finest);
            double v = y / (1L << finest);
            boolean isOn = u > 0.0 && v > 0.0 && (shine.isTriangle() ? u + v < 1.0 : u < 1.0 && v < 1.0);
            return isOn ? leaf.find(shine, u, v) : -1;
        }

        private static boolean isAmong(int[] seen, int way) {
            for (int before = 0; before < way; before++) {
                if (seen[before] == seen[way]) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isCorner(long[] own, long x, long y) {
            for (int i = 0; i < own.length; i += 2) {
                if (own[i] == x && own[i + 1] == y) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the two corners of an element that are the ends of the edge on which a point lies. */
        private static long[] edge(long[] own, long x, long y) {
            for (int i = 0; i < own.length; i += 2) {
                int next = (i + 2) % own.length;
                long alongX = own[next] - own[i];
                long alongY = own[next + 1] - own[i + 1];
                long toX = x - own[i];
                long toY = y - own[i + 1];
                long along = alongX * toX + alongY * toY;
                if (alongX * toY == alongY * toX && along >= 0 && along <= alongX * alongX + alongY * alongY) {
                    return new long[] {own[i], own[i + 1], own[next], own[next + 1]};
                }
            }
            throw new IllegalStateException("expected a place on an edge of the leaf, found " + x + " " + y);
        }

        private double[] between(long[] edge, long x, long y) {
            double[] begin = value(edge[0], edge[1]);
            double[] end = value(edge[2], edge[3]);
            double length = Math.abs(edge[2] - edge[0]) + Math.abs(edge[3] - edge[1]);
            double part = (Math.abs(x - edge[0]) + Math.abs(y - edge[1])) / length;
            double[] value = new double[BANDS];
            for (int band = 0; band < BANDS; band++) {
                value[band] = (1.0 - part) * begin[band] + part * end[band];
            }
            return value;
        }
    }
}
