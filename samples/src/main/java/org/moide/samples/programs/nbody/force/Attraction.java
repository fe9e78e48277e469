package org.moide.samples.programs.nbody.force;

/**
 * Computes the gravity of points on a body, with softening. Used by one thread; points are taken once and used for a
 * whole group of bodies.
 *
 * <p><b>Loops.</b> Java adds floating-point numbers in the order of the program, so no compiler vectorizes a loop that
 * adds up one sum. Here each index of a piece has its own sum, and these sums are added at the end. A loop must also be
 * short, run a fixed number of times, and use the same index for all its arrays; C2 of JDK 17 and 25 does not vectorize
 * longer ones.
 */
public abstract class Attraction {
    /** The acceleration that the last {@link #at} has computed, in x. */
    public double ax;

    public double ay;
    public double az;

    /**
     * Takes points, instead of earlier ones. The list must not be changed until the last call of {@link #at}.
     *
     * @param x the x of a place among the bodies for which {@link #at} will be called
     */
    public abstract void take(PointList points, double x, double y, double z);

    /** Computes the acceleration {@link #ax}, {@link #ay}, {@link #az} at a place. */
    public abstract void at(double x, double y, double z);

    /** Returns the potential at a place. */
    public abstract double potential(double x, double y, double z);
}
