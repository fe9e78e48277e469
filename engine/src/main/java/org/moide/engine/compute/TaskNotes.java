package org.moide.engine.compute;

/**
 * Where compute threads leave word of the tasks that they are about to run, for whoever finds their process dead. Each thread
 * writes of itself; it must cost next to nothing, since tasks may take a microsecond.
 */
public interface TaskNotes {
    /** Nobody reads them. */
    TaskNotes NONE = new TaskNotes() {
        @Override
        public void begins(int thread, Object task) {}

        @Override
        public void ended(int thread) {}
    };

    /** This thread is about to run this task. It may call the task's {@code toString}. */
    void begins(int thread, Object task);

    /** It has run it, and what comes of it is merged; or it has thrown. */
    void ended(int thread);
}
