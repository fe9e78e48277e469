package org.moide.engine.bag;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.pool.Repository;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.TaskRepository;
import org.moide.engine.control.BrokenRuleException;

/**
 * The application's own {@link TaskRepository} as the pool uses it. It knows each task by the object that was inserted,
 * so it notices if the application returns another one, or one twice.
 */
public final class OwnRepository<T> implements Repository {
    private final TaskRepository<T> application;
    private final ObjectCodec codec;

    /** The tasks that are in the application's repository. An object may be put more than once. */
    private final IdentityHashMap<Object, Deque<PooledTask>> inside = new IdentityHashMap<>();

    /**
     * Creates an empty repository.
     *
     * @param codec decodes tasks that came from elsewhere
     */
    public OwnRepository(TaskRepository<T> application, ObjectCodec codec) {
        this.application = application;
        this.codec = codec;
    }

    // The tasks of a loan come from an application object of the same class, so they have the type T.
    @SuppressWarnings("unchecked")
    @Override
    public boolean insert(PooledTask pooled) {
        T task;
        try {
            if (pooled.encoded() && InitialTask.in((byte[]) pooled.task()) != null) {
                return false;
            }
            task = (T) Tasks.shown(pooled, codec);
        } catch (RuntimeException | LinkageError unreadable) {
            return false; // the thread that runs it fails in the same way, and says so
        }
        try {
            application.insert(task);
        } catch (RuntimeException thrown) {
            throw broken("insert(" + task + ") threw " + thrown, thrown);
        }
        inside.computeIfAbsent(task, none -> new ArrayDeque<>(1)).add(pooled);
        return true;
    }

    @Override
    public @Nullable PooledTask retrieve() {
        T task;
        try {
            task = application.retrieve();
        } catch (RuntimeException thrown) {
            throw broken("retrieve() threw " + thrown, thrown);
        }
        if (task == null) {
            inside.clear(); // what is left has been lent, or the caller ends the run
            return null;
        }
        Deque<PooledTask> same = inside.get(task);
        if (same == null) {
            throw broken(
                    "expected retrieve() to return a task that is inside, as the object that was inserted, found "
                            + task + ", which is not inside or has come out before",
                    null);
        }
        PooledTask first = same.removeFirst();
        if (same.isEmpty()) {
            inside.remove(task);
        }
        return first;
    }

    @Override
    public RuntimeException lost(int tasks) {
        return broken("expected retrieve() to return one of the " + tasks + " tasks that are inside, found null", null);
    }

    private BrokenRuleException broken(String what, @Nullable RuntimeException cause) {
        BrokenRuleException broken = new BrokenRuleException(
                "task repository " + application.getClass().getName() + ": " + what);
        broken.initCause(cause);
        return broken;
    }
}
