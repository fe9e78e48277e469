package org.moide;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.system.SystemRandomness;
import org.moide.engine.Best;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.executor.CallLimits;
import org.moide.engine.executor.CallName;
import org.moide.engine.executor.CallPool;
import org.moide.engine.executor.EngineCalls;
import org.moide.engine.executor.SerializableCalls;
import org.moide.engine.executor.SubmittedCall;

/**
 * The executor in a call that runs on an engine. Calls that are submitted to it wait on that engine, as copies, and
 * other engines take some of them. Only the program can shut it down. Any thread that runs a call.
 */
final class NestedExecutor extends InCall {
    private static final long serialVersionUID = 1L;

    private final transient CallPool pool;
    private final transient EngineCalls engine;
    private final transient SystemRandomness randomness = new SystemRandomness();

    NestedExecutor(CallPool pool) {
        super(pool);
        this.pool = pool;
        this.engine = EngineCalls.of(pool);
        engine.failures(new EngineCalls.Failures() {
            @Override
            public Throwable givenUp(String name, String why) {
                return new RunFailedException(name + " " + why, List.of(), null);
            }

            @Override
            public Throwable inWords(String trace) {
                return RemoteThrowable.of(trace);
            }
        });
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return made(callable, CallLimits.NONE, () -> {});
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return made(runnable, value, CallLimits.NONE, () -> {});
    }

    @SuppressWarnings("unchecked") // a callable of T was made with its result
    private <T> SubmittedCall<T> made(Callable<T> callable, CallLimits limits, Runnable whenDone) {
        WrappedCall.Adapted adapted = WrappedCall.adapted(Objects.requireNonNull(callable, "callable"));
        return adapted == null
                ? call(WrappedCall.unwrapped(callable), null, limits, whenDone)
                : made(adapted.runnable(), (T) adapted.result(), limits, whenDone);
    }

    private <T> SubmittedCall<T> made(Runnable runnable, @Nullable T value, CallLimits limits, Runnable whenDone) {
        return call(SerializableCalls.of(Objects.requireNonNull(runnable, "runnable")), value, limits, whenDone);
    }

    private <T> SubmittedCall<T> call(Object call, @Nullable T result, CallLimits limits, Runnable whenDone) {
        try {
            SubmittedCall<T> made = engine.made(call, limits, result, within(), whenDone);
            CallEncoder.requireRoom(made.length());
            return made;
        } catch (CommException cannot) {
            throw CallEncoder.refused(call, cannot);
        }
    }

    @Override
    public void execute(Runnable command) {
        if (command instanceof SubmittedCall<?> call) {
            pool.submit(call);
            return;
        }
        Objects.requireNonNull(command, "command");
        if (WrappedCall.queued(command) instanceof SubmittedCall<?> queued) {
            pool.submit(queued, command);
            return;
        }
        WrappedCall wrapped = WrappedCall.isAround(command) ? WrappedCall.in(command) : null;
        if (wrapped != null) {
            SubmittedCall<Object> call = call(wrapped.call(), null, CallLimits.NONE, () -> {});
            pool.submit(call, () -> wrapped.around().run(() -> WrappedCall.outcome(call)));
            wrapped.around().whenUnwanted(() -> call.cancel(true));
            return;
        }
        SubmittedCall<@Nullable Object> call = made(command, null, CallLimits.NONE, () -> {});
        call.alsoWhenDone(() -> WrappedCall.logIfThrown(call));
        pool.submit(call);
    }

    @Override
    public void detach(SerializableRunnable call) {
        Objects.requireNonNull(call, "call");
        byte[] bytes;
        try {
            bytes = engine.detached(call, within());
        } catch (CommException cannot) {
            throw CallEncoder.refused(call, cannot);
        }
        CallEncoder.requireRoom(bytes.length);
        if (!engine.detach(CallName.of(CallName.classOf(call)), bytes)) {
            throw new RejectedExecutionException("detach: expected a program that takes calls, found one that has ended"
                    + " its executor by shutdownNow, or that has as many calls under way as it can have");
        }
    }

    @Override
    <T> RunnableFuture<T> entered(Callable<T> call, Runnable whenDone) {
        SubmittedCall<T> made = made(call, CallLimits.NONE, whenDone);
        pool.submit(made);
        return made;
    }

    @Override
    public <T> Future<T> submit(Callable<T> call, CallOptions options) {
        options.requireNested();
        SubmittedCall<T> made = made(call, options.limits(), () -> {});
        pool.submit(made);
        return made;
    }

    @Override
    public Future<?> submit(Runnable call, CallOptions options) {
        options.requireNested();
        SubmittedCall<?> made = made(call, null, options.limits(), () -> {});
        pool.submit(made);
        return made;
    }

    @Override
    void requireSendable(Object part) {
        engine.requireSendable(part);
    }

    @Override
    public <T> Best<T> best(T initial, Comparator<? super T> order) {
        return engine.best(randomness.seed() >>> 1, initial, order);
    }
}
