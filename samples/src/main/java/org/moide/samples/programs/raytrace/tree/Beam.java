package org.moide.samples.programs.raytrace.tree;

/**
 * The beam that encloses all rays of a packet. It consists, for each axis, of the interval of all origins and, if all
 * directions have the same sign on that axis, of the interval of all directions. If the beam misses a box, every ray
 * misses it. This holds exactly, because both use the same arithmetic ({@link Slabs}), whose steps are monotone.
 */
final class Beam {
    private final double[] leastOrigin = new double[3];
    private final double[] mostOrigin = new double[3];
    private final double[] leastDirection = new double[3];
    private final double[] mostDirection = new double[3];
    private final boolean[] isUsed = new boolean[3];
    /** The slowest ray of the beam, which leaves a box last. {@code fast} is the fastest, which enters a box first. */
    private final float[] slow = new float[Slabs.STRIDE];

    private final float[] fast = new float[Slabs.STRIDE];
    private final int[] turns = new int[3];

    /** Sets the intervals of origins and directions on one axis, such that they contain those of all rays. */
    void around(int axis, double[] origins, double[] directions, int count) {
        double leastO = origins[0];
        double mostO = leastO;
        double leastD = directions[0];
        double mostD = leastD;
        for (int ray = 1; ray < count; ray++) {
            double origin = origins[ray];
            double direction = directions[ray];
            leastO = origin < leastO ? origin : leastO;
            mostO = origin > mostO ? origin : mostO;
            leastD = direction < leastD ? direction : leastD;
            mostD = direction > mostD ? direction : mostD;
        }
        leastOrigin[axis] = leastO;
        mostOrigin[axis] = mostO;
        leastDirection[axis] = leastD;
        mostDirection[axis] = mostD;
        isUsed[axis] = leastD < 0 == mostD < 0;
        boolean turned = leastD < 0;
        // A near bound is reached first from the most advanced origin: by the fastest ray if it is ahead, and by the
        // slowest if it is behind.
        double behind = turned ? mostO : leastO;
        double ahead = turned ? leastO : mostO;
        double fastest = turned ? leastD : mostD;
        double slowest = turned ? mostD : leastD;
        Slabs.aim(fast, 0, turns, 0, axis, ahead, fastest);
        Slabs.aim(slow, 0, turns, 0, axis, behind, slowest);
    }

    boolean hasOneOrigin() {
        return isOne(leastOrigin, mostOrigin);
    }

    boolean hasOneDirection() {
        return isOne(leastDirection, mostDirection);
    }

    private static boolean isOne(double[] least, double[] most) {
        return least[0] == most[0] && least[1] == most[1] && least[2] == most[2];
    }

    /** Returns a coordinate of the middle of the origins. If there is only one origin, the coordinate is exact. */
    double middle(int axis) {
        return leastOrigin[axis] == mostOrigin[axis] ? leastOrigin[axis] : (leastOrigin[axis] + mostOrigin[axis]) / 2;
    }

    /** Returns an upper bound for the distance between two origins. */
    double spread() {
        return mostOrigin[0] - leastOrigin[0] + mostOrigin[1] - leastOrigin[1] + mostOrigin[2] - leastOrigin[2];
    }

    /** Returns a lower bound for the distance at which a ray enters a box; infinite if none enters it. */
    float enters(float[] boxes, int box) {
        float near = 0;
        float far = Float.POSITIVE_INFINITY;
        for (int axis = 0; axis < 3; axis++) {
            if (isUsed[axis]) {
                int turn = turns[axis];
                float toNear = boxes[box + turn] - fast[Slabs.NEAR_ORIGIN + axis];
                float toFar = boxes[box + Slabs.other(turn, axis)] - slow[Slabs.FAR_ORIGIN + axis];
                // Entries before the origin count as 0, so for them any ray will do.
                float in = toNear * fast[Slabs.NEAR_INVERSE + axis];
                float out = toFar * slow[Slabs.FAR_INVERSE + axis];
                near = in > near ? in : near;
                far = out < far ? out : far;
            }
        }
        return near > far ? Float.POSITIVE_INFINITY : near;
    }
}
