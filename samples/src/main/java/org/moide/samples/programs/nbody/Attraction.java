package org.moide.samples.programs.nbody;

import java.util.Arrays;

/**
 * Adds up what a list of point masses does to a body, with softened gravity. Belongs to one thread; a list is filled
 * once and used for a whole group of bodies.
 */
final class Attraction {
    /** So many terms stay in the nearest cache between being computed and being added. */
    private static final int PIECE = 512;

    private final double softening2;
    // Terms are first computed, then added: a compiler of JDK 17 makes vector instructions of the first loop only if it
    // adds nothing up, and the two together take a third of the time of one.
    private final double[] pullX = new double[PIECE];
    private final double[] pullY = new double[PIECE];
    private final double[] pullZ = new double[PIECE];
    private final double[] pullPotential = new double[PIECE];
    private double[] x = new double[1024];
    private double[] y = new double[1024];
    private double[] z = new double[1024];
    private double[] mass = new double[1024];
    private int count;

    /** The results of the last {@link #at}. */
    double ax;

    double ay;
    double az;
    double potential;

    /** @param softening ε: two masses attract each other as if they were never nearer than this; more than 0 */
    Attraction(double softening) {
        softening2 = softening * softening;
    }

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    void add(double pointX, double pointY, double pointZ, double pointMass) {
        if (count == x.length) {
            grow(count + 1);
        }
        x[count] = pointX;
        y[count] = pointY;
        z[count] = pointZ;
        mass[count] = pointMass;
        count++;
    }

    void addAll(Tree tree, int first, int many) {
        if (count + many > x.length) {
            grow(count + many);
        }
        for (int i = first; i < first + many; i++) {
            x[count] = tree.x[i];
            y[count] = tree.y[i];
            z[count] = tree.z[i];
            mass[count] = tree.mass[i];
            count++;
        }
    }

    private void grow(int least) {
        int capacity = Math.max(least, 2 * x.length);
        x = Arrays.copyOf(x, capacity);
        y = Arrays.copyOf(y, capacity);
        z = Arrays.copyOf(z, capacity);
        mass = Arrays.copyOf(mass, capacity);
    }

    /** Computes {@link #ax}, {@link #ay}, {@link #az} and {@link #potential} at a point. */
    void at(double pointX, double pointY, double pointZ) {
        ax = 0.0;
        ay = 0.0;
        az = 0.0;
        potential = 0.0;
        for (int from = 0; from < count; from += PIECE) {
            int end = Math.min(count, from + PIECE);
            pull(from, end, pointX, pointY, pointZ);
            ax += sum(pullX, end - from);
            ay += sum(pullY, end - from);
            az += sum(pullZ, end - from);
            potential -= sum(pullPotential, end - from);
        }
    }

    private void pull(int from, int end, double pointX, double pointY, double pointZ) {
        double[] listX = x;
        double[] listY = y;
        double[] listZ = z;
        double[] listMass = mass;
        double[] toX = pullX;
        double[] toY = pullY;
        double[] toZ = pullZ;
        double[] toPotential = pullPotential;
        double added = softening2;
        for (int i = from; i < end; i++) {
            double dx = listX[i] - pointX;
            double dy = listY[i] - pointY;
            double dz = listZ[i] - pointZ;
            double inverse = 1.0 / Math.sqrt(dx * dx + dy * dy + dz * dz + added);
            double weight = listMass[i] * inverse;
            double force = weight * inverse * inverse;
            toX[i - from] = force * dx;
            toY[i - from] = force * dy;
            toZ[i - from] = force * dz;
            toPotential[i - from] = weight;
        }
    }

    /** Four sums: one alone would wait for each addition before the next. */
    private static double sum(double[] values, int count) {
        double a = 0.0;
        double b = 0.0;
        double c = 0.0;
        double d = 0.0;
        int i = 0;
        for (; i < count - 3; i += 4) {
            a += values[i];
            b += values[i + 1];
            c += values[i + 2];
            d += values[i + 3];
        }
        for (; i < count; i++) {
            a += values[i];
        }
        return (a + b) + (c + d);
    }
}
