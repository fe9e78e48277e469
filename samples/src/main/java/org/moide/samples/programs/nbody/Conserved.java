package org.moide.samples.programs.nbody;

import java.io.Serializable;

/**
 * The quantities that a system without outer forces keeps: energy and momentum. How much they drift tells how good
 * steps and forces are.
 *
 * @param energy kinetic and potential
 * @param momentumX the sum of masses times velocities
 * @param motion the sum of masses times speeds: what a momentum is compared with
 */
record Conserved(double energy, double momentumX, double momentumY, double momentumZ, double motion)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Conserved NOTHING = new Conserved(0.0, 0.0, 0.0, 0.0, 0.0);

    /** Sums up some bodies: five numbers that can be added to those of others. */
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

    /** Makes the quantities of what {@link #sums} gave for all bodies. */
    static Conserved of(double[] sums) {
        return new Conserved(sums[0], sums[1], sums[2], sums[3], sums[4]);
    }

    /**
     * The part of the energy that was gained or lost since {@code before}; a single body at rest has none to compare
     * with.
     */
    double energyDrift(Conserved before) {
        double drift = Math.abs(energy - before.energy);
        return before.energy == 0.0 ? drift : drift / Math.abs(before.energy);
    }

    /** The length of the change of momentum since {@code before}, as a part of the motion there is now. */
    double momentumDrift(Conserved before) {
        double x = momentumX - before.momentumX;
        double y = momentumY - before.momentumY;
        double z = momentumZ - before.momentumZ;
        double drift = Math.sqrt(x * x + y * y + z * z);
        return motion == 0.0 ? drift : drift / motion;
    }
}
