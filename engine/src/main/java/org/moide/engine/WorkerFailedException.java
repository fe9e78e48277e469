package org.moide.engine;

/**
 * Thrown when a worker's handler threw, or when its state cannot be saved; the cause has the reason. It ends the run.
 */
public final class WorkerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Longest text of a task in the message, in characters; longer texts are cut. */
    private static final int LONGEST_TASK = 120;

    private final long worker;

    /**
     * Creates the exception for a handler that threw, or a state that cannot be saved.
     *
     * @param what the task that the worker was handling, or the operation that failed, as text
     */
    public WorkerFailedException(long worker, String what, Throwable cause) {
        super("worker " + worker + ", " + shortened(what) + ": " + firstLine(String.valueOf(cause)), cause);
        this.worker = worker;
    }

    private static String shortened(String what) {
        return what.length() <= LONGEST_TASK ? what : what.substring(0, LONGEST_TASK) + " ...";
    }

    private static String firstLine(String said) {
        return said.lines().findFirst().orElse(said);
    }

    /** Returns the message alone, which already names the class of the cause. */
    // The class's name in front of the message would tell the user nothing new.
    @SuppressWarnings("OverrideThrowableToString")
    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }

    /** Returns the number of the worker. */
    public long worker() {
        return worker;
    }
}
