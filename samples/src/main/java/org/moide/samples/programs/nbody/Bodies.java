package org.moide.samples.programs.nbody;

import java.util.Objects;

/**
 * Bodies, with one array for each quantity, so that loops read memory in order and parts can be sent without
 * conversion. The gravitational constant is 1.
 *
 * <p>The arrays are again and again sorted into the order of the tree, so an index does not identify a body; {@link
 * #number} does. Threads may write different bodies at the same time; other threads read them only after a barrier.
 */
final class Bodies {
    /** The number of values that {@link #pack} writes for each body. */
    static final int PACKED = 12;

    final double[] x;
    final double[] y;
    final double[] z;
    final double[] vx;
    final double[] vy;
    final double[] vz;
    final double[] mass;
    final double[] ax;
    final double[] ay;
    final double[] az;
    /**
     * The potential of all other bodies at each body. It is computed only when the energy is needed, and is not sent to
     * other engines.
     */
    final double[] potential;
    /** The work for each body: the number of interactions when the force on it was last computed. */
    final double[] work;
    /** The number of each body, from 0, which is its place in the input and the output. */
    final int[] number;

    private int count;

    Bodies(int count) {
        this(count, count);
    }

    /**
     * Creates bodies with all values 0.
     *
     * @param room the length of the arrays: the most bodies that there may be later
     */
    Bodies(int count, int room) {
        this.count = count;
        x = new double[room];
        y = new double[room];
        z = new double[room];
        vx = new double[room];
        vy = new double[room];
        vz = new double[room];
        mass = new double[room];
        ax = new double[room];
        ay = new double[room];
        az = new double[room];
        potential = new double[room];
        work = new double[room];
        number = new int[room];
    }

    int count() {
        return count;
    }

    /** Returns the most bodies for which there is room. */
    int room() {
        return x.length;
    }

    /** Changes the number of bodies: removes or adds bodies at the end. The values of added bodies are undefined. */
    void setCount(int bodies) {
        count = Objects.checkIndex(bodies, room() + 1);
    }

    /** Writes one body to {@code to}, beginning at index {@code at}. */
    void pack(int body, double[] to, int at) {
        to[at] = x[body];
        to[at + 1] = y[body];
        to[at + 2] = z[body];
        to[at + 3] = vx[body];
        to[at + 4] = vy[body];
        to[at + 5] = vz[body];
        to[at + 6] = mass[body];
        to[at + 7] = ax[body];
        to[at + 8] = ay[body];
        to[at + 9] = az[body];
        to[at + 10] = work[body];
        to[at + 11] = number[body];
    }

    /** Reads a body that {@link #pack} has written. */
    void unpack(int body, double[] from, int at) {
        x[body] = from[at];
        y[body] = from[at + 1];
        z[body] = from[at + 2];
        vx[body] = from[at + 3];
        vy[body] = from[at + 4];
        vz[body] = from[at + 5];
        mass[body] = from[at + 6];
        ax[body] = from[at + 7];
        ay[body] = from[at + 8];
        az[body] = from[at + 9];
        work[body] = from[at + 10];
        number[body] = (int) from[at + 11];
    }

    /**
     * Copies bodies of {@code source}: for each i from {@code from} to {@code end} − 1, its body number {@code
     * order[i]} becomes body i here.
     */
    void take(Bodies source, int[] order, int from, int end) {
        for (int i = from; i < end; i++) {
            int body = order[i];
            x[i] = source.x[body];
            y[i] = source.y[body];
            z[i] = source.z[body];
            vx[i] = source.vx[body];
            vy[i] = source.vy[body];
            vz[i] = source.vz[body];
            mass[i] = source.mass[body];
            ax[i] = source.ax[body];
            ay[i] = source.ay[body];
            az[i] = source.az[body];
            work[i] = source.work[body];
            number[i] = source.number[body];
        }
    }

    /**
     * Removes a body. The last body takes its place.
     *
     * @param spare room for a packed body
     */
    void remove(int body, double[] spare) {
        pack(count - 1, spare, 0);
        unpack(body, spare, 0);
        count--;
    }

    /**
     * Runs the first half of a leapfrog step for some bodies: advances their velocities by half a step and their
     * positions by a whole step.
     */
    void kickAndDrift(int from, int end, double step) {
        double half = 0.5 * step;
        for (int i = from; i < end; i++) {
            vx[i] += half * ax[i];
            vy[i] += half * ay[i];
            vz[i] += half * az[i];
            x[i] += step * vx[i];
            y[i] += step * vy[i];
            z[i] += step * vz[i];
        }
    }

    /**
     * Runs the second half of a leapfrog step for some bodies: advances their velocities by half a step, with the new
     * accelerations.
     */
    void kick(int from, int end, double step) {
        double half = 0.5 * step;
        for (int i = from; i < end; i++) {
            vx[i] += half * ax[i];
            vy[i] += half * ay[i];
            vz[i] += half * az[i];
        }
    }

    /**
     * Returns the kinetic energy of some bodies plus half of their potential energy. The sum of the results for all
     * bodies is the total energy.
     */
    double energy(int from, int end) {
        double energy = 0.0;
        for (int i = from; i < end; i++) {
            double speed2 = vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i];
            energy += 0.5 * mass[i] * (speed2 + potential[i]);
        }
        return energy;
    }

    double work(int from, int end) {
        double sum = 0.0;
        for (int i = from; i < end; i++) {
            sum += work[i];
        }
        return sum;
    }
}
