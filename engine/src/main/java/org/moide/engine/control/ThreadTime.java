package org.moide.engine.control;

import java.io.Serializable;

/**
 * A compute thread's time in nanoseconds; each moment counts in exactly one of these.
 *
 * @param computeNanos the time in the application's code
 * @param communicateNanos the time in primitives that moves data: copying, encoding, writing, reading
 * @param waitNanos the time that it waited in primitives for others, or before it had anything to run
 * @param fetchNanos the time that it waited for tasks because it had none
 * @param checkpointNanos the time for encoding states that are kept, and for decoding such states
 * @param migrateNanos the same, where the number of threads has changed
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

    /** Returns the sum of all. */
    public long wallNanos() {
        return computeNanos + communicateNanos + waitNanos + fetchNanos + checkpointNanos + migrateNanos;
    }

    /** Returns the same times, with everything that is not otherwise accounted for as computing. */
    public ThreadTime within(long wallNanos) {
        return new ThreadTime(
                Math.max(0, wallNanos - (wallNanos() - computeNanos)),
                communicateNanos,
                waitNanos,
                fetchNanos,
                checkpointNanos,
                migrateNanos);
    }

    /** Returns the same times, with this much of the computing time as a wait that has not ended yet. */
    public ThreadTime waiting(long nanos) {
        long taken = Math.max(0, Math.min(nanos, computeNanos));
        return new ThreadTime(
                computeNanos - taken, communicateNanos, waitNanos + taken, fetchNanos, checkpointNanos, migrateNanos);
    }

    /** Returns the same times, with this much of the computing time as a wait for a task that has not ended yet. */
    public ThreadTime fetching(long nanos) {
        long taken = Math.max(0, Math.min(nanos, computeNanos));
        return new ThreadTime(
                computeNanos - taken, communicateNanos, waitNanos, fetchNanos + taken, checkpointNanos, migrateNanos);
    }

    /** Returns the sum with the times of another epoch or of another thread. */
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
