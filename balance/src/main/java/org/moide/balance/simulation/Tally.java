package org.moide.balance.simulation;

/** A record of executed tasks. In simulated runs, a tally is the result of a task and of a loan. */
public interface Tally {
    void add(int task);

    /** Adds the tasks of another tally, in the form that {@link #encoded} returned. */
    void add(byte[] encoded);

    boolean isEmpty();

    byte[] encoded();
}
