package org.moide;

import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import org.moide.engine.Best;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.executor.CallPool;

/** The executor in a call that is a copy in the program's own JVM. It does what the one on engines does. */
final class CopiesInCall extends InCall {
    private static final long serialVersionUID = 1L;

    private final transient LocalExecutor all;

    CopiesInCall(CallPool pool, LocalExecutor all) {
        super(pool);
        this.all = all;
    }

    private LocalExecutor all() {
        within();
        return all;
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return all().newTaskFor(callable);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return all().newTaskFor(runnable, value);
    }

    @Override
    public void execute(Runnable command) {
        all().execute(command);
    }

    @Override
    public void detach(SerializableRunnable call) {
        all().detach(call);
    }

    @Override
    <T> RunnableFuture<T> entered(Callable<T> call, Runnable whenDone) {
        return all().entered(call, whenDone);
    }

    @Override
    public <T> Future<T> submit(Callable<T> call, CallOptions options) {
        return all().submit(call, options);
    }

    @Override
    public Future<?> submit(Runnable call, CallOptions options) {
        return all().submit(call, options);
    }

    @Override
    void requireSendable(Object part) {
        all.requireSendable(part);
    }

    @Override
    public <T> Best<T> best(T initial, Comparator<? super T> order) {
        return all.best(initial, order);
    }
}
