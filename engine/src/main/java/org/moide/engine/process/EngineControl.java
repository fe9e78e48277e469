package org.moide.engine.process;

/** What an engine can say to the process it lives in. Any thread. */
public interface EngineControl {
    /**
     * Ends the process at once with exit code 1, telling its parent why. Does not return; finally-blocks and shutdown
     * hooks do not run.
     *
     * @param cause in words that go on after "engine-3 …", such as "lost its coordinator"
     */
    void fail(String cause);

    /** What the compute threads run can be read there when the process is dead: see {@link RunningTasks#descriptor}. */
    void tasksAt(int descriptor);

    /** Ends the process at once with exit code 0, because its work is done. Does not return. */
    void finish();
}
