package org.moide.engine;

import org.jspecify.annotations.Nullable;

/**
 * A repository of tasks that an application organises itself: it decides which task of an engine runs next (SAMBA, the
 * class {@code Repository} with its hot spots {@code InsertTask} and {@code RetrieveTask}). An application returns one
 * from {@link TaskApplication#repository}.
 *
 * <p>A repository has the tasks of one engine, or of one of its compute threads. Each task comes out once, as the
 * object that was inserted. MOIDE may lend a task that is in the repository to another engine; when such a task comes
 * out here, it is dropped, and the next one is asked for. So a repository need not remove tasks in any other way.
 *
 * <p><b>Threads.</b> The methods are called by compute threads, one at a time for each repository. They should be
 * quick, since other threads may wait, and must not put tasks. If a method throws, returns null although tasks are
 * inside, or returns an object that is not inside, the run ends with a message that says so.
 *
 * @param <T> a task
 */
public interface TaskRepository<T> {
    /** Inserts a task that this engine has put or was given. */
    void insert(T task);

    /**
     * Takes out the task that runs next.
     *
     * @return null if no task is inside
     */
    @Nullable
    T retrieve();
}
