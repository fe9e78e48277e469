package org.moide.engine.host;

/** The calls by which an engine controls its own process. Any thread. */
public interface EngineControl {
    /**
     * Ends the process at once with exit code 1, after telling its parent why. Does not return. Finally blocks and
     * shutdown hooks do not run.
     *
     * @param cause the cause, as text that follows "engine-3 …", such as "lost its coordinator"
     */
    void fail(String cause);

    /**
     * Ends the process like {@link #fail(String)}, because of the task of one compute thread.
     *
     * @param cause the cause, as text that follows "engine-3 …", such as "ended since a task took too long"
     */
    void fail(String cause, int thread);

    /**
     * Tells the parent the file descriptor by which it can read the compute threads' tasks after the process has died:
     * see {@link RunningTasks#descriptor}.
     */
    void tasksAt(int descriptor);

    /**
     * Notes that the application is about to be loaded. Threads and other changes of this JVM from now on count as the
     * run's. Called by the {@link EngineStarter}.
     */
    void applicationComes();

    /**
     * Notes that the run is over for this engine. Usually the process ends at once with exit code 0, and this method
     * does not return. If the engine's order says that the JVM stays, the engine is closed on another thread, and the
     * process waits for the next order.
     *
     * @param inOrder whether no thread of the run is active in this process; otherwise the process does not stay
     */
    void finish(boolean inOrder);
}
