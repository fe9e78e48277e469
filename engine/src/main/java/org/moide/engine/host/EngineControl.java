package org.moide.engine.host;

/** What an engine can say to the process it lives in. Any thread. */
public interface EngineControl {
    /**
     * Ends the process at once with exit code 1, telling its parent why. Does not return; finally-blocks and shutdown
     * hooks do not run.
     *
     * @param cause in words that go on after "engine-3 …", such as "lost its coordinator"
     */
    void fail(String cause);

    /**
     * Does the same for the sake of a task: that of this compute thread, and of no other, is to blame.
     *
     * @param cause in words that go on after "engine-3 …", such as "ended since a task took too long"
     */
    void fail(String cause, int thread);

    /** What the compute threads run can be read there when the process is dead: see {@link RunningTasks#descriptor}. */
    void tasksAt(int descriptor);

    /** The application is about to be loaded: what comes into this JVM from now on is the run's. By whoever starts the engine. */
    void applicationComes();

    /**
     * The run is over for this engine. The process ends at once with exit code 0, and this does not return; or, if its
     * order says that it stays, the engine is closed on another thread and the next order is waited for.
     *
     * @param inOrder whether nothing of the run is at work here any more; else the process does not stay
     */
    void finish(boolean inOrder);
}
