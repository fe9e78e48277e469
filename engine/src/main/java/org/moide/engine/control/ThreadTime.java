package org.moide.engine.control;

import java.io.Serializable;

/**
 * A compute thread's time by kind of activity, in nanoseconds. Each moment counts in exactly one of the fields.
 *
 * @param computeNanos the time in the application's code
 * @param communicateNanos the time in communication primitives that moves data: copying, encoding, writing, reading
 * @param waitNanos the time that the thread waited for other threads in communication primitives, or before it had
 *     anything to run
 * @param fetchNanos the time that the thread waited for tasks
 * @param checkpointNanos the time for encoding and decoding states of checkpoints
 * @param migrateNanos the time for decoding and redistributing states after the number of logical IDs has changed
 */
public record ThreadTime(
        long computeNanos,
        long communicateNanos,
        long waitNanos,
        long fetchNanos,
        long checkpointNanos,
        long migrateNanos)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Returns the sum of all fields. */
    public long wallNanos() {
        return computeNanos + communicateNanos + waitNanos + fetchNanos + checkpointNanos + migrateNanos;
    }

    /** Returns a copy with a total of {@code wallNanos}. Time that no other field accounts for counts as computing. */
    public ThreadTime within(long wallNanos) {
        return new ThreadTime(
                Math.max(0, wallNanos - (wallNanos() - computeNanos)),
                communicateNanos,
                waitNanos,
                fetchNanos,
                checkpointNanos,
                migrateNanos);
    }

    /**
     * Returns a copy in which this much of the computing time counts as waiting. Used for a wait that has not ended
     * yet.
     */
    public ThreadTime waiting(long nanos) {
        long taken = Math.max(0, Math.min(nanos, computeNanos));
        return new ThreadTime(
                computeNanos - taken, communicateNanos, waitNanos + taken, fetchNanos, checkpointNanos, migrateNanos);
    }

    /**
     * Returns a copy in which this much of the computing time counts as waiting for tasks. Used for a wait that has not
     * ended yet.
     */
    public ThreadTime fetching(long nanos) {
        long taken = Math.max(0, Math.min(nanos, computeNanos));
        return new ThreadTime(
                computeNanos - taken, communicateNanos, waitNanos, fetchNanos + taken, checkpointNanos, migrateNanos);
    }

    /** Returns the sum of these times and those of another epoch or thread. */
    public ThreadTime plus(ThreadTime other) {
        return new ThreadTime(
                computeNanos + other.computeNanos,
                communicateNanos + other.communicateNanos,
                waitNanos + other.waitNanos,
                fetchNanos + other.fetchNanos,
                checkpointNanos + other.checkpointNanos,
                migrateNanos + other.migrateNanos);
    }
}
