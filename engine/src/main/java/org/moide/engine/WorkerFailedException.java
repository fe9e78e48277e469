package org.moide.engine;

/** Says that a worker's handler threw, or that its state cannot be saved; the cause says why. It ends the run. */
public final class WorkerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The longest text of a task in a message: the text may be as long as the task. */
    private static final int LONGEST_TASK = 120;

    private final long worker;

    /** @param what the task that the worker was handling, or what failed, in words */
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

    /** Returns the message, which says everything that the class would say. */
    @SuppressWarnings("OverrideThrowableToString") // with its class in front the user reads the same twice
    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }

    /** Returns the number of the worker. */
    public long worker() {
        return worker;
    }
}
