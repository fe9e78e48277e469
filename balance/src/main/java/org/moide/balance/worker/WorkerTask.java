package org.moide.balance.worker;

/**
 * A task as it lies in a worker's queue.
 *
 * @param from the worker that sent it; {@link #BEGIN} if it was sent before workers began
 * @param planned its own number, by which it can be awaited; {@link #NONE} if it has none
 * @param ask the number of the request that it is, of {@code asker}; {@link #NONE} if it is a task
 * @param asker the process that waits for the answer
 */
public record WorkerTask(long from, long planned, long ask, int asker, TaskBody body) {
    /** Value for no number. */
    public static final long NONE = -1;

    /** The number in place of a sender: the application, before workers began. */
    public static final long BEGIN = -1;

    /** Makes a task that nobody waits for. */
    public static WorkerTask of(long from, TaskBody body) {
        return new WorkerTask(from, NONE, NONE, 0, body);
    }

    /** Returns whether the task has to be answered. */
    public boolean isRequest() {
        return ask != NONE;
    }

    /** The words for the sender of what has this as its sender. */
    static String sender(long from) {
        return from == BEGIN ? "begin" : "worker " + from;
    }
}
