package org.moide.samples.programs.nbody;

import java.util.ArrayList;
import java.util.List;

/**
 * Adds up what a list of point masses does to a body, with softened gravity. Belongs to one thread; a list is filled
 * once and used for a whole group of bodies.
 */
final class Attraction {
    /** The list is kept in pieces of this length: one, with the terms computed from it, fits the nearest cache. */
    private static final int PIECE = 1024;

    private final double softening2;
    private final List<Piece> pieces = new ArrayList<>();
    // Weights are first computed, then added up: JDK 17's compiler makes vector instructions only of a loop that adds
    // nothing up, is short, and has the same index for all its arrays. So both together take less than half the time
    // of one.
    private final double[] weights = new double[PIECE];
    private final double[] forces = new double[PIECE];
    private Piece last = new Piece();
    private int lastIndex;
    private int lastCount;

    /** The results of the last {@link #at}. */
    double ax;

    double ay;
    double az;
    double potential;

    /** @param softening ε: two masses attract each other as if they were never nearer than this; more than 0 */
    Attraction(double softening) {
        softening2 = softening * softening;
        pieces.add(last);
    }

    /** A run of points; all but the last are full. */
    private static final class Piece {
        final double[] x = new double[PIECE];
        final double[] y = new double[PIECE];
        final double[] z = new double[PIECE];
        final double[] mass = new double[PIECE];
    }

    int count() {
        return lastIndex * PIECE + lastCount;
    }

    void clear() {
        lastIndex = 0;
        lastCount = 0;
        last = pieces.get(0);
    }

    void add(double pointX, double pointY, double pointZ, double pointMass) {
        if (lastCount == PIECE) {
            nextPiece();
        }
        int at = lastCount++;
        last.x[at] = pointX;
        last.y[at] = pointY;
        last.z[at] = pointZ;
        last.mass[at] = pointMass;
    }

    /** Adds some bodies of a tree. */
    void addAll(Tree tree, int first, int many) {
        for (int i = first; i < first + many; i++) {
            add(tree.x[i], tree.y[i], tree.z[i], tree.mass[i]);
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

    /** Computes {@link #ax}, {@link #ay}, {@link #az} and {@link #potential} at a point. */
    void at(double pointX, double pointY, double pointZ) {
        ax = 0.0;
        ay = 0.0;
        az = 0.0;
        potential = 0.0;
        for (int index = 0; index <= lastIndex; index++) {
            int many = index < lastIndex ? PIECE : lastCount;
            weigh(pieces.get(index), many, pointX, pointY, pointZ);
            addUp(pieces.get(index), many, pointX, pointY, pointZ);
        }
    }

    private void weigh(Piece piece, int many, double pointX, double pointY, double pointZ) {
        double[] x = piece.x;
        double[] y = piece.y;
        double[] z = piece.z;
        double[] mass = piece.mass;
        double[] toWeight = weights;
        double[] toForce = forces;
        double added = softening2;
        for (int i = 0; i < many; i++) {
            double dx = x[i] - pointX;
            double dy = y[i] - pointY;
            double dz = z[i] - pointZ;
            double inverse = 1.0 / Math.sqrt(dx * dx + dy * dy + dz * dz + added);
            double weight = mass[i] * inverse;
            toWeight[i] = weight;
            toForce[i] = weight * inverse * inverse;
        }
    }

    /** Two sums of each: one alone would wait for each addition before the next. */
    private void addUp(Piece piece, int many, double pointX, double pointY, double pointZ) {
        double[] x = piece.x;
        double[] y = piece.y;
        double[] z = piece.z;
        double[] weight = weights;
        double[] force = forces;
        double evenX = 0.0;
        double evenY = 0.0;
        double evenZ = 0.0;
        double even = 0.0;
        double oddX = 0.0;
        double oddY = 0.0;
        double oddZ = 0.0;
        double odd = 0.0;
        int i = 0;
        for (; i < many - 1; i += 2) {
            evenX += force[i] * (x[i] - pointX);
            evenY += force[i] * (y[i] - pointY);
            evenZ += force[i] * (z[i] - pointZ);
            even += weight[i];
            oddX += force[i + 1] * (x[i + 1] - pointX);
            oddY += force[i + 1] * (y[i + 1] - pointY);
            oddZ += force[i + 1] * (z[i + 1] - pointZ);
            odd += weight[i + 1];
        }
        if (i < many) {
            evenX += force[i] * (x[i] - pointX);
            evenY += force[i] * (y[i] - pointY);
            evenZ += force[i] * (z[i] - pointZ);
            even += weight[i];
        }
        ax += evenX + oddX;
        ay += evenY + oddY;
        az += evenZ + oddZ;
        potential -= even + odd;
    }
}
