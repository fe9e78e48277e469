package org.moide.samples.programs.nbody.force;

/**
 * Adds up what points do to a body, with softened gravity. Belongs to one thread; points are taken once and used for a
 * whole group of bodies.
 *
 * <p><b>Loops.</b> Java adds floating-point numbers in the order of the program, so no compiler makes vector
 * instructions of a loop that adds up one sum. Here each place of a piece has a sum of its own, and the places are
 * added up at the end. A loop also has to be short, to run a fixed number of times, and to have the same index for all
 * its arrays: C2 of JDK 17 and 25 both leave longer ones as they are.
 */
public abstract class Attraction {
    /** The results of the last {@link #at}. */
    public double ax;

    public double ay;
    public double az;

    /**
     * Takes points, in place of those before. The list must stay as it is until the last {@link #at}.
     *
     * @param x of a place in the midst of the bodies that {@link #at} will be asked for
     */
    public abstract void take(PointList points, double x, double y, double z);

    /** Computes {@link #ax}, {@link #ay} and {@link #az} at a place. */
    public abstract void at(double x, double y, double z);

    /** The potential at a place. */
    public abstract double potential(double x, double y, double z);
}
