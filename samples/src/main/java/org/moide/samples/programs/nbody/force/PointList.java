package org.moide.samples.programs.nbody.force;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The point masses that act on a group of bodies. A walk through the tree fills the list once, and it is used for each
 * body of the group. The points are kept in pieces of a fixed length, so that compilers know the number of iterations
 * of a loop. Used by one thread.
 */
public final class PointList {
    /** The length of a piece, which is enough for vector instructions. On average, half of the last piece is wasted. */
    static final int PIECE = 64;

    private final List<Piece> pieces = new ArrayList<>();
    private Piece last = new Piece();
    private int lastIndex;
    private int lastCount;

    /** A sequence of points; all pieces but the last are full. */
    static final class Piece {
        final double[] x = new double[PIECE];
        final double[] y = new double[PIECE];
        final double[] z = new double[PIECE];
        final double[] mass = new double[PIECE];
    }

    public PointList() {
        pieces.add(last);
    }

    public int count() {
        return lastIndex * PIECE + lastCount;
    }

    public void clear() {
        lastIndex = 0;
        lastCount = 0;
        last = pieces.get(0);
    }

    public void add(double x, double y, double z, double mass) {
        if (lastCount == PIECE) {
            nextPiece();
        }
        int at = lastCount++;
        last.x[at] = x;
        last.y[at] = y;
        last.z[at] = z;
        last.mass[at] = mass;
    }

    /** Adds {@code many} points, which are given by four arrays. */
    public void addAll(double[] x, double[] y, double[] z, double[] mass, int first, int many) {
        int from = first;
        int left = many;
        while (left > 0) {
            if (lastCount == PIECE) {
                nextPiece();
            }
            int part = Math.min(left, PIECE - lastCount);
            Piece to = last;
            for (int i = 0; i < part; i++) {
                to.x[lastCount + i] = x[from + i];
                to.y[lastCount + i] = y[from + i];
                to.z[lastCount + i] = z[from + i];
                to.mass[lastCount + i] = mass[from + i];
            }
            lastCount += part;
            from += part;
            left -= part;
        }
    }

    /**
     * Adds points whose values are together in one array, for each point its place (three numbers) and its mass.
     *
     * @param numbers the values of all points, {@code stride} for each
     * @param indices the indices of the points to add
     * @param many how many of {@code indices} to use
     */
    public void addAll(double[] numbers, int stride, int[] indices, int many) {
        int done = 0;
        while (done < many) {
            if (lastCount == PIECE) {
                nextPiece();
            }
            int part = Math.min(many - done, PIECE - lastCount);
            double[] toX = last.x;
            double[] toY = last.y;
            double[] toZ = last.z;
            double[] toMass = last.mass;
            int to = lastCount;
            for (int i = done; i < done + part; i++, to++) {
                int at = stride * indices[i];
                toX[to] = numbers[at];
                toY[to] = numbers[at + 1];
                toZ[to] = numbers[at + 2];
                toMass[to] = numbers[at + 3];
            }
            lastCount = to;
            done += part;
        }
    }

    private void nextPiece() {
        lastIndex++;
        lastCount = 0;
        if (lastIndex == pieces.size()) {
            pieces.add(new Piece());
        }
        last = pieces.get(lastIndex);
    }

    /** Fills the last piece with points without mass, and returns the number of pieces in use. */
    int complete() {
        Arrays.fill(last.x, lastCount, PIECE, 0.0);
        Arrays.fill(last.y, lastCount, PIECE, 0.0);
        Arrays.fill(last.z, lastCount, PIECE, 0.0);
        Arrays.fill(last.mass, lastCount, PIECE, 0.0);
        return lastIndex + 1;
    }

    Piece piece(int index) {
        return pieces.get(index);
    }
}
