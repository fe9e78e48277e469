package org.moide.commlib.port;

/**
 * The loop of a thread, divided into rounds: it waits until there is something to do, performs a round, and so on. A
 * round never waits, so a simulation can run the rounds without a thread of their own. That saves it the switching of
 * threads, which is its greatest cost. Only one thread at a time may run rounds.
 */
public interface Driver extends Runnable {
    /** Returns the signal on which the loop waits between rounds. It waits for nothing else; others raise the signal to wake it. */
    Signal signal();

    /**
     * Returns whether there is something to do before the pause is over. The loop passes it to {@link Signal#await} as
     * the condition.
     */
    boolean isDue();

    /** Returns the longest time, from now on, that the thread may wait before the next round. */
    long pauseNanos();

    /**
     * Performs one round: everything for which the time has come, or comes at the end of the current pause. Never
     * blocks.
     */
    void round();

    /** Returns whether there will be no further round. */
    boolean isOver();

    /** Runs all rounds on the calling thread. An interrupt ends a wait, but not the loop. */
    @Override
    default void run() {
        while (!isOver()) {
            try {
                signal().await(this::isDue, pauseNanos());
            } catch (InterruptedException stray) {
                // An interrupt does not end a driver: an application in the same process may interrupt every thread it
                // finds.
            }
            round();
        }
    }
}
