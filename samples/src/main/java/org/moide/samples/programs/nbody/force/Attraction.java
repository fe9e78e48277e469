package org.moide.samples.programs.nbody.force;

/**
 * Computes the gravity with which points act on a body, with softening. Used by one thread; a list of points is taken
 * once and used for a whole group of bodies.
 *
 * <p><b>Loops.</b> Java adds floating-point numbers in the order of the program, so no compiler vectorizes a loop that
 * adds everything to one sum. Here the points are divided into pieces of equal length; there is a sum for each index
 * within a piece, and these sums are added at the end. A loop must also be short, run a fixed number of times, and use
 * the same index for all its arrays; C2 of JDK 17 and 25 does not vectorize longer ones.
 */
public abstract class Attraction {
    /** The acceleration that the last call of {@link #at} has computed, in the direction x. */
    public double ax;

    public double ay;
    public double az;

    /**
     * Takes these points in place of earlier ones. The list must not be changed until the last call of {@link #at} for
     * them.
     *
     * @param x the x of a place among the bodies for which {@link #at} will be called
     */
    public abstract void take(PointList points, double x, double y, double z);

    /** Computes the acceleration {@link #ax}, {@link #ay}, {@link #az} at a place. */
    public abstract void at(double x, double y, double z);

    /** Returns the potential at a place. */
    public abstract double potential(double x, double y, double z);
}
