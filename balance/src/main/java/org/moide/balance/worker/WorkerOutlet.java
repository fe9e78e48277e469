package org.moide.balance.worker;

/** The engine as its workers need it. Called by any thread, with no lock held; never blocks. */
public interface WorkerOutlet {
    /**
     * Brings a message to another process, in the order of these calls for each process.
     *
     * @return false if nothing can be sent there any more
     */
    boolean toProcess(int process, WorkerMessage message);

    /** A worker has become runnable: a thread that has nothing to do should look. */
    void runnable();

    /** The application sent something that can never arrive: the run is to end with this. */
    void hopeless(String why);

    /** An answer for a thread of this process. */
    void answered(WorkerMessage.Answer answer);
}
