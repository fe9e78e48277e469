package org.moide.balance.simulation;

/** What executed tasks come to: the result of a loan, in simulated time. */
public interface Tally {
    void add(int task);

    /** Adds what {@link #encoded} gave. */
    void add(byte[] encoded);

    boolean isEmpty();

    byte[] encoded();
}
