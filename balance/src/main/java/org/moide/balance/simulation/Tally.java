package org.moide.balance.simulation;

/** The tally of executed tasks: the result of a loan, in simulated time. */
public interface Tally {
    void add(int task);

    /** Adds what {@link #encoded} gave. */
    void add(byte[] encoded);

    boolean isEmpty();

    byte[] encoded();
}
