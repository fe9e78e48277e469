package org.moide.samples.programs.nbody.force;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The gravity of points in single precision, with places relative to a point among the bodies. A vector instruction
 * handles twice as many numbers, and roots and divisions, which take most of the time, take half as long. Lengths are
 * in units of the softening length and masses in units of the total mass, so that numbers are in the range of floats
 * whatever the user's units are.
 *
 * <p>Rounding changes a place by at most 2⁻²⁴ of its distance from the point among the bodies.
 */
public final class SingleAttraction extends Attraction {
    private static final int PIECE = PointList.PIECE;

    private final double perLength;
    private double massUnit = 1.0;
    private double centreX;
    private double centreY;
    private double centreZ;
    private final List<Piece> copies = new ArrayList<>();
    private int pieces;
    private final float[] sumX = new float[PIECE];
    private final float[] sumY = new float[PIECE];
    private final float[] sumZ = new float[PIECE];

    private static final class Piece {
        final float[] x = new float[PIECE];
        final float[] y = new float[PIECE];
        final float[] z = new float[PIECE];
        final float[] mass = new float[PIECE];
    }

    /**
     * Creates a computation without points.
     *
     * @param softening the softening length ε, above 0; it limits the force between two masses whose distance is less
     *     than that
     */
    public SingleAttraction(double softening) {
        perLength = 1.0 / softening;
    }

    /** Sets the total mass of all points, above 0, as the unit of mass. */
    public void unit(double mass) {
        massUnit = mass;
    }

    @Override
    public void take(PointList points, double x, double y, double z) {
        centreX = x;
        centreY = y;
        centreZ = z;
        pieces = points.complete();
        while (copies.size() < pieces) {
            copies.add(new Piece());
        }
        for (int index = 0; index < pieces; index++) {
            PointList.Piece from = points.piece(index);
            Piece to = copies.get(index);
            narrow(from.x, centreX, perLength, to.x);
            narrow(from.y, centreY, perLength, to.y);
            narrow(from.z, centreZ, perLength, to.z);
            narrow(from.mass, 0.0, 1.0 / massUnit, to.mass);
        }
    }

    private static void narrow(double[] from, double origin, double factor, float[] to) {
        for (int i = 0; i < PIECE; i++) {
            to[i] = (float) ((from[i] - origin) * factor);
        }
    }

    @Override
    public void at(double x, double y, double z) {
        Arrays.fill(sumX, 0.0f);
        Arrays.fill(sumY, 0.0f);
        Arrays.fill(sumZ, 0.0f);
        float nearX = (float) ((x - centreX) * perLength);
        float nearY = (float) ((y - centreY) * perLength);
        float nearZ = (float) ((z - centreZ) * perLength);
        for (int index = 0; index < pieces; index++) {
            Piece piece = copies.get(index);
            addUp(piece.x, piece.y, piece.z, piece.mass, nearX, nearY, nearZ, sumX, sumY, sumZ);
        }
        double unit = massUnit * perLength * perLength;
        ax = unit * total(sumX);
        ay = unit * total(sumY);
        az = unit * total(sumZ);
    }

    private static void addUp(
            float[] x,
            float[] y,
            float[] z,
            float[] mass,
            float pointX,
            float pointY,
            float pointZ,
            float[] sumX,
            float[] sumY,
            float[] sumZ) {
        for (int i = 0; i < PIECE; i++) {
            float dx = x[i] - pointX;
            float dy = y[i] - pointY;
            float dz = z[i] - pointZ;
            float squares = dx * dx + dy * dy + dz * dz + 1.0f;
            float force = mass[i] / (squares * (float) Math.sqrt(squares));
            sumX[i] += force * dx;
            sumY[i] += force * dy;
            sumZ[i] += force * dz;
        }
    }

    @Override
    public double potential(double x, double y, double z) {
        Arrays.fill(sumX, 0.0f);
        float nearX = (float) ((x - centreX) * perLength);
        float nearY = (float) ((y - centreY) * perLength);
        float nearZ = (float) ((z - centreZ) * perLength);
        for (int index = 0; index < pieces; index++) {
            Piece piece = copies.get(index);
            addUpPotential(piece.x, piece.y, piece.z, piece.mass, nearX, nearY, nearZ, sumX);
        }
        return -massUnit * perLength * total(sumX);
    }

    private static void addUpPotential(
            float[] x, float[] y, float[] z, float[] mass, float pointX, float pointY, float pointZ, float[] sum) {
        for (int i = 0; i < PIECE; i++) {
            float dx = x[i] - pointX;
            float dy = y[i] - pointY;
            float dz = z[i] - pointZ;
            sum[i] += mass[i] / (float) Math.sqrt(dx * dx + dy * dy + dz * dz + 1.0f);
        }
    }

    static double total(float[] sums) {
        float s0 = 0.0f;
        float s1 = 0.0f;
        float s2 = 0.0f;
        float s3 = 0.0f;
        for (int i = 0; i < PIECE; i += 4) {
            s0 += sums[i];
            s1 += sums[i + 1];
            s2 += sums[i + 2];
            s3 += sums[i + 3];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
