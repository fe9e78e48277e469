package org.moide.samples.programs.nbody.force;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The forces of cells on a group of bodies beyond those of points: their second moments, in single precision, since
 * this is a small part of a force. Lengths are told from a point in the midst of the bodies in units of the box around
 * all bodies, masses in units of all masses. Belongs to one thread.
 *
 * <p>The numbers of a cell are six: the sums of all masses times the products of two coordinates from the centre of
 * mass, xx, yy, zz, xy, xz, yz. Loops are kept as {@link Attraction} says.
 */
public final class QuadrupoleList {
    /** The count of numbers that a cell has. */
    public static final int NUMBERS = 6;

    private static final int PIECE = PointList.PIECE;

    /** Beyond all bodies: there what is no cell does nothing. */
    private static final float FAR = 4.0f;

    private final double softening;
    private double perLength;
    private float softening2;
    private final List<Piece> pieces = new ArrayList<>();
    private int count;
    private double massUnit = 1.0;
    private double centreX;
    private double centreY;
    private double centreZ;
    private final float[] sumX = new float[PIECE];
    private final float[] sumY = new float[PIECE];
    private final float[] sumZ = new float[PIECE];
    private final float[] along = new float[PIECE];
    private final float[] pull = new float[PIECE];
    private final float[] turn = new float[PIECE];

    /** The result of the last {@link #at}. */
    public double ax;

    public double ay;
    public double az;

    private static final class Piece {
        final float[] x = new float[PIECE];
        final float[] y = new float[PIECE];
        final float[] z = new float[PIECE];
        final float[] xx = new float[PIECE];
        final float[] yy = new float[PIECE];
        final float[] zz = new float[PIECE];
        final float[] xy = new float[PIECE];
        final float[] xz = new float[PIECE];
        final float[] yz = new float[PIECE];
        /** xx, yy and zz together. */
        final float[] trace = new float[PIECE];
    }

    /** @param softening as of the {@link Attraction} beside it */
    public QuadrupoleList(double softening) {
        this.softening = softening;
        units(1.0, 1.0);
    }

    /**
     * Sets the units.
     *
     * @param mass that all bodies have together; more than 0
     * @param side of the box around them
     */
    public void units(double mass, double side) {
        massUnit = mass;
        perLength = side > 0.0 ? 1.0 / side : 1.0;
        softening2 = (float) (softening * softening * perLength * perLength);
    }

    public int count() {
        return count;
    }

    /** Forgets all cells; others come, seen from a place in the midst of the bodies. */
    public void begin(double x, double y, double z) {
        centreX = x;
        centreY = y;
        centreZ = z;
        count = 0;
    }

    /**
     * Adds cells.
     *
     * @param nodes beginning with the centre of mass of each, {@code stride} numbers for each cell
     * @param quadrupoles {@link #NUMBERS} for each cell
     * @param indices which ones
     * @param many how many of the indices
     */
    public void addAll(double[] nodes, int stride, double[] quadrupoles, int[] indices, int many) {
        double unit = perLength * perLength / massUnit;
        for (int i = 0; i < many; i++) {
            int at = count % PIECE;
            if (count / PIECE == pieces.size()) {
                pieces.add(new Piece());
            }
            Piece to = pieces.get(count / PIECE);
            int node = stride * indices[i];
            to.x[at] = (float) ((nodes[node] - centreX) * perLength);
            to.y[at] = (float) ((nodes[node + 1] - centreY) * perLength);
            to.z[at] = (float) ((nodes[node + 2] - centreZ) * perLength);
            int numbers = NUMBERS * indices[i];
            to.xx[at] = (float) (quadrupoles[numbers] * unit);
            to.yy[at] = (float) (quadrupoles[numbers + 1] * unit);
            to.zz[at] = (float) (quadrupoles[numbers + 2] * unit);
            to.xy[at] = (float) (quadrupoles[numbers + 3] * unit);
            to.xz[at] = (float) (quadrupoles[numbers + 4] * unit);
            to.yz[at] = (float) (quadrupoles[numbers + 5] * unit);
            to.trace[at] = to.xx[at] + to.yy[at] + to.zz[at];
            count++;
        }
    }

    /** Fills the last piece with cells that do nothing; after all are added, before {@link #at}. */
    public void complete() {
        int at = count % PIECE;
        if (at > 0) {
            Piece last = pieces.get(count / PIECE);
            Arrays.fill(last.x, at, PIECE, FAR);
            for (float[] numbers : List.of(last.xx, last.yy, last.zz, last.xy, last.xz, last.yz, last.trace)) {
                Arrays.fill(numbers, at, PIECE, 0.0f);
            }
        }
    }

    /** Computes {@link #ax}, {@link #ay} and {@link #az} at a place. */
    public void at(double x, double y, double z) {
        Arrays.fill(sumX, 0.0f);
        Arrays.fill(sumY, 0.0f);
        Arrays.fill(sumZ, 0.0f);
        float nearX = (float) ((x - centreX) * perLength);
        float nearY = (float) ((y - centreY) * perLength);
        float nearZ = (float) ((z - centreZ) * perLength);
        int used = (count + PIECE - 1) / PIECE;
        for (int index = 0; index < used; index++) {
            Piece p = pieces.get(index);
            alongEqual(p.x, p.y, p.z, p.xx, p.yy, p.zz, nearX, nearY, nearZ, along);
            alongMixed(p.x, p.y, p.z, p.xy, p.xz, p.yz, nearX, nearY, nearZ, along);
            weigh(p.x, p.y, p.z, p.trace, nearX, nearY, nearZ, softening2, along, pull, turn);
            addUp(p.x, p.y, p.z, p.xx, p.xy, p.xz, nearX, nearY, nearZ, pull, turn, sumX);
            addUp(p.y, p.x, p.z, p.yy, p.xy, p.yz, nearY, nearX, nearZ, pull, turn, sumY);
            addUp(p.z, p.x, p.y, p.zz, p.xz, p.yz, nearZ, nearX, nearY, pull, turn, sumZ);
        }
        double unit = massUnit * perLength * perLength;
        ax = unit * SingleAttraction.total(sumX);
        ay = unit * SingleAttraction.total(sumY);
        az = unit * SingleAttraction.total(sumZ);
    }

    /** The potential at a place. */
    public double potential(double x, double y, double z) {
        double sum = 0.0;
        for (int i = 0; i < count; i++) {
            Piece p = pieces.get(i / PIECE);
            int at = i % PIECE;
            double dx = p.x[at] - (x - centreX) * perLength;
            double dy = p.y[at] - (y - centreY) * perLength;
            double dz = p.z[at] - (z - centreZ) * perLength;
            double squares = dx * dx + dy * dy + dz * dz + softening2;
            double along = dx * (p.xx[at] * dx + 2.0 * p.xy[at] * dy)
                    + dy * (p.yy[at] * dy + 2.0 * p.yz[at] * dz)
                    + dz * (p.zz[at] * dz + 2.0 * p.xz[at] * dx);
            sum += (3.0 * along / squares - p.trace[at]) / (squares * Math.sqrt(squares));
        }
        return -0.5 * massUnit * perLength * sum;
    }

    /** Adds each cell's moments along its distance: the part of equal coordinates. */
    private static void alongEqual(
            float[] x,
            float[] y,
            float[] z,
            float[] xx,
            float[] yy,
            float[] zz,
            float pointX,
            float pointY,
            float pointZ,
            float[] along) {
        for (int i = 0; i < PIECE; i++) {
            float dx = x[i] - pointX;
            float dy = y[i] - pointY;
            float dz = z[i] - pointZ;
            along[i] = xx[i] * dx * dx + yy[i] * dy * dy + zz[i] * dz * dz;
        }
    }

    /** The part of two coordinates. */
    private static void alongMixed(
            float[] x,
            float[] y,
            float[] z,
            float[] xy,
            float[] xz,
            float[] yz,
            float pointX,
            float pointY,
            float pointZ,
            float[] along) {
        for (int i = 0; i < PIECE; i++) {
            float dx = x[i] - pointX;
            float dy = y[i] - pointY;
            float dz = z[i] - pointZ;
            along[i] += 2.0f * (dx * (xy[i] * dy + xz[i] * dz) + yz[i] * dy * dz);
        }
    }

    /**
     * Weighs what each cell's distance ({@code pull}) and its moments in that direction ({@code turn}) are multiplied
     * with.
     */
    private static void weigh(
            float[] x,
            float[] y,
            float[] z,
            float[] trace,
            float pointX,
            float pointY,
            float pointZ,
            float softening2,
            float[] along,
            float[] pull,
            float[] turn) {
        for (int i = 0; i < PIECE; i++) {
            float dx = x[i] - pointX;
            float dy = y[i] - pointY;
            float dz = z[i] - pointZ;
            float inverse = 1.0f / (dx * dx + dy * dy + dz * dz + softening2);
            float fifth = inverse * inverse * (float) Math.sqrt(inverse);
            turn[i] = -3.0f * fifth;
            pull[i] = fifth * (7.5f * along[i] * inverse - 1.5f * trace[i]);
        }
    }

    /** Adds up one coordinate of what all do, {@code a}, with those of the others, {@code b} and {@code c}. */
    private static void addUp(
            float[] a,
            float[] b,
            float[] c,
            float[] aa,
            float[] ab,
            float[] ac,
            float pointA,
            float pointB,
            float pointC,
            float[] pull,
            float[] turn,
            float[] sum) {
        for (int i = 0; i < PIECE; i++) {
            float da = a[i] - pointA;
            float moment = aa[i] * da + ab[i] * (b[i] - pointB) + ac[i] * (c[i] - pointC);
            sum[i] += turn[i] * moment + pull[i] * da;
        }
    }
}
