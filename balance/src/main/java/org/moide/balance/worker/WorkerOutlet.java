package org.moide.balance.worker;

/**
 * The interface through which a {@link WorkerTable} sends messages and wakes threads of its engine. Any thread calls
 * it, with no lock held. The methods never block.
 */
public interface WorkerOutlet {
    /**
     * Sends a message to another process; messages to one process arrive in the order of these calls.
     *
     * @return false if nothing can be sent to that process any more
     */
    boolean toProcess(int process, WorkerMessage message);

    /** Wakes an idle thread, because a worker has become ready. */
    void runnable();

    /** Ends the run with this message, because a message of the application can never arrive. */
    void hopeless(String why);

    /** Passes on the answer for which a handler of this process waits. */
    void answered(WorkerMessage.Answer answer);
}
