package org.moide;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
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
import org.moide.engine.executor.MapPart;
import org.moide.engine.loading.LostWrites;

/**
 * An executor in this JVM. Calls go by reference, and are looked at, to see whether they could be sent; so is what they
 * return. Any thread.
 */
final class LocalExecutor extends Calls {
    private static final long IDLE_SECONDS = 10;
    private static final String QUEUEING_FUTURE = "java.util.concurrent.ExecutorCompletionService$QueueingFuture";
    private static final byte[] NOTHING = {};
    private static final System.Logger LOGGER = System.getLogger("org.moide");

    private final CallEncoder codec;
    private final boolean copies;
    private final ThreadPoolExecutor pool;
    private final Map<Runnable, Future<?>> running = new ConcurrentHashMap<>();
    private volatile boolean abandoned;
    private final KeptAlive alive;

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
        alive = new KeptAlive(
                () -> pool.getActiveCount() > 0 || !pool.getQueue().isEmpty());
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

    /** A call that was made here, and carries what there is to do with copies. */
    private static class Own<T> extends FutureTask<T> {
        Own(Callable<T> call) {
            super(call);
        }

        Own(Runnable call, T value) {
            super(call, value);
        }
    }

    /** The copy of an executed object. */
    private record Copied(Runnable executed, Runnable copy) implements Runnable {
        @Override
        public void run() {
            copy.run();
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new Own<>(sendable(callable));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new Own<>(sendable(runnable), value);
    }

    @SuppressWarnings("unchecked") // a copy of a T is a T
    private <T> Callable<T> sendable(Callable<T> call) {
        Objects.requireNonNull(call, "call");
        if (!copies) {
            if (call.getClass().getClassLoader() != null || call.getClass().isSynthetic()) {
                codec.look(call);
            } // else the JDK has made it around something
            return () -> codec.lookedAtResult(call.call());
        }
        WrappedCall.Adapted adapted = WrappedCall.adapted(call);
        if (adapted != null) {
            Runnable copy = sendable(adapted.runnable());
            return () -> {
                copy.run();
                return (T) adapted.result();
            };
        }
        byte[] bytes = written(call);
        return () -> {
            Object value = ((Callable<?>) codec.copyOf(bytes)).call();
            return (T) codec.answers().decode(CallResult.bytes(value, codec.answers()));
        };
    }

    private byte[] written(Object call) {
        byte[] bytes = codec.of(call);
        if (!(call instanceof MapPart)) { // its function was looked at
            codec.lookAtStatics(call);
        }
        return bytes;
    }

    private Runnable sendable(Runnable call) {
        Objects.requireNonNull(call, "call");
        if (!copies) {
            if (!WrappedCall.isAround(call)) {
                codec.look(call);
            }
            return call; // else what another library wraps its work in, which runs here as it is
        }
        byte[] bytes = written(call);
        return () -> {
            String field = LostWrites.run((Runnable) codec.copyOf(bytes));
            if (field != null) {
                codec.noteLostWrite(call, field);
            }
        };
    }

    @Override
    void requireSendable(Object part) {
        codec.look(Objects.requireNonNull(part, "function"));
        if (copies) {
            codec.lookAtStatics(part);
        }
    }

    @Override
    public void execute(Runnable command) {
        if (command instanceof Own<?> || !copies) {
            begin(command instanceof Own<?> ? command : sendable(command));
            return;
        }
        Objects.requireNonNull(command, "command");
        if (!WrappedCall.isAround(command)) {
            begin(new Copied(command, sendable(command)));
        } else if (command.getClass().getName().equals(QUEUEING_FUTURE)) {
            begin(command); // what is in it was made here
        } else {
            begin(new Copied(command, copyWithin(command)));
        }
    }

    private void begin(Runnable work) {
        pool.execute(work);
        alive.begun();
    }

    @SuppressWarnings("unchecked") // a call of anything
    private Runnable copyWithin(Runnable command) {
        WrappedCall wrapped = WrappedCall.in(command);
        if (wrapped == null) {
            return sendable(command); // is refused
        }
        if (wrapped.call() instanceof Callable<?> call) {
            Callable<Object> copy = sendable((Callable<Object>) call);
            return () -> wrapped.around().run(copy);
        }
        Callable<@Nullable Object> copy = Executors.callable(sendable((Runnable) wrapped.call()));
        return () -> wrapped.around().run(copy);
    }

    @Override
    <T> RunnableFuture<T> entered(Callable<T> call, Runnable whenDone) {
        FutureTask<T> task = new Own<>(sendable(call)) {
            @Override
            protected void done() {
                whenDone.run();
            }
        };
        begin(task);
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
        alive.end();
        running.values().forEach(future -> future.cancel(true));
        for (Runnable never : pool.shutdownNow()) {
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
        return pool.shutdownNow().stream()
                .map(never -> never instanceof Copied copied ? copied.executed() : never)
                .toList();
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
        alive.end();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
