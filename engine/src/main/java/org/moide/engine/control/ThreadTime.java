package org.moide.engine.control;

import java.io.Serializable;

/**
 * What a compute thread did with its time, in nanoseconds; each moment is in one of these, and only there.
 *
 * @param computeNanos in the application's code
 * @param communicateNanos in primitives, moving data: copying, encoding, writing, reading
 * @param waitNanos in primitives, for others; or before it had anything to run
 * @param fetchNanos for tasks, where it had none
 * @param checkpointNanos making states to be kept out of objects, and objects out of such states
 * @param migrateNanos the same for another number of threads than before
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

    /** All of it. */
    public long wallNanos() {
        return computeNanos + communicateNanos + waitNanos + fetchNanos + checkpointNanos + migrateNanos;
    }

    /** The same, in which all that is not said otherwise was computing. */
    public ThreadTime within(long wallNanos) {
        return new ThreadTime(
                Math.max(0, wallNanos - (wallNanos() - computeNanos)),
                communicateNanos,
                waitNanos,
                fetchNanos,
                checkpointNanos,
                migrateNanos);
    }

    /** The same, in which so much of the last was a wait that has not ended. */
    public ThreadTime waiting(long nanos) {
        long taken = Math.max(0, Math.min(nanos, computeNanos));
        return new ThreadTime(
                computeNanos - taken, communicateNanos, waitNanos + taken, fetchNanos, checkpointNanos, migrateNanos);
    }

    /** The same, in which so much of the last was without a task and has not ended. */
    public ThreadTime fetching(long nanos) {
        long taken = Math.max(0, Math.min(nanos, computeNanos));
        return new ThreadTime(
                computeNanos - taken, communicateNanos, waitNanos, fetchNanos + taken, checkpointNanos, migrateNanos);
    }

    /** With that of another epoch, or of another thread. */
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
