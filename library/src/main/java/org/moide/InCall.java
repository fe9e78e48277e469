package org.moide;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.moide.engine.SerializableCallable;
import org.moide.engine.Shared;
import org.moide.engine.executor.BegunCall;
import org.moide.engine.executor.CallPool;

/**
 * The executor in a call that is a copy, whether it runs on an engine or in the program's JVM. Threads that run calls
 * submit further calls to it; only the program shares values and ends its executor.
 */
abstract class InCall extends Calls {
    private static final long serialVersionUID = 1L;

    private final transient CallPool pool;

    /** @param pool runs the executor's calls in this JVM */
    InCall(CallPool pool) {
        this.pool = pool;
    }

    /**
     * Returns the call that the calling thread runs.
     *
     * @throws RejectedExecutionException if it runs none of this executor
     */
    final BegunCall within() {
        BegunCall call = BegunCall.current();
        if (call == null || call.pool() != pool) {
            throw new RejectedExecutionException("expected a thread that runs a call of this executor, found "
                    + Thread.currentThread().getName() + ": in a call, calls are submitted by the thread that runs the"
                    + " call; let it submit what its own threads need");
        }
        return call;
    }

    private static UnsupportedOperationException notHere(String what, String instead) {
        return new UnsupportedOperationException(
                what + ": expected the program's own executor, found the one in a call; " + instead);
    }

    @Override
    public <T> Shared<T> share(T value) {
        throw notHere("share", "let the program share the value");
    }

    @Override
    public <T> CompletableFuture<List<T>> onEachEngine(SerializableCallable<T> call) {
        throw notHere("onEachEngine", "let the program run it");
    }

    @Override
    void abandon() {
        throw notHere("abandon", "the program ends it");
    }

    @Override
    public void shutdown() {
        throw notHere("shutdown", "the program ends it");
    }

    @Override
    public List<Runnable> shutdownNow() {
        throw notHere("shutdownNow", "the program ends it");
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        throw notHere("awaitTermination", "the program ends it");
    }

    /** Does nothing: the executor lasts until the program closes it. */
    @Override
    public void close() {
        // A call may have it in a try-with-resources statement; its calls are awaited before it is done.
    }
}
