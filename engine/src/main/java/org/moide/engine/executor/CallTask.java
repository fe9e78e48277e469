package org.moide.engine.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;

/**
 * The future of a call that runs in this JVM and may submit further calls. It is done when the call has returned and
 * those calls are done; if the call throws or is cancelled, they are cancelled. A thread of the same pool that waits in
 * {@link #get} gives its place to another thread.
 *
 * @param <T> the type of the call's value
 */
public class CallTask<T> extends FutureTask<T> {
    private static final VarHandle ENDS = ends();

    private final CallPool pool;
    private final Object submitted;
    private volatile @Nullable Signal ends; // of the threads that wait for its end; set by the first
    private volatile @Nullable BegunCall begun;

    /** @param submitted the object that names the call in messages */
    public CallTask(CallPool pool, Object submitted, Callable<T> call) {
        super(call);
        this.pool = pool;
        this.submitted = submitted;
    }

    private static VarHandle ends() {
        try {
            return MethodHandles.lookup().findVarHandle(CallTask.class, "ends", Signal.class);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError("the field that is here", impossible);
        }
    }

    /** Returns the object that was submitted. */
    Object submitted() {
        return submitted;
    }

    /** Returns the running call; null if it has not begun, or runs in another JVM. */
    @Nullable
    BegunCall begun() {
        return begun;
    }

    /** Takes a call that no thread has taken yet, so that the caller must run it. Returns whether there was one. */
    boolean claim() {
        return false; // another executor's queue has it
    }

    /** Returns whether it waits in another JVM, and takes it back if it may, so that the caller must run it. */
    boolean takeBack() {
        return false;
    }

    @Override
    public void run() {
        BegunCall now = pool.begin(submitted);
        now.hasFuture(this);
        begun = now;
        if (isCancelled()) {
            now.end();
        }
        try {
            super.run();
        } finally {
            pool.ended(now);
        }
    }

    @Override
    protected void set(@Nullable T value) {
        BegunCall its = begun;
        if (its != null) { // else the value comes from another JVM
            try {
                its.awaitCalls();
            } catch (RuntimeException | Error cannot) { // they can never end, as they wait for this one
                setException(cannot);
                return;
            }
        }
        super.set(value);
    }

    @Override
    protected void setException(Throwable thrown) {
        BegunCall its = begun;
        if (its != null) {
            its.abandonCalls();
        }
        super.setException(thrown);
    }

    @Override
    protected void done() {
        Signal waited = ends;
        if (waited != null) {
            waited.raise();
        }
        BegunCall its = begun;
        if (its != null && isCancelled()) {
            its.end();
        }
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        if (!isDone()) {
            pool.awaitDone(this, Long.MAX_VALUE);
        }
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long nanos = unit.toNanos(timeout);
        if (!isDone() && nanos > 0) {
            long start = pool.nanoTime();
            pool.awaitDone(this, nanos);
            nanos -= pool.nanoTime() - start;
        }
        return super.get(nanos, TimeUnit.NANOSECONDS);
    }

    /** Waits without giving the place away; returns whether it is done. */
    final boolean awaitPlainly(long nanos) throws InterruptedException {
        if (ends == null) {
            ENDS.compareAndSet(this, null, pool.newSignal());
        }
        return Objects.requireNonNull(ends, "a signal").sleep(this::isDone, nanos);
    }
}
