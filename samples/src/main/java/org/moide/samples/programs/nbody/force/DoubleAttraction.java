package org.moide.samples.programs.nbody.force;

import java.util.Arrays;

/** The gravity of points in double precision, exact except for rounding. */
public final class DoubleAttraction extends Attraction {
    private static final int PIECE = PointList.PIECE;

    private final double softening2;
    private PointList points = new PointList();
    private int pieces;
    private final double[] sumX = new double[PIECE];
    private final double[] sumY = new double[PIECE];
    private final double[] sumZ = new double[PIECE];

    /**
     * Creates a computation without points.
     *
     * @param softening the softening length ε, above 0; it limits the force between two masses whose distance is less
     *     than that
     */
    public DoubleAttraction(double softening) {
        softening2 = softening * softening;
    }

    @Override
    public void take(PointList list, double x, double y, double z) {
        points = list;
        pieces = list.complete();
    }

    @Override
    public void at(double x, double y, double z) {
        Arrays.fill(sumX, 0.0);
        Arrays.fill(sumY, 0.0);
        Arrays.fill(sumZ, 0.0);
        for (int index = 0; index < pieces; index++) {
            PointList.Piece piece = points.piece(index);
            addUp(piece.x, piece.y, piece.z, piece.mass, x, y, z, softening2, sumX, sumY, sumZ);
        }
        ax = total(sumX);
        ay = total(sumY);
        az = total(sumZ);
    }

    private static void addUp(
            double[] x,
            double[] y,
            double[] z,
            double[] mass,
            double pointX,
            double pointY,
            double pointZ,
            double softening2,
            double[] sumX,
            double[] sumY,
            double[] sumZ) {
        for (int i = 0; i < PIECE; i++) {
            double dx = x[i] - pointX;
            double dy = y[i] - pointY;
            double dz = z[i] - pointZ;
            double squares = dx * dx + dy * dy + dz * dz + softening2;
            double force = mass[i] / (squares * Math.sqrt(squares));
            sumX[i] += force * dx;
            sumY[i] += force * dy;
            sumZ[i] += force * dz;
        }
    }

    @Override
    public double potential(double x, double y, double z) {
        Arrays.fill(sumX, 0.0);
        for (int index = 0; index < pieces; index++) {
            PointList.Piece piece = points.piece(index);
            addUpPotential(piece.x, piece.y, piece.z, piece.mass, x, y, z, softening2, sumX);
        }
        return -total(sumX);
    }

    private static void addUpPotential(
            double[] x,
            double[] y,
            double[] z,
            double[] mass,
            double pointX,
            double pointY,
            double pointZ,
            double softening2,
            double[] sum) {
        for (int i = 0; i < PIECE; i++) {
            double dx = x[i] - pointX;
            double dy = y[i] - pointY;
            double dz = z[i] - pointZ;
            sum[i] += mass[i] / Math.sqrt(dx * dx + dy * dy + dz * dz + softening2);
        }
    }

    /**
     * Returns the total of the given sums. It adds into several partial sums in turn, because an addition into the same
     * sum would have to wait for the one before.
     */
    private static double total(double[] sums) {
        double s0 = 0.0;
        double s1 = 0.0;
        double s2 = 0.0;
        double s3 = 0.0;
        for (int i = 0; i < PIECE; i += 4) {
            s0 += sums[i];
            s1 += sums[i + 1];
            s2 += sums[i + 2];
            s3 += sums[i + 3];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
