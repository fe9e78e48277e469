package org.moide.balance.simulation;

/** A record of executed tasks, which is the result of a loan in simulated runs. */
public interface Tally {
    void add(int task);

    /** Adds the tasks of another tally, in the form that {@link #encoded} returned. */
    void add(byte[] encoded);

    boolean isEmpty();

    byte[] encoded();
}
