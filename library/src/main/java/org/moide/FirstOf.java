package org.moide;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.moide.commlib.port.Ticker;

/** The first of several calls that returns; the others are cancelled. */
final class FirstOf {
    private FirstOf() {}

    /** The way in which {@link #of} submits a call to the executor. */
    interface Submit {
        /**
         * Submits the call and returns its future.
         *
         * @param whenDone is run when that future is done
         */
        <T> Future<T> submit(Callable<T> call, Runnable whenDone);
    }

    /**
     * Runs calls until one returns, like {@link java.util.concurrent.ExecutorService#invokeAny}.
     *
     * @param nanos how long it may take; {@link Long#MAX_VALUE} for as long as it takes
     */
    static <T> T of(Collection<? extends Callable<T>> calls, Submit submit, long nanos, Ticker ticker)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (calls.isEmpty()) {
            throw new IllegalArgumentException("invokeAny: expected calls, found none");
        }
        long start = ticker.nanoTime();
        BlockingQueue<Integer> done = new LinkedBlockingQueue<>();
        List<Future<T>> futures = new ArrayList<>();
        try {
            for (Callable<T> call : calls) {
                int index = futures.size();
                futures.add(submit.submit(Objects.requireNonNull(call, "call"), () -> done.add(index)));
            }
            ExecutionException last = null;
            for (int left = futures.size(); left > 0; left--) {
                Integer next = nanos == Long.MAX_VALUE
                        ? done.take()
                        : done.poll(nanos - (ticker.nanoTime() - start), TimeUnit.NANOSECONDS);
                if (next == null) {
                    throw new TimeoutException("invokeAny: no call has returned in " + nanos + " ns");
                }
                try {
                    return futures.get(next).get();
                } catch (ExecutionException thrown) {
                    last = thrown;
                } catch (CancellationException cancelled) {
                    last = new ExecutionException(cancelled);
                }
            }
            throw Objects.requireNonNull(last, "there were calls");
        } finally {
            for (Future<T> future : futures) {
                future.cancel(true);
            }
        }
    }
}
