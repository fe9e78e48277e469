package org.moide;

import java.io.Serializable;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Shared;
import org.moide.engine.executor.CallResult;

/**
 * An executor in this JVM. Calls go by reference, and are looked at, to see whether they could be sent; so is what they
 * return. Any thread.
 */
final class LocalExecutor extends Calls {
    private static final long IDLE_SECONDS = 10;
    private static final byte[] NOTHING = {};
    private static final System.Logger LOGGER = System.getLogger("org.moide");

    private final CallEncoder codec;
    private final boolean copies;
    private final ThreadPoolExecutor pool;
    private final Map<Runnable, Future<?>> running = new ConcurrentHashMap<>();
    private volatile boolean abandoned;

    /**
     * Makes an executor with this many threads, which come when there are calls.
     *
     * @param copies whether calls and results are copies, as those of other JVMs are
     */
    LocalExecutor(CallEncoder codec, int threads, boolean copies) {
        this.codec = codec;
        this.copies = copies;
        this.pool =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        named(),
                        (command, of) -> refuse()) {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable call) {
                        if (call instanceof Future<?> future) {
                            running.put(call, future);
                            if (abandoned) {
                                future.cancel(true);
                            }
                        }
                    }

                    @Override
                    protected void afterExecute(Runnable call, @Nullable Throwable thrown) {
                        running.remove(call);
                    }
                };
        pool.allowCoreThreadTimeOut(true);
    }

    private void refuse() {
        throw new RejectedExecutionException(
                abandoned ? MOIDE_CLOSED : "expected an executor that takes calls, found one that was shut down");
    }

    private static ThreadFactory named() {
        AtomicInteger numbers = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, "moide-executor-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((of, thrown) -> LOGGER.log(Level.WARNING, "a call threw", thrown));
            return thread;
        };
    }

    // --- what is submitted ------------------------------------------------------------------------------------------

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new FutureTask<>(sendable(callable));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new FutureTask<>(sendable(runnable), value);
    }

    @SuppressWarnings("unchecked") // a copy of a T is a T
    private <T> Callable<T> sendable(Callable<T> call) {
        Objects.requireNonNull(call, "call");
        if (!copies) {
            codec.look(call);
            return () -> codec.lookedAtResult(call.call());
        }
        byte[] bytes = codec.of(call);
        return () -> {
            Object value = ((Callable<?>) codec.copyOf(bytes)).call();
            return (T) codec.answers().decode(CallResult.bytes(value, codec.answers()));
        };
    }

    private Runnable sendable(Runnable call) {
        Objects.requireNonNull(call, "call");
        if (!copies) {
            if (call instanceof Serializable) {
                codec.look(call);
            }
            return call; // else what another library wraps its work in, which runs here as it is
        }
        byte[] bytes = codec.of(call);
        return () -> ((Runnable) codec.copyOf(bytes)).run();
    }

    @Override
    void requireSendable(Object part) {
        codec.look(Objects.requireNonNull(part, "function"));
    }

    @Override
    public void execute(Runnable command) {
        pool.execute(command instanceof FutureTask<?> ? command : sendable(command));
    }

    @Override
    <T> RunnableFuture<T> entered(Callable<T> call, Runnable whenDone) {
        FutureTask<T> task = new FutureTask<>(sendable(call)) {
            @Override
            protected void done() {
                whenDone.run();
            }
        };
        pool.execute(task);
        return task;
    }

    @Override
    public <T> Shared<T> share(T value) {
        if (!copies) {
            codec.look(Objects.requireNonNull(value, "value"));
            return codec.shared().add(value, value, NOTHING);
        }
        Object copy = codec.copyOf(codec.of(Objects.requireNonNull(value, "value")));
        return codec.shared().add(value, copy, NOTHING);
    }

    // --- the end ----------------------------------------------------------------------------------------------------

    @Override
    void abandon() {
        abandoned = true;
        running.values().forEach(future -> future.cancel(true));
        for (Runnable never : shutdownNow()) {
            if (never instanceof Future<?> future) {
                future.cancel(false);
            }
        }
        codec.shared().close();
    }

    @Override
    public void shutdown() {
        pool.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return pool.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return pool.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return pool.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return pool.awaitTermination(timeout, unit);
    }

    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        boolean over = false;
        while (!over) {
            try {
                over = awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } catch (InterruptedException hurried) {
                interrupted = true;
                shutdownNow();
            }
        }
        codec.shared().close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
