package org.moide.engine.compute;

/**
 * Where compute threads note the task that they are about to run, to be read when their process is found dead. Each
 * thread notes its own; that must cost next to nothing, since a task may take a microsecond.
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

    /** It has run it and merged the result, or the task has thrown. */
    void ended(int thread);
}
