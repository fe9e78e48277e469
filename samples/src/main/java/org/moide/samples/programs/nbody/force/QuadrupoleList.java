package org.moide.samples.programs.nbody.force;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes the forces that cells exert on a group of bodies by their second moments. They are added to the forces of
 * the cells as points. Single precision is enough, because they are a small part of a force. Places are relative to a
 * point among the bodies, in units of the box around all bodies; masses are in units of the total mass. Used by one
 * thread.
 *
 * <p>A cell has six values: the sums of all masses times the products of two coordinates relative to the centre of
 * mass, xx, yy, zz, xy, xz, yz. The loops follow the rules in {@link Attraction}.
 */
public final class QuadrupoleList {
    /** The number of values for a cell. */
    public static final int NUMBERS = 6;

    private static final int PIECE = PointList.PIECE;

    /**
     * The coordinate of the empty entries at the end of the last piece. It is outside of all bodies; there, an entry
     * without moments exerts no force.
     */
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

    /** The acceleration that the last call of {@link #at} has computed, in the direction x. */
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
        /** For each cell of a piece, the sum of its moments xx, yy and zz. */
        final float[] trace = new float[PIECE];
    }

    /**
     * Creates a list without cells.
     *
     * @param softening the softening length; the same as in the {@link Attraction}
     */
    public QuadrupoleList(double softening) {
        this.softening = softening;
        units(1.0, 1.0);
    }

    /**
     * Sets the units.
     *
     * @param mass the total mass of all bodies, above 0
     * @param side the side of the box around them
     */
    public void units(double mass, double side) {
        massUnit = mass;
        perLength = side > 0.0 ? 1.0 / side : 1.0;
        softening2 = (float) (softening * softening * perLength * perLength);
    }

    public int count() {
        return count;
    }

    /** Removes all cells. Cells that are added later are relative to this place among the bodies. */
    public void begin(double x, double y, double z) {
        centreX = x;
        centreY = y;
        centreZ = z;
        count = 0;
    }

    /**
     * Adds cells.
     *
     * @param nodes the values of all cells, {@code stride} for each, beginning with its centre of mass
     * @param quadrupoles {@link #NUMBERS} for each cell
     * @param indices the indices of the cells to add
     * @param many how many of {@code indices} to use
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

    /**
     * Fills the last piece with cells that exert no force. Must be called after all cells are added, and before {@link
     * #at}.
     */
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

    /** Computes the acceleration {@link #ax}, {@link #ay}, {@link #az} at a place. */
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

    /** Returns the potential at a place. */
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

    /**
     * Adds, for each cell, the part of its second moment in the direction of the place that its moments xx, yy and zz
     * contribute.
     */
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

    /**
     * Adds, for each cell, the part of its second moment in the direction of the place that its moments xy, xz and yz
     * contribute.
     */
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
     * Computes two factors for each cell: {@code pull} is for the vector to the cell, and {@code turn} is for the
     * cell's moments in that direction.
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

    /**
     * Adds up one coordinate of the accelerations by all cells. The arguments named with {@code a} belong to that
     * coordinate, those with {@code b} and {@code c} to the other two.
     */
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
