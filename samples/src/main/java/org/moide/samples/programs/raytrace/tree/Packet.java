package org.moide.samples.programs.raytrace.tree;

import org.jspecify.annotations.Nullable;

/**
 * Rays with similar directions, and what each has hit. The rays go through the tree together: a box is tested for one
 * ray after the other until one enters it, and a shape is tested for all rays in loops that the JIT compiler
 * vectorizes. Each thread has an object of its own, which is used for every packet.
 */
public final class Packet {
    /** The most rays in a packet: those from the eye through eight times eight pixels. */
    public static final int MOST = 64;

    private int count;
    private final double[] originX = new double[MOST];
    private final double[] originY = new double[MOST];
    private final double[] originZ = new double[MOST];
    private final double[] directionX = new double[MOST];
    private final double[] directionY = new double[MOST];
    private final double[] directionZ = new double[MOST];
    private final double[] distance = new double[MOST];
    private final int[] met = new int[MOST];
    private final double[] u = new double[MOST];
    private final double[] v = new double[MOST];
    private final float[] slabs = new float[Slabs.STRIDE * MOST];
    private final int[] turns = new int[4 * MOST];
    final Beam beam = new Beam();
    private final Sieve sieve = new Sieve();
    /**
     * An upper bound for the limits of all rays. After rays have hit something, it is computed again when it is needed.
     */
    private float farthest;

    private boolean isFarthestKnown;
    private final Meeting meeting = new Meeting();
    final int[] stack = new int[Walk.MOST_WAITING];
    final int[] stackFirst = new int[Walk.MOST_WAITING];
    final int[] stackEntry = new int[Walk.MOST_WAITING];

    /** Removes all rays. */
    public void clear() {
        count = 0;
    }

    public int count() {
        return count;
    }

    /**
     * Adds a ray, and returns its number, from 0 on.
     *
     * @param dx the x of the direction, which has length 1
     * @param reach the distance beyond which nothing is tested
     */
    public int add(double ox, double oy, double oz, double dx, double dy, double dz, double reach) {
        int ray = count++;
        originX[ray] = ox;
        originY[ray] = oy;
        originZ[ray] = oz;
        directionX[ray] = dx;
        directionY[ray] = dy;
        directionZ[ray] = dz;
        Slabs.aim(slabs, Slabs.STRIDE * ray, turns, 4 * ray, 0, ox, dx);
        Slabs.aim(slabs, Slabs.STRIDE * ray, turns, 4 * ray, 1, oy, dy);
        Slabs.aim(slabs, Slabs.STRIDE * ray, turns, 4 * ray, 2, oz, dz);
        met[ray] = Probe.NOTHING;
        setDistance(ray, reach);
        return ray;
    }

    private void setDistance(int ray, double to) {
        distance[ray] = to;
        slabs[Slabs.STRIDE * ray + Slabs.LIMIT] = Slabs.limit(to);
        isFarthestKnown = false;
    }

    /** Computes the values that hold for all rays together. Called before a walk through a tree. */
    void begin() {
        beam.around(0, originX, directionX, count);
        beam.around(1, originY, directionY, count);
        beam.around(2, originZ, directionZ, count);
        sieve.begin(this);
        isFarthestKnown = false;
        going = count;
    }

    /**
     * Returns the number of the first ray, not before {@code from}, that enters a box, and sets {@link #entry}. If no
     * ray does, returns the number of rays.
     */
    int firstInto(float[] boxes, int box, int from) {
        entry = entry(boxes, box, from);
        if (entry != Slabs.NEVER) {
            return from;
        }
        if (from + 1 == count || isMissed(beam.enters(boxes, box))) {
            return count;
        }
        for (int ray = from + 1; ray < count; ray++) {
            entry = entry(boxes, box, ray);
            if (entry != Slabs.NEVER) {
                return ray;
            }
        }
        return count;
    }

    private boolean isMissed(float earliest) {
        if (earliest == Float.POSITIVE_INFINITY) {
            return true;
        }
        if (!isFarthestKnown) {
            float most = slabs[Slabs.LIMIT];
            for (int ray = 1; ray < count; ray++) {
                float limit = slabs[Slabs.STRIDE * ray + Slabs.LIMIT];
                most = limit > most ? limit : most;
            }
            farthest = most;
            isFarthestKnown = true;
        }
        return earliest > farthest;
    }

    private int entry(float[] boxes, int box, int ray) {
        return Slabs.enters(slabs, Slabs.STRIDE * ray, turns, 4 * ray, boxes, box);
    }

    /**
     * Tests a shape for all rays, beginning with {@code first}. Passes what they hit to {@code blocking}; if that is
     * null, keeps the nearest hit of each ray.
     */
    void meet(Slots slots, int slot, int first, float[] boxes, int box, @Nullable Blocking blocking) {
        int at = Slots.STRIDE * slot;
        if (slots.shape[slot] < 0) {
            sieve.trySphere(slots.data, at, first);
        } else {
            sieve.tryTriangle(slots.data, at, first);
        }
        float least = sieve.least;
        float[] passes = sieve.passes;
        for (int ray = first; ray < count; ray++) {
            if (passes[ray] >= least) {
                meet(slots, slot, boxes, box, ray, blocking);
            }
        }
    }

    private void meet(Slots slots, int slot, float[] boxes, int box, int ray, @Nullable Blocking blocking) {
        if (distance[ray] < 0
                || !slots.meets(
                        slot,
                        originX[ray],
                        originY[ray],
                        originZ[ray],
                        directionX[ray],
                        directionY[ray],
                        directionZ[ray],
                        meeting)) {
            return;
        }
        double where = meeting.distance;
        if (blocking == null ? !Walk.isNearer(where, slot, distance[ray], met[ray]) : where >= distance[ray]) {
            return;
        }
        // The condition is that for a single ray: it enters the leaf's box, and not behind the hit.
        if (entry(boxes, box, ray) > Float.floatToRawIntBits(Slabs.limit(where))) {
            return;
        }
        if (blocking != null) {
            if (blocking.isEnough(ray, slot)) {
                setDistance(ray, -1);
                going--;
            }
            return;
        }
        met(ray, slot, where, meeting.u, meeting.v);
    }

    /** Sets the hit of a ray. Nothing beyond it is tested for this ray any more. */
    public void met(int ray, int slot, double where, double weightOfSecond, double weightOfThird) {
        met[ray] = slot;
        u[ray] = weightOfSecond;
        v[ray] = weightOfThird;
        setDistance(ray, where);
    }

    /** The distance at which the ray that {@link #firstInto} has found enters the box. */
    int entry;

    /** The number of rays for which blocking shapes are still sought. */
    int going;

    /** Returns the distance of a ray's nearest hit so far; the ray's reach if there is none. */
    public double distance(int ray) {
        return distance[ray];
    }

    /** Returns what a ray has hit: a slot, {@link Probe#NOTHING}, or a value that the caller has set. */
    public int slot(int ray) {
        return met[ray];
    }

    public double u(int ray) {
        return u[ray];
    }

    public double v(int ray) {
        return v[ray];
    }

    public double originX(int ray) {
        return originX[ray];
    }

    public double originY(int ray) {
        return originY[ray];
    }

    public double originZ(int ray) {
        return originZ[ray];
    }

    public double directionX(int ray) {
        return directionX[ray];
    }

    public double directionY(int ray) {
        return directionY[ray];
    }

    public double directionZ(int ray) {
        return directionZ[ray];
    }
}
