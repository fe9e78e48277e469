package org.moide.samples.programs.raytrace;

import java.util.Locale;

/**
 * Makes the mesh that comes with the sample: a tube along a torus knot. A test compares its result with the shipped
 * file.
 */
final class Knot {
    private static final int ALONG = 200;
    private static final int AROUND = 14;
    private static final double TUBE = 0.19;

    private Knot() {}

    static String obj() {
        StringBuilder text = new StringBuilder();
        text.append("# A tube along the torus knot (2, 3): ")
                .append(ALONG)
                .append(" x ")
                .append(AROUND)
                .append(" quadrilaterals.\n# Made by Knot.java in the tests of this sample.\n");
        for (int i = 0; i < ALONG; i++) {
            double t = 2 * Math.PI * i / ALONG;
            double[] tangent = unit(minus(centre(t + 1e-4), centre(t - 1e-4)));
            double[] toAxis = unit(new double[] {-centre(t)[0], -centre(t)[1], -centre(t)[2]});
            double[] side = unit(cross(tangent, toAxis));
            double[] up = cross(side, tangent);
            for (int j = 0; j < AROUND; j++) {
                double angle = 2 * Math.PI * j / AROUND;
                text.append('v');
                for (int axis = 0; axis < 3; axis++) {
                    double value = centre(t)[axis]
                            + TUBE * (StrictMath.cos(angle) * side[axis] + StrictMath.sin(angle) * up[axis]);
                    text.append(' ').append(String.format(Locale.ROOT, "%.4f", value));
                }
                text.append('\n');
            }
        }
        for (int i = 0; i < ALONG; i++) {
            for (int j = 0; j < AROUND; j++) {
                text.append("f ")
                        .append(index(i, j))
                        .append(' ')
                        .append(index(i, j + 1))
                        .append(' ')
                        .append(index(i + 1, j + 1))
                        .append(' ')
                        .append(index(i + 1, j))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static int index(int i, int j) {
        return 1 + i % ALONG * AROUND + j % AROUND;
    }

    private static double[] centre(double t) {
        double radius = 0.72 + 0.3 * StrictMath.cos(3 * t);
        return new double[] {
            radius * StrictMath.cos(2 * t), radius * StrictMath.sin(2 * t), 0.42 * StrictMath.sin(3 * t)
        };
    }

    private static double[] minus(double[] a, double[] b) {
        return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }

    private static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    private static double[] unit(double[] v) {
        double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        return new double[] {v[0] / length, v[1] / length, v[2] / length};
    }
}
