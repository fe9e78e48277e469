package org.moide.commlib.sim;

import org.jspecify.annotations.Nullable;

/** An event planned in simulated time; it can be cancelled until it happens. */
public final class Event implements Comparable<Event> {
    private final EventQueue queue;
    private final long atNanos;
    private final long rank;
    private final long number;
    private final String what;
    private @Nullable Runnable action;
    private boolean plain;

    Event(EventQueue queue, long atNanos, long rank, long number, String what, Runnable action) {
        this.queue = queue;
        this.atNanos = atNanos;
        this.rank = rank;
        this.number = number;
        this.what = what;
        this.action = action;
    }

    /** Cancels the event; does nothing if it has happened. */
    public void cancel() {
        if (action != null) {
            action = null;
            queue.forget();
        }
    }

    /** Returns true until the event has happened or was cancelled. */
    public boolean isPending() {
        return action != null;
    }

    /**
     * Marks the event as one that runs no process's code and so cannot block: any thread of the simulation that stops
     * running may run it.
     */
    Event plain() {
        plain = true;
        return this;
    }

    boolean isPlain() {
        return plain;
    }

    long atNanos() {
        return atNanos;
    }

    long number() {
        return number;
    }

    String what() {
        return what;
    }

    /** Returns the event's action and marks the event as happened. Called once, by the queue. */
    Runnable take() {
        Runnable taken = action;
        if (taken == null) {
            throw new IllegalStateException(
                    "expected a pending event, found one that happened or was called off: " + what);
        }
        action = null;
        return taken;
    }

    /** Orders events by time; events of the same time by their random rank. */
    @Override
    public int compareTo(Event other) {
        int byTime = Long.compare(atNanos, other.atNanos);
        if (byTime != 0) {
            return byTime;
        }
        int byRank = Long.compare(rank, other.rank);
        return byRank != 0 ? byRank : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }
}
