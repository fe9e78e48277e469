package org.moide.balance.worker;

/**
 * Thrown if the sender of a task changed the task's object after sending it. The exception ends the run. Such a change
 * is noticed only if tasks are verified.
 */
public final class ChangedTaskException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String type;

    /**
     * Creates the exception.
     * @param type the class of the changed object
     */
    public ChangedTaskException(String type) {
        this(type, "was changed later");
    }

    private ChangedTaskException(String type, String which) {
        super("--verify-tasks: expected that a task is left as it is once it is sent, found that one of class " + type
                + " " + which);
        this.type = type;
    }

    /** Makes the same exception with the task's sender and receiver in the message. */
    public ChangedTaskException of(WorkerTask task, long receiver) {
        return new ChangedTaskException(
                type,
                "from " + WorkerTask.sender(task.from()) + " to worker " + receiver
                        + " was changed later; send a copy");
    }
}
