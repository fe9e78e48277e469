package org.moide.samples.programs.nbody;

import org.moide.samples.programs.nbody.force.Attraction;
import org.moide.samples.programs.nbody.force.DoubleAttraction;
import org.moide.samples.programs.nbody.force.PointList;

/**
 * Computes forces as sums over all pairs of bodies. These forces are exact, so the tree's forces are compared with
 * them.
 */
final class DirectSum {
    private static final int NUMBERS_OF_POINT = 4;

    private DirectSum() {}

    /**
     * Returns positions and masses in the order of the bodies' numbers, so that sums are always computed in the same
     * order.
     */
    static double[] points(Bodies bodies) {
        double[] points = new double[bodies.count() * NUMBERS_OF_POINT];
        for (int i = 0; i < bodies.count(); i++) {
            int at = bodies.number[i] * NUMBERS_OF_POINT;
            points[at] = bodies.x[i];
            points[at + 1] = bodies.y[i];
            points[at + 2] = bodies.z[i];
            points[at + 3] = bodies.mass[i];
        }
        return points;
    }

    /**
     * Compares the accelerations of some bodies with those that the sum over all pairs gives.
     *
     * @return two numbers: the sum of the squares of the relative errors, and the number of bodies compared; a body
     *     without a force is left out
     */
    static double[] errors(double[] points, Bodies bodies, int from, int end, double softening) {
        PointList list = new PointList();
        for (int at = 0; at < points.length; at += NUMBERS_OF_POINT) {
            list.add(points[at], points[at + 1], points[at + 2], points[at + 3]);
        }
        Attraction attraction = new DoubleAttraction(softening);
        attraction.take(list, 0.0, 0.0, 0.0);
        double sum = 0.0;
        double counted = 0.0;
        for (int i = from; i < end; i++) {
            attraction.at(bodies.x[i], bodies.y[i], bodies.z[i]);
            double dx = bodies.ax[i] - attraction.ax;
            double dy = bodies.ay[i] - attraction.ay;
            double dz = bodies.az[i] - attraction.az;
            double exact2 =
                    attraction.ax * attraction.ax + attraction.ay * attraction.ay + attraction.az * attraction.az;
            if (exact2 > 0.0) {
                sum += (dx * dx + dy * dy + dz * dz) / exact2;
                counted++;
            }
        }
        return new double[] {sum, counted};
    }
}
