package org.moide.samples.programs.nbody;

/**
 * Generates random bodies by Plummer's model of a star cluster (Plummer 1911), by the method of Aarseth, Hénon and
 * Wielen (1974), in standard units: G = 1, mass 1, energy −1/4. The same seed gives the same bodies, on every machine.
 */
final class Plummer {
    /** The factor from the model's units to standard units: 3π/16. */
    private static final double LENGTH_SCALE = 3.0 * Math.PI / 16.0;

    private static final double SPEED_SCALE = Math.sqrt(1.0 / LENGTH_SCALE);
    /** The fraction of the mass that is used. The rest, the outermost thousandth, would extend to infinity. */
    private static final double MOST_MASS = 0.999;
    /** The largest value of the density q²·(1 − q²)^3.5, rounded up. */
    private static final double MOST_LIKELY = 0.1;

    private long state;

    private Plummer(long seed) {
        state = seed;
    }

    /** Returns one cluster, with its centre of mass at rest in the origin. */
    static Bodies cluster(int count, long seed) {
        Bodies bodies = new Bodies(count);
        new Plummer(seed).fill(bodies, 0, count);
        return bodies;
    }

    /**
     * Returns two clusters, one with twice the other's mass, which are about to collide off-centre. Their total energy
     * is negative.
     */
    static Bodies collision(int count, long seed) {
        Bodies bodies = new Bodies(count);
        int first = (int) Math.round(count * 2.0 / 3.0);
        Plummer model = new Plummer(seed);
        model.fill(bodies, 0, first);
        model.fill(bodies, first, count);
        for (int i = 0; i < count; i++) {
            boolean inFirst = i < first;
            double part = (inFirst ? first : count - first) / (double) count;
            // A smaller cluster is as dense and as near to rest in itself: lengths with the cube root of its mass.
            double length = Math.cbrt(part);
            double speed = Math.cbrt(part);
            double lever = inFirst ? first - count : first;
            bodies.mass[i] *= part;
            bodies.x[i] = bodies.x[i] * length + 3.2 * lever / count;
            bodies.y[i] = bodies.y[i] * length + 0.9 * lever / count;
            bodies.z[i] = bodies.z[i] * length;
            bodies.vx[i] = bodies.vx[i] * speed - 0.75 * lever / count;
            bodies.vy[i] = bodies.vy[i] * speed;
            bodies.vz[i] = bodies.vz[i] * speed + 0.15 * lever / count;
        }
        return bodies;
    }

    private void fill(Bodies bodies, int from, int end) {
        double[] direction = new double[3];
        for (int i = from; i < end; i++) {
            double enclosed = MOST_MASS * Math.max(uniform(), 1e-9);
            double radius = 1.0 / Math.sqrt(StrictMath.pow(enclosed, -2.0 / 3.0) - 1.0);
            onSphere(LENGTH_SCALE * radius, direction);
            bodies.x[i] = direction[0];
            bodies.y[i] = direction[1];
            bodies.z[i] = direction[2];
            double escape = Math.sqrt(2.0) * StrictMath.pow(1.0 + radius * radius, -0.25);
            onSphere(SPEED_SCALE * escape * partOfEscapeSpeed(), direction);
            bodies.vx[i] = direction[0];
            bodies.vy[i] = direction[1];
            bodies.vz[i] = direction[2];
            bodies.mass[i] = 1.0 / (end - from);
            bodies.number[i] = i;
            bodies.work[i] = 1.0;
        }
        centre(bodies.x, from, end);
        centre(bodies.y, from, end);
        centre(bodies.z, from, end);
        centre(bodies.vx, from, end);
        centre(bodies.vy, from, end);
        centre(bodies.vz, from, end);
    }

    /**
     * Returns a random speed as a fraction q of the escape speed. It has the density q²·(1 − q²)^3.5, by von Neumann's
     * rejection method.
     */
    private double partOfEscapeSpeed() {
        while (true) {
            double q = uniform();
            double height = MOST_LIKELY * uniform();
            if (height < q * q * StrictMath.pow(1.0 - q * q, 3.5)) {
                return q;
            }
        }
    }

    private void onSphere(double radius, double[] to) {
        double height = 2.0 * uniform() - 1.0;
        double angle = 2.0 * Math.PI * uniform();
        double ring = Math.sqrt(1.0 - height * height);
        to[0] = radius * ring * StrictMath.cos(angle);
        to[1] = radius * ring * StrictMath.sin(angle);
        to[2] = radius * height;
    }

    private static void centre(double[] values, int from, int end) {
        double sum = 0.0;
        for (int i = from; i < end; i++) {
            sum += values[i];
        }
        double mean = sum / Math.max(1, end - from);
        for (int i = from; i < end; i++) {
            values[i] -= mean;
        }
    }

    /**
     * Returns a random number of at least 0 and below 1, by SplitMix64 (Steele, Lea and Flood 2014), the same on every
     * JDK.
     */
    private double uniform() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return ((mixed ^ (mixed >>> 31)) >>> 11) * 0x1.0p-53;
    }
}
