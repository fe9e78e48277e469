package org.moide;

import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.Best;
import org.moide.engine.SerializableCallable;
import org.moide.engine.SerializableRunnable;
import org.moide.engine.Shared;
import org.moide.engine.executor.BegunCall;
import org.moide.engine.executor.CallLimits;
import org.moide.engine.executor.CallPool;
import org.moide.engine.executor.CallResult;
import org.moide.engine.executor.CallTask;
import org.moide.engine.executor.SerializableCalls;
import org.moide.engine.executor.SubmittedCall;
import org.moide.engine.loading.LostWrites;

/**
 * An executor in this JVM. Calls go by reference, and are looked at, to see whether they could be sent; so is what they
 * return. Any thread.
 */
final class LocalExecutor extends Calls {
    private static final long serialVersionUID = 1L;

    private static final long IDLE_SECONDS = 10;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final byte[] NOTHING = {};
    private static final System.Logger LOGGER = System.getLogger("org.moide");

    private final Ticker ticker = new SystemTicker();
    private final CallEncoder codec;
    private final boolean copies;
    private final int threads;
    private final RankedCalls queue = new RankedCalls();
    private final ThreadPoolExecutor pool;
    private final CallPool calls;
    private final Map<Runnable, Future<?>> running = new ConcurrentHashMap<>();
    private final Object taking = new Object();
    private int taken; // calls of the queue that threads of calls run; guarded by taking, as the next two are
    private final Set<Runnable> takenLimited = new HashSet<>(); // those of them that have a time limit
    private final Set<CallTask<?>> detached = new HashSet<>(); // and not ended; guarded by taking
    private int takenHeld; // those of them that nobody waits for any more
    private final AtomicInteger held = new AtomicInteger(); // threads of the executor in calls that nobody waits for
    private final ScheduledExecutorService timer = LimitedTask.timer();
    private volatile boolean abandoned;
    private volatile boolean stopped;
    private final LimitedTask.Threads heldThreads = new LimitedTask.Threads() {
        @Override
        public void replace(LimitedTask<?> held) {
            count(held, 1);
        }

        @Override
        public void back(LimitedTask<?> held) {
            count(held, -1);
        }
    };
    private final KeptAlive alive;

    /**
     * Makes an executor with this many threads, which come when there are calls.
     *
     * @param copies whether calls and results are copies, as those of other JVMs are
     */
    LocalExecutor(CallEncoder codec, int threads, boolean copies) {
        this.codec = codec;
        this.copies = copies;
        this.threads = threads;
        this.pool =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        queue,
                        named("moide-executor-"),
                        (command, of) -> refuse()) {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable call) {
                        begins(call);
                    }

                    @Override
                    protected void afterExecute(Runnable call, @Nullable Throwable thrown) {
                        ended(call, thrown == null);
                    }
                };
        pool.allowCoreThreadTimeOut(true);
        Surroundings around = new Surroundings(
                ticker,
                SpinThenParkSignal.factory(threads),
                named("moide-executor-calls-"),
                (where, fault) -> LOGGER.log(Level.WARNING, where, fault));
        this.calls = new CallPool(threads, around, this::fromQueue);
        calls.owner(() -> copies ? new CopiesInCall(calls, this) : this);
        alive = new KeptAlive(() -> pool.getActiveCount() > held.get()
                || !pool.getQueue().isEmpty()
                || !detached().isEmpty());
    }

    private void refuse() {
        throw new RejectedExecutionException(
                abandoned ? MOIDE_CLOSED : "expected an executor that takes calls, found one that was shut down");
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger numbers = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, prefix + numbers.incrementAndGet());
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((of, thrown) -> LOGGER.log(Level.WARNING, "a call threw", thrown));
            return thread;
        };
    }

    /** Counts a call whose thread goes on although nobody waits for it; below 0, when it ends. */
    private void count(LimitedTask<?> call, int more) {
        boolean ofCalls;
        synchronized (taking) {
            ofCalls = takenLimited.contains(call);
            takenHeld += ofCalls ? more : 0;
            taking.notifyAll();
        }
        if (!ofCalls) {
            held.addAndGet(more);
            resize();
        }
        calls.replace(more);
    }

    /** Gives the executor as many threads as it is to have, beside those that are held. */
    private synchronized void resize() {
        int now = threads + held.get();
        if (now > pool.getMaximumPoolSize()) {
            pool.setMaximumPoolSize(now);
            pool.setCorePoolSize(now);
        } else {
            pool.setCorePoolSize(now);
            pool.setMaximumPoolSize(now);
        }
    }

    private void begins(Runnable call) {
        if (call instanceof Future<?> future) {
            running.put(call, future);
            if (abandoned) {
                future.cancel(true);
            }
        }
        if (!(call instanceof CallTask<?>)) { // that one begins by itself
            calls.begin(call);
        }
    }

    private void ended(Runnable call, boolean returned) {
        running.remove(call);
        if (!(call instanceof CallTask<?>)) {
            BegunCall its = Objects.requireNonNull(BegunCall.current(), "begun");
            if (returned) {
                its.awaitCalls();
            } else {
                its.abandonCalls();
            }
            calls.ended(its);
        }
    }

    /** Takes a call of the queue for a thread of calls, because those of the executor may all wait. */
    private @Nullable Runnable fromQueue() {
        Runnable next;
        synchronized (taking) {
            next = pool.getQueue().poll();
            if (next == null) {
                return null;
            }
            taken++;
            if (next instanceof LimitedTask<?>) {
                takenLimited.add(next);
            }
        }
        return () -> {
            boolean returned = false;
            begins(next);
            try {
                next.run();
                returned = true;
            } finally {
                ended(next, returned);
                synchronized (taking) {
                    taken--;
                    takenLimited.remove(next);
                    taking.notifyAll();
                }
            }
        };
    }

    /** Returns the call of this executor that the calling thread runs; null if it runs none. */
    private @Nullable BegunCall within() {
        BegunCall call = BegunCall.current();
        return call != null && call.pool() == calls ? call : null;
    }

    // --- what is submitted ------------------------------------------------------------------------------------------

    /** Makes the future of a call: one that waits for a thread of the executor, or one that a call submits. */
    private <T> CallTask<T> task(Object submitted, Callable<T> call, Runnable whenDone) {
        BegunCall within = within();
        if (within != null) {
            return new SubmittedCall<>(calls, submitted, call, null, null, within, whenDone);
        }
        return new CallTask<>(calls, submitted, call) {
            @Override
            protected void done() {
                super.done();
                whenDone.run();
            }
        };
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
        return task(callable, sendable(callable), () -> {});
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return task(runnable, Executors.callable(sendable(runnable), value), () -> {});
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
        byte[] bytes = sent(WrappedCall.unwrapped(call));
        return () -> {
            byte[] answer = codec.run(
                    bytes,
                    (copy, within) ->
                            CallResult.bytes(((Callable<?>) Objects.requireNonNull(copy, "a call")).call(), within));
            return (T) codec.answers().decode(answer);
        };
    }

    /** Writes a call that is a copy here, by the rules that engines have. */
    private byte[] sent(Object call) {
        byte[] bytes = codec.toSend(call);
        CallEncoder.requireRoom(bytes.length);
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
        byte[] bytes = sent(call);
        return () -> {
            String field = codec.run(
                    bytes,
                    (copy, within) -> Objects.requireNonNullElse(
                            LostWrites.run((Runnable) Objects.requireNonNull(copy, "a call")), ""));
            if (!field.isEmpty()) {
                codec.noteLostWrite(call, field);
            }
        };
    }

    @Override
    void requireSendable(Object part) {
        Objects.requireNonNull(part, "function");
        if (copies) {
            codec.toSend(part);
        } else {
            codec.look(part);
        }
    }

    @Override
    public void execute(Runnable command) {
        if (command instanceof SubmittedCall<?> call) {
            enter(call);
            return;
        }
        Object queued = WrappedCall.queued(Objects.requireNonNull(command, "command"));
        if (queued instanceof SubmittedCall<?> call) {
            requireOpen();
            calls.submit(call, command);
        } else if (command instanceof CallTask<?> || queued instanceof CallTask<?>) {
            begin(command); // the call in it was made here
        } else if (!copies) {
            begin(sendable(command));
        } else if (!WrappedCall.isAround(command)) {
            begin(new Copied(command, sendable(command)));
        } else {
            begin(new Copied(command, copyWithin(command)));
        }
    }

    private void begin(Runnable work) {
        BegunCall within = within();
        if (within != null) {
            enter(new SubmittedCall<@Nullable Object>(
                    calls, work, Executors.callable(logged(work)), null, null, within, () -> {}));
            return;
        }
        pool.execute(work);
        calls.offer();
        alive.begun();
    }

    @Override
    public <T> Future<T> submit(Callable<T> call, CallOptions options) {
        return submitted(call, sendable(call), options);
    }

    @Override
    public Future<?> submit(Runnable call, CallOptions options) {
        return submitted(call, Executors.callable(sendable(call)), options);
    }

    private <T> Future<T> submitted(Object submitted, Callable<T> call, CallOptions options) {
        CallLimits limits = options.limits();
        if (within() != null) {
            options.requireNested();
        }
        CallTask<T> task = limits.nanos() > 0
                ? new LimitedTask<>(calls, submitted, call, limits, timer, heldThreads)
                : task(submitted, call, () -> {});
        if (limits.priority() == 0) {
            execute(task);
            return task;
        }
        queue.rank(task, limits.priority());
        try {
            execute(task);
        } finally {
            queue.added(task);
        }
        return task;
    }

    @Override
    public void detach(SerializableRunnable call) {
        if (within() == null) {
            super.detach(call);
            return;
        }
        CallTask<@Nullable Object> task =
                new CallTask<>(calls, call, Executors.callable(logged(sendable((Runnable) call)))) {
                    @Override
                    public void run() {
                        try {
                            super.run();
                        } finally {
                            synchronized (taking) {
                                detached.remove(this);
                                taking.notifyAll();
                            }
                        }
                    }
                };
        synchronized (taking) {
            requireOpen();
            detached.add(task);
        }
        calls.give(task);
        alive.begun();
    }

    private List<CallTask<?>> detached() {
        synchronized (taking) {
            return List.copyOf(detached);
        }
    }

    private static Runnable logged(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (RuntimeException | Error thrown) {
                LOGGER.log(Level.WARNING, "a call threw", thrown);
                throw thrown;
            }
        };
    }

    private void enter(SubmittedCall<?> call) {
        requireOpen();
        calls.submit(call);
    }

    private void requireOpen() {
        if (stopped || abandoned) {
            refuse();
        }
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
        CallTask<T> task = task(call, sendable(call), whenDone);
        execute(task);
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

    @Override
    public <T> CompletableFuture<List<T>> onEachEngine(SerializableCallable<T> call) {
        requireSendable(call);
        Callable<List<T>> here = SerializableCalls.listed(call);
        return StartedCall.of(whenDone -> entered(here, whenDone));
    }

    @Override
    public <T> Best<T> best(T initial, Comparator<? super T> order) {
        return copies ? codec.best(initial, order) : codec.bestByReference(initial, order);
    }

    // --- the end ----------------------------------------------------------------------------------------------------

    @Override
    void abandon() {
        abandoned = true;
        alive.end();
        running.values().forEach(future -> future.cancel(true));
        detached().forEach(call -> call.cancel(true));
        calls.close();
        timer.shutdownNow();
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
        stopped = true;
        detached().forEach(call -> call.cancel(true));
        calls.endAll();
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
        synchronized (taking) {
            return taken == takenHeld && detached.isEmpty() && isPoolTerminated();
        }
    }

    /** Returns whether the pool's threads have ended, but for those that are held by calls which nobody waits for. */
    private boolean isPoolTerminated() {
        int gone = held.get();
        return pool.isTerminated()
                || (gone > 0 && pool.isShutdown() && pool.getQueue().isEmpty() && pool.getPoolSize() <= gone);
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = Math.max(0, unit.toNanos(timeout));
        long start = ticker.nanoTime();
        while (!isPoolTerminated()) { // a thread may be held from now on, of which the pool does not know
            long left = nanos - (ticker.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            var unused = pool.awaitTermination(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS);
        }
        synchronized (taking) {
            while (taken > takenHeld || !detached.isEmpty()) {
                long left = nanos - (ticker.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(taking, left);
            }
        }
        return true;
    }

    @Override
    public void close() {
        if (within() != null) {
            return; // the call would wait for its own end
        }
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
        calls.close();
        timer.shutdownNow();
        codec.shared().close();
        alive.end();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
