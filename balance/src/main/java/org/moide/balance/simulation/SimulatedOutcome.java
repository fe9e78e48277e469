package org.moide.balance.simulation;

import java.util.List;

/** How a run in simulated time went, whatever it was that was simulated. */
public interface SimulatedOutcome {
    /** The strategy's name. */
    String strategy();

    /** How many computed. */
    int members();

    /** From the start to the end. */
    long predictedNanos();

    /** Total work / (sum of power × time): 1 if nobody ever waited. */
    double efficiency();

    /** The share of the threads' time in which they ran no task. */
    double idleShare();

    /** How many events the simulation took. */
    long events();

    /** The same for the same plan, whatever the machine: a hash of every event and its time. */
    long digest();

    /** How many messages were sent between members. */
    long messages();

    /** The share of all power that computed, in stretches of equal length from start to end. */
    List<Double> busyShares();

    /** The share of its time in which each member's threads ran tasks, in the order of the members. */
    List<Double> memberShares();
}
