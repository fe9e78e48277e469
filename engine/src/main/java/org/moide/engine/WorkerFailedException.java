package org.moide.engine;

/** A worker's handler threw, or its state cannot be saved: the cause says why. It ends the run. */
public final class WorkerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A task's text may be as long as a task. */
    private static final int LONGEST_TASK = 120;

    private final long worker;

    /**
     * Of a worker.
     *
     * @param what it was handling, or what it cannot do
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

    /** The message: it says all that the class would. */
    @SuppressWarnings("OverrideThrowableToString") // with its class in front the user reads the same twice
    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }

    /** Whose handler it was. */
    public long worker() {
        return worker;
    }
}
