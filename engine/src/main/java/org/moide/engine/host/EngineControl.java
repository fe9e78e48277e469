package org.moide.engine.host;

/** The words that an engine can say to the process in which it lives. Any thread. */
public interface EngineControl {
    /**
     * Ends the process at once with exit code 1, telling its parent why. Does not return; finally-blocks and shutdown
     * hooks do not run.
     *
     * @param cause the cause, in words that stand behind "engine-3 …", such as "lost its coordinator"
     */
    void fail(String cause);

    /**
     * Ends the process as {@link #fail(String)} does, for the sake of a task: only the task of this compute thread is
     * to blame.
     *
     * @param cause the cause, in words that stand behind "engine-3 …", such as "ended since a task took too long"
     */
    void fail(String cause, int thread);

    /**
     * Tells the descriptor by which the compute threads' tasks can be read when the process is dead: see {@link
     * RunningTasks#descriptor}.
     */
    void tasksAt(int descriptor);

    /**
     * Notes that the application is about to be loaded: everything that comes into this JVM from now on is the run's.
     * Called by the starter of the engine.
     */
    void applicationComes();

    /**
     * Notes that the run is over for this engine. The process ends at once with exit code 0, and this method does not
     * return. If the engine's order says that it stays, the engine is closed on another thread instead, and the process
     * waits for the next order.
     *
     * @param inOrder whether nothing of the run is at work here any more; if something is, the process does not stay
     */
    void finish(boolean inOrder);
}
