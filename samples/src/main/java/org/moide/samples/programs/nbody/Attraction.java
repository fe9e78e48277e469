package org.moide.samples.programs.nbody;

import java.util.Arrays;

/**
 * Adds up what a list of point masses does to a body, with softened gravity. Belongs to one thread; a list is filled
 * once and used for a whole group of bodies.
 */
final class Attraction {
    private final double softening2;
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
        double[] listX = x;
        double[] listY = y;
        double[] listZ = z;
        double[] listMass = mass;
        double sumX = 0.0;
        double sumY = 0.0;
        double sumZ = 0.0;
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            double dx = listX[i] - pointX;
            double dy = listY[i] - pointY;
            double dz = listZ[i] - pointZ;
            double distance2 = dx * dx + dy * dy + dz * dz + softening2;
            double inverse = 1.0 / Math.sqrt(distance2);
            double weight = listMass[i] * inverse;
            double force = weight * inverse * inverse;
            sumX += force * dx;
            sumY += force * dy;
            sumZ += force * dz;
            sum += weight;
        }
        ax = sumX;
        ay = sumY;
        az = sumZ;
        potential = -sum;
    }
}
