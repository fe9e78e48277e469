package org.moide.balance.worker;

/**
 * A task in a worker's queue.
 *
 * @param from the sending worker; {@link #BEGIN} if it was sent before workers began
 * @param planned the number of a planned task, by which a worker can await it; {@link #NONE} if the task is not planned
 * @param ask the number of the request at the process {@code asker}; {@link #NONE} if it is not a request
 * @param asker the process that waits for the answer
 */
public record WorkerTask(long from, long planned, long ask, int asker, TaskBody body) {
    /** The value of {@code planned} or {@code ask} for a task without such a number. */
    public static final long NONE = -1;

    /** The value of {@code from} for a task that the application sent before workers began. */
    public static final long BEGIN = -1;

    /** Makes a task that is neither planned nor a request. */
    public static WorkerTask of(long from, TaskBody body) {
        return new WorkerTask(from, NONE, NONE, 0, body);
    }

    public boolean isRequest() {
        return ask != NONE;
    }

    /** Returns the words with which an error message names the sender of a task. */
    static String sender(long from) {
        return from == BEGIN ? "begin" : "worker " + from;
    }
}
