package org.moide.balance.worker;

/** The worker table's interface to its engine. Called by any thread, with no lock held; the methods never block. */
public interface WorkerOutlet {
    /**
     * Sends a message to another process; messages to one process arrive in the order of these calls.
     *
     * @return false if nothing can be sent there any more
     */
    boolean toProcess(int process, WorkerMessage message);

    /** Wakes an idle thread, because a worker has become ready. */
    void runnable();

    /** Ends the run with this message, because the application sent something that can never arrive. */
    void hopeless(String why);

    /** Takes an answer for a handler of this process. */
    void answered(WorkerMessage.Answer answer);
}
