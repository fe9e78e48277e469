package org.moide.samples.programs.radiosity;

import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.moide.samples.programs.radiosity.room.Facets;
import org.moide.samples.programs.raytrace.tree.Crossing;
import org.moide.samples.programs.raytrace.tree.Meeting;
import org.moide.samples.programs.raytrace.tree.Probe;
import org.moide.samples.programs.raytrace.tree.Shaft;

/**
 * Computes the visibility between two elements by rays from one to the other. Each ray is first tested against the
 * surface that blocked the last one, then against the ray tracer's tree. If the elements are far apart, the few
 * surfaces in the shaft between them are found first, and rays are tested only against these. If there are no such
 * surfaces, everything is visible. Used by one thread at a time.
 */
final class Visibility {
    /** The number of rays for a pair of elements, as in SPLASH's radiosity. */
    private static final int RAYS = 10;
    /**
     * A number of which the first four negative powers are used. Their multiples cover four dimensions evenly, for any
     * number of points (Roberts 2018).
     */
    private static final double HARMONIOUS = 1.1673039782614187;
    /**
     * The parts at both ends of a ray, as a fraction of its length, in which nothing blocks it, because it begins and
     * ends on surfaces.
     */
    private static final double NEAR = 1e-6;
    /**
     * The number of patterns of rays. Different pairs of elements use different patterns, so that shadows have no steps
     * at which all rays become dark at once.
     */
    private static final int PATTERNS = 64;

    private static final int NUMBERS = 4;
    private static final int NONE = -1;
    /**
     * How many times the sum of the boxes' squared sides the squared gap between them must be for a shaft to count as
     * narrow. In a wider shaft there are so many surfaces that finding them takes longer than it saves.
     */
    private static final double NARROW = 2.0;
    /**
     * The number of surfaces between two elements that counts as too many: with so many or more, each ray is tested
     * against the whole tree.
     */
    private static final int MOST_BETWEEN = 12;

    /**
     * The distance from a surface's plane up to which a point counts as in the plane, as a fraction of the length of
     * the surface's sides.
     */
    private static final double FLAT = 1e-9;

    private final Facets facets;
    private final Frame.Surfaces surfaces;
    /**
     * The places at which the rays of each pattern begin and end, along and across. The second half of the array is for
     * triangles.
     */
    private final double[] places = new double[2 * PATTERNS * RAYS * NUMBERS];

    private final Shaft shaft = new Shaft();
    private final double[] oneBox = new double[6];
    private final double[] otherBox = new double[6];
    private final IntPredicate search = this::isTooMany;
    private final Probe probe = new Probe();
    private final Crossing crossing = this::isEnough;
    private int stopping;
    /** For each ray, the point at which it begins and its direction. */
    private final double[] rays = new double[6 * RAYS];

    private int facing;
    private int going;
    private final int[] lately = {NONE, NONE, NONE};
    private final int[] between = new int[MOST_BETWEEN];
    private int count;
    /** For each surface, the number of the last search that found it. */
    private final long[] met;

    private long searches;
    private Frame one = new Frame();
    private Frame other = new Frame();
    private int oneSurface;
    private int otherSurface;

    Visibility(Facets facets, Frame.Surfaces surfaces) {
        this.facets = facets;
        this.surfaces = surfaces;
        met = new long[surfaces.count()];
        SplittableRandom random = new SplittableRandom(20051);
        for (int pattern = 0; pattern < PATTERNS; pattern++) {
            double[] shift = random.doubles(NUMBERS).toArray();
            for (int ray = 0; ray < RAYS; ray++) {
                int at = (pattern * RAYS + ray) * NUMBERS;
                double step = 1.0;
                for (int number = 0; number < NUMBERS; number++) {
                    step /= HARMONIOUS;
                    places[at + number] = (shift[number] + ray * step) % 1.0;
                }
                shrink(at);
                shrink(at + 2);
            }
        }
    }

    /** Maps a point of a square to a triangle, such that evenly distributed points stay evenly distributed. */
    private void shrink(int at) {
        double root = Math.sqrt(places[at]);
        places[at + places.length / 2] = 1.0 - root;
        places[at + 1 + places.length / 2] = places[at + 1] * root;
    }

    /**
     * Returns which fraction of one element is visible from another, from 0 to 1. The result is the same in both
     * directions if the same element is {@code from} in both calls.
     *
     * @param pattern any number; it selects the pattern of the rays
     */
    float between(Frame from, int fromSurface, Frame to, int toSurface, int pattern) {
        if (facets.isEmpty()) {
            return 1.0F;
        }
        one = from;
        oneSurface = fromSurface;
        other = to;
        otherSurface = toSurface;
        int first = (pattern & PATTERNS - 1) * RAYS * NUMBERS;
        aim(first + (from.isTriangle ? places.length / 2 : 0), first + (to.isTriangle ? places.length / 2 : 0) + 2);
        if (facing == 0) {
            // The form factor already excludes points behind the other element.
            return 1.0F;
        }
        if (going > 0) {
            cast();
        }
        return (float) going / facing;
    }

    /**
     * Sets the rays of a pattern. Rays that are blocked by the surface which blocked a ray last are removed at once.
     */
    private void aim(int from, int to) {
        facing = 0;
        going = 0;
        for (int ray = 0; ray < RAYS; ray++) {
            int begin = from + NUMBERS * ray;
            int end = to + NUMBERS * ray;
            double x = one.pointX(places[begin], places[begin + 1]);
            double y = one.pointY(places[begin], places[begin + 1]);
            double z = one.pointZ(places[begin], places[begin + 1]);
            double wayX = other.pointX(places[end], places[end + 1]) - x;
            double wayY = other.pointY(places[end], places[end + 1]) - y;
            double wayZ = other.pointZ(places[end], places[end + 1]) - z;
            double rise = wayX * one.normalX + wayY * one.normalY + wayZ * one.normalZ;
            double fall = wayX * other.normalX + wayY * other.normalY + wayZ * other.normalZ;
            if (rise > 0.0 && fall < 0.0) {
                facing++;
                if (!isStopped(lately, lately.length, x, y, z, wayX, wayY, wayZ)) {
                    keep(going++, x, y, z, wayX, wayY, wayZ);
                }
            }
        }
    }

    private void keep(int ray, double x, double y, double z, double wayX, double wayY, double wayZ) {
        int at = 6 * ray;
        rays[at] = x;
        rays[at + 1] = y;
        rays[at + 2] = z;
        rays[at + 3] = wayX;
        rays[at + 4] = wayY;
        rays[at + 5] = wayZ;
    }

    /** Removes the rays that any surface blocks. */
    private void cast() {
        searches++;
        count = 0;
        one.box(oneBox);
        other.box(otherBox);
        if (isNarrow()) {
            shaft.put(oneBox, otherBox);
            facets.solids().inside(shaft, search);
        } else {
            count = MOST_BETWEEN;
        }
        int left = 0;
        for (int ray = 0; ray < going && count > 0; ray++) {
            int at = 6 * ray;
            double x = rays[at];
            double y = rays[at + 1];
            double z = rays[at + 2];
            double wayX = rays[at + 3];
            double wayY = rays[at + 4];
            double wayZ = rays[at + 5];
            boolean isStopped = count < MOST_BETWEEN
                    ? isStopped(between, count, x, y, z, wayX, wayY, wayZ)
                    : isStopped(lately, lately.length, x, y, z, wayX, wayY, wayZ)
                            || isStoppedInTree(x, y, z, wayX, wayY, wayZ);
            if (!isStopped) {
                left++;
            }
        }
        going = count == 0 ? going : left;
    }

    /** Returns whether the boxes around the two elements are far apart compared with their size. */
    private boolean isNarrow() {
        double gaps = 0.0;
        double sides = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            double gap = Math.max(otherBox[axis] - oneBox[axis + 3], oneBox[axis] - otherBox[axis + 3]);
            double side = oneBox[axis + 3] - oneBox[axis];
            double otherSide = otherBox[axis + 3] - otherBox[axis];
            gaps += Math.max(0.0, gap) * Math.max(0.0, gap);
            sides += side * side + otherSide * otherSide;
        }
        return gaps > NARROW * sides;
    }

    private boolean isTooMany(int slot) {
        int surface = facets.surface(slot);
        if (met[surface] != searches && surface != oneSurface && surface != otherSurface) {
            met[surface] = searches;
            if (surfaces.isIn(shaft, surface)
                    && surfaces.isBefore(surface, one, FLAT)
                    && surfaces.isBefore(surface, other, FLAT)) {
                between[count++] = surface;
            }
        }
        return count == MOST_BETWEEN;
    }

    private boolean isStopped(int[] by, int most, double x, double y, double z, double wayX, double wayY, double wayZ) {
        for (int i = 0; i < most; i++) {
            int surface = by[i];
            if (surface != oneSurface
                    && surface != otherSurface
                    && surface != NONE
                    && surfaces.stops(surface, x, y, z, wayX, wayY, wayZ, NEAR)) {
                // A surface that blocks one ray probably blocks the next one, too.
                by[i] = by[0];
                by[0] = surface;
                if (by == between) {
                    stoppedBy(surface);
                }
                return true;
            }
        }
        return false;
    }

    private void stoppedBy(int surface) {
        if (lately[0] != surface) {
            System.arraycopy(lately, 0, lately, 1, lately.length - 1);
            lately[0] = surface;
        }
    }

    private boolean isStoppedInTree(double x, double y, double z, double wayX, double wayY, double wayZ) {
        double length = Math.sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ);
        stopping = NONE;
        probe.aim(
                x + NEAR * wayX,
                y + NEAR * wayY,
                z + NEAR * wayZ,
                wayX / length,
                wayY / length,
                wayZ / length,
                length * (1.0 - 2.0 * NEAR));
        facets.solids().all(probe, crossing);
        if (stopping == NONE) {
            return false;
        }
        stoppedBy(stopping);
        return true;
    }

    private boolean isEnough(int slot, Meeting meeting) {
        int surface = facets.surface(slot);
        if (surface == oneSurface || surface == otherSurface) {
            return false;
        }
        stopping = surface;
        return true;
    }
}
