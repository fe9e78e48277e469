package org.moide.samples.programs.nbody;

import java.io.Serializable;

/**
 * The quantities that stay constant in a system without outside forces: energy and momentum. By how much they drift
 * shows how exact the steps and the forces are.
 *
 * @param energy the sum of kinetic and potential energy
 * @param momentumX the sum of masses times velocities, in the direction x
 * @param motion the sum of masses times speeds, with which momentum is compared
 */
record Conserved(double energy, double momentumX, double momentumY, double momentumZ, double motion)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Conserved NOTHING = new Conserved(0.0, 0.0, 0.0, 0.0, 0.0);

    /** Returns the sums over some bodies: five numbers, which can be added to those of other bodies. */
    static double[] sums(Bodies bodies, int from, int end) {
        double[] sums = {bodies.energy(from, end), 0.0, 0.0, 0.0, 0.0};
        for (int i = from; i < end; i++) {
            double x = bodies.vx[i];
            double y = bodies.vy[i];
            double z = bodies.vz[i];
            sums[1] += bodies.mass[i] * x;
            sums[2] += bodies.mass[i] * y;
            sums[3] += bodies.mass[i] * z;
            sums[4] += bodies.mass[i] * Math.sqrt(x * x + y * y + z * z);
        }
        return sums;
    }

    /** Creates the quantities from the sums that {@link #sums} returned for all bodies. */
    static Conserved of(double[] sums) {
        return new Conserved(sums[0], sums[1], sums[2], sums[3], sums[4]);
    }

    /**
     * Returns the energy gained or lost since {@code before}, as a fraction of the energy then; 0 for a single body at
     * rest, which has no energy.
     */
    double energyDrift(Conserved before) {
        double drift = Math.abs(energy - before.energy);
        return before.energy == 0.0 ? drift : drift / Math.abs(before.energy);
    }

    /**
     * Returns the length of the change of momentum since {@code before}, as a fraction of the present {@code motion}.
     */
    double momentumDrift(Conserved before) {
        double x = momentumX - before.momentumX;
        double y = momentumY - before.momentumY;
        double z = momentumZ - before.momentumZ;
        double drift = Math.sqrt(x * x + y * y + z * z);
        return motion == 0.0 ? drift : drift / motion;
    }
}
