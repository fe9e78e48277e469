package org.moide.commlib.port;

/**
 * The work of a stepped core's thread, told in parts: it waits until there is something to do, does that, and so on. A
 * round never waits, so the rounds can be played without a thread of their own. Simulations do that, because switching
 * threads is what costs them most. Only one thread at a time may play.
 */
public interface Driver extends Runnable {
    /** The signal at which it waits, and nowhere else. */
    Signal signal();

    /**
     * Returns whether there is something to do before the pause is over: a condition as those of {@link Signal#await}.
     */
    boolean isDue();

    /** The longest time from now that it waits. */
    long pauseNanos();

    /** Performs what there is to do, and what is to be done when the pause is over; never blocks. */
    void round();

    /** Returns whether there will be no further round. */
    boolean isOver();

    /** Plays all rounds, on the calling thread. An interrupt ends a wait and nothing else. */
    @Override
    default void run() {
        while (!isOver()) {
            try {
                signal().await(this::isDue, pauseNanos());
            } catch (InterruptedException stray) {
                // An interrupt does not end a driver: an application that shares the process may interrupt every thread
                // it finds.
            }
            round();
        }
    }
}
