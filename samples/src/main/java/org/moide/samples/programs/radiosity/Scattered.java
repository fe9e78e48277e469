package org.moide.samples.programs.radiosity;

import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.samples.programs.radiosity.room.Rays;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * The light that arrives at each surface from all others, except the direct light of lamps. It changes slowly from
 * place to place, so it is computed at the points of a grid and interpolated between them. At each point, light is
 * gathered by rays in all directions. The light of the elements themselves is not used, because elements are so large
 * that their edges would be visible. Used by one thread.
 */
final class Scattered {
    /** The number of rays from a point of the grid. With fewer rays, the points would be visible in the picture. */
    private static final int RAYS = 2000;
    /**
     * The fractional part of the golden ratio. If its multiples are one of two coordinates, any number of points covers
     * a square evenly.
     */
    private static final double GOLDEN = 0.6180339887498949;
    /** The number of pixels of the picture for each point of the grid. */
    private static final int PIXELS_PER_POINT = 150;

    private static final int FEWEST_POINTS = 200;
    private static final int MOST_POINTS = 20_000;

    private static final int MOST_ACROSS = 256;
    /**
     * The distance from its surface at which a ray begins, as a fraction of the grid's spacing. It keeps objects that
     * touch the surface from hiding the ray's beginning.
     */
    private static final double IN_FRONT = 1e-3;

    private static final double ON_EDGE = 1e-9;

    private static final int BANDS = 3;

    private final Room room;
    private final int[] columns;
    private final int[] rows;
    private final int[] first;
    private final double spacing;
    private final double[] arriving;
    private final boolean[] hidden;

    Scattered(Room room) {
        this.room = room;
        int surfaces = room.surfaces().size();
        double area = room.surfaces().stream().mapToDouble(Surface::area).sum();
        int pixels = room.settings().width() * room.settings().height();
        spacing = Math.sqrt(area / Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, pixels / PIXELS_PER_POINT)));
        columns = new int[surfaces];
        rows = new int[surfaces];
        first = new int[surfaces + 1];
        for (int surface = 0; surface < surfaces; surface++) {
            Surface shape = room.surfaces().get(surface);
            columns[surface] = points(shape.along());
            rows[surface] = points(shape.across());
            first[surface + 1] = first[surface] + columns[surface] * rows[surface];
        }
        arriving = new double[BANDS * first[surfaces]];
        hidden = new boolean[first[surfaces]];
    }

    private int points(Vector3 side) {
        return (int) Math.max(1, Math.min(MOST_ACROSS, Math.ceil(side.length() / spacing)));
    }

    /**
     * Computes the grid. All IDs must call it; each computes some of the points. The result does not depend on which ID
     * computes which points.
     */
    void gather(CommLib comm, Rays rays, Lamps lamps, IntFunction<Shine> shines) {
        double[] behind = new double[hidden.length];
        for (int surface = 0; surface < columns.length; surface++) {
            for (int point = first[surface]; point < first[surface + 1]; point++) {
                if (point % comm.count() == comm.id() && gather(surface, point, rays, lamps, shines)) {
                    behind[point] = 1.0;
                }
            }
        }
        // Each number is 0 at all IDs but one.
        comm.allReduce(arriving, Reduction.SUM);
        comm.allReduce(behind, Reduction.SUM);
        for (int point = 0; point < hidden.length; point++) {
            hidden[point] = behind[point] > 0.0;
        }
        for (int surface = 0; surface < columns.length; surface++) {
            fillHidden(surface);
        }
    }

    /**
     * Gathers the light that arrives at one point of the grid.
     *
     * @return whether the point is hidden: it is inside an object, where there is no light and nobody sees it, or it is
     *     outside of the triangle to which the grid belongs
     */
    private boolean gather(int surface, int point, Rays rays, Lamps lamps, IntFunction<Shine> shines) {
        Surface shape = room.surfaces().get(surface);
        Vector3 normal = shape.normal();
        Vector3 one = normal.anyPerpendicular();
        Vector3 other = normal.cross(one);
        int index = point - first[surface];
        int column = index % columns[surface];
        int row = index / columns[surface];
        double u = (column + 0.5) / columns[surface];
        double v = (row + 0.5) / rows[surface];
        if (shape.isTriangle() && u + v > 1.0 + ON_EDGE) {
            return true;
        }
        Vector3 from = shape.at(u, v).plus(IN_FRONT * spacing, normal);
        SplittableRandom shift = new SplittableRandom(point);
        double heightShift = shift.nextDouble();
        double angleShift = shift.nextDouble();
        int fromBehind = 0;
        Colour sum = Colour.BLACK;
        for (int ray = 0; ray < RAYS; ray++) {
            // The density of rays is proportional to the cosine of the angle to the normal.
            double height = (ray + heightShift) / RAYS;
            double angle = 2.0 * Math.PI * (ray * GOLDEN % 1.0 + angleShift);
            double out = Math.sqrt(height);
            Vector3 direction = normal.times(Math.sqrt(1.0 - height))
                    .plus(out * StrictMath.cos(angle), one)
                    .plus(out * StrictMath.sin(angle), other);
            int source = rays.nearest(from, direction, false);
            if (source != Rays.NOTHING && rays.isFromBehind()) {
                fromBehind++;
            } else if (source != Rays.NOTHING) {
                sum = sum.plus(sent(source, rays.u(), rays.v(), lamps, shines));
            }
        }
        put(point, sum.times(1.0 / RAYS));
        return fromBehind == RAYS;
    }

    private Colour sent(int source, double u, double v, Lamps lamps, IntFunction<Shine> shines) {
        Colour all = shines.apply(source).at(u, v);
        if (!lamps.isLamp(source)) {
            return all;
        }
        Colour emit = room.surfaces().get(source).emit();
        return new Colour(
                Math.max(0.0, all.red() - emit.red()),
                Math.max(0.0, all.green() - emit.green()),
                Math.max(0.0, all.blue() - emit.blue()));
    }

    private void put(int point, Colour light) {
        arriving[BANDS * point] = light.red();
        arriving[BANDS * point + 1] = light.green();
        arriving[BANDS * point + 2] = light.blue();
    }

    private Colour get(int point) {
        return new Colour(arriving[BANDS * point], arriving[BANDS * point + 1], arriving[BANDS * point + 2]);
    }

    /** Gives points that are hidden (below or inside objects) the light of neighbouring points, ring by ring. */
    private void fillHidden(int surface) {
        boolean changed = true;
        while (changed) {
            changed = false;
            boolean[] before = hidden.clone();
            for (int row = 0; row < rows[surface]; row++) {
                for (int column = 0; column < columns[surface]; column++) {
                    int point = point(surface, column, row);
                    if (before[point] && fill(surface, column, row, before)) {
                        hidden[point] = false;
                        changed = true;
                    }
                }
            }
        }
    }

    private boolean fill(int surface, int column, int row, boolean[] unknown) {
        Colour sum = Colour.BLACK;
        int known = 0;
        for (int y = Math.max(0, row - 1); y <= Math.min(rows[surface] - 1, row + 1); y++) {
            for (int x = Math.max(0, column - 1); x <= Math.min(columns[surface] - 1, column + 1); x++) {
                if (!unknown[point(surface, x, y)]) {
                    sum = sum.plus(get(point(surface, x, y)));
                    known++;
                }
            }
        }
        if (known > 0) {
            put(point(surface, column, row), sum.times(1.0 / known));
        }
        return known > 0;
    }

    private int point(int surface, int column, int row) {
        return first[surface] + row * columns[surface] + column;
    }

    /** Returns the light that a place sends out, except what it reflects of the direct light of lamps. */
    Colour sent(int surface, double u, double v) {
        Surface shape = room.surfaces().get(surface);
        return shape.emit().plus(at(surface, u, v).times(shape.reflect()));
    }

    /**
     * Returns the light at a place, interpolated by cubic B-splines, so that no jumps of slope or curvature are
     * visible.
     */
    Colour at(int surface, double u, double v) {
        double column = u * columns[surface] - 0.5;
        double row = v * rows[surface] - 0.5;
        int left = (int) Math.floor(column);
        int top = (int) Math.floor(row);
        Colour sum = Colour.BLACK;
        for (int y = -1; y <= 2; y++) {
            double down = spline(y, row - top);
            for (int x = -1; x <= 2; x++) {
                sum = sum.plus(beyondEdges(surface, left + x, top + y).times(down * spline(x, column - left)));
            }
        }
        return new Colour(Math.max(0.0, sum.red()), Math.max(0.0, sum.green()), Math.max(0.0, sum.blue()));
    }

    private static double spline(int which, double part) {
        double rest = 1.0 - part;
        return switch (which) {
            case -1 -> rest * rest * rest / 6.0;
            case 0 -> (4.0 - 6.0 * part * part + 3.0 * part * part * part) / 6.0;
            case 1 -> (4.0 - 6.0 * rest * rest + 3.0 * rest * rest * rest) / 6.0;
            default -> part * part * part / 6.0;
        };
    }

    /**
     * Returns the light for a point of the grid. If the point is beyond an edge, the light is extrapolated linearly.
     */
    private Colour beyondEdges(int surface, int column, int row) {
        int lastRow = rows[surface] - 1;
        if (row < 0) {
            return goingOn(beyondSides(surface, column, 0), beyondSides(surface, column, Math.min(lastRow, 1)), -row);
        }
        if (row > lastRow) {
            Colour inner = beyondSides(surface, column, Math.max(0, lastRow - 1));
            return goingOn(beyondSides(surface, column, lastRow), inner, row - lastRow);
        }
        return beyondSides(surface, column, row);
    }

    private Colour beyondSides(int surface, int column, int row) {
        int last = columns[surface] - 1;
        if (column < 0) {
            return goingOn(get(point(surface, 0, row)), get(point(surface, Math.min(last, 1), row)), -column);
        }
        if (column > last) {
            Colour inner = get(point(surface, Math.max(0, last - 1), row));
            return goingOn(get(point(surface, last, row)), inner, column - last);
        }
        return get(point(surface, column, row));
    }

    private static Colour goingOn(Colour edge, Colour inner, int steps) {
        return edge.times(1.0 + steps).plus(inner.times(-steps));
    }
}
