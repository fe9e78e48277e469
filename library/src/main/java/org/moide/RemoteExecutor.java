package org.moide;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.command.serve.RunFrame;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.Best;
import org.moide.engine.SerializableCallable;
import org.moide.engine.Shared;
import org.moide.engine.executor.CallLimits;
import org.moide.engine.executor.CallName;
import org.moide.engine.executor.SerializableCalls;

/**
 * An executor over engines: its calls are the tasks of one bag, which the child runs. A call is open from when it is
 * submitted until the child has answered, also when its future is cancelled: then its thread may still run.
 *
 * <p>Concurrency: any thread; {@code open}, {@code openBytes} and the states are guarded by this object, which is
 * notified when one of them changes. Futures are completed without the lock.
 */
final class RemoteExecutor extends Calls implements CallSender.Owner, AnswerReader.Receiver {
    private static final long serialVersionUID = 1L;

    private static final int MOST_CALLS = 262_144;
    private static final long MOST_BYTES = 64L << 20;

    /** The time for which {@link #shutdownNow} waits for word of what has begun. */
    private static final long WORD_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The most deaths of children, without an answer between them, in which calls had no part. */
    private static final int MOST_DEATHS = 2;

    /** The most ends of runs, without an answer between them, that may be the work of calls: three of each. */
    private static final int MOST_DEATHS_BY_CALLS = 30;

    private static final System.Logger LOGGER = System.getLogger("org.moide");

    private final Ticker ticker = new SystemTicker();
    private final Signal awake = SpinThenParkSignal.factory(1).create();
    private final CallEncoder codec;
    private final CallRun.Start start;
    private final AnswerReader answers;

    @SuppressWarnings("ThreadLocalUsage") // each executor has its own
    private final ThreadLocal<@Nullable RemoteCall<?>> latest = new ThreadLocal<>(); // made, and not entered yet

    private final KeptAlive alive = new KeptAlive(this::hasOpen);
    private final Map<Long, RemoteCall<?>> open = new HashMap<>();
    private final Map<Long, RemoteCall<?>> handedBack = new TreeMap<>(); // by shutdownNow
    private int openCalls; // that have room, as the next has
    private long openBytes;
    private long last;
    private int waiting; // threads in submit
    private boolean shutDown;
    private boolean stopping; // what was not begun is handed back
    private boolean stopped;
    private boolean abandoned;
    private CallRun running;
    private final Suspects suspects = new Suspects();
    private int deaths; // of the child, without an answer between them
    private @Nullable Throwable failure;

    /** Starts the run. */
    RemoteExecutor(CallEncoder codec, CallRun.Start start) {
        this.codec = codec;
        this.answers = new AnswerReader(codec, this);
        this.start = start;
        this.running = start.run(answers::frame, this, false);
        codec.shared().runIn(running);
        watch(running);
    }

    private void watch(CallRun of) {
        var unused = of.run().whenComplete((result, thrown) -> ended(of, thrown));
    }

    private synchronized CallRun running() {
        return running;
    }

    // --- calls come -----------------------------------------------------------------------------------------------

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return made(taskOf(callable, CallLimits.NONE, this::done));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return made(run(Executors.callable(runnable, value), runnable, CallLimits.NONE, value, this::done));
    }

    private <T> RemoteCall<T> run(
            Callable<T> here, Runnable there, CallLimits limits, @Nullable T result, Consumer<RemoteCall<?>> whenDone) {
        Runnable sent = SerializableCalls.of(Objects.requireNonNull(there, "runnable"));
        return call(here, sent, limits, result, whenDone);
    }

    private <T> RemoteCall<T> made(RemoteCall<T> call) {
        latest.set(call);
        return call;
    }

    @SuppressWarnings("unchecked") // a callable of T was made with its result
    private <T> RemoteCall<T> taskOf(Callable<T> callable, CallLimits limits, Consumer<RemoteCall<?>> whenDone) {
        WrappedCall.Adapted adapted = WrappedCall.adapted(callable);
        return adapted == null
                ? call(callable, WrappedCall.unwrapped(callable), limits, null, whenDone)
                : call(callable, SerializableCalls.of(adapted.runnable()), limits, (T) adapted.result(), whenDone);
    }

    private <T> RemoteCall<T> call(
            Callable<T> here, Object there, CallLimits limits, @Nullable T result, Consumer<RemoteCall<?>> whenDone) {
        return new RemoteCall<>(here, CallName.classOf(there), limits, encoded(there), result, whenDone, awake);
    }

    private byte[] encoded(Object there) {
        byte[] bytes = codec.toSend(there);
        codec.noteIfOthersCarryIt(there, bytes.length);
        CallEncoder.requireRoom(bytes.length);
        return bytes;
    }

    @Override
    public void execute(Runnable command) {
        RemoteCall<?> before = latest.get();
        latest.remove();
        if (command instanceof RemoteCall<?> call) {
            enter(call);
            return;
        }
        Objects.requireNonNull(command, "command");
        if (before != null && WrappedCall.isQueued(command)) {
            before.alsoWhenDone(() -> here().execute(command)); // it was made of the former just now
            before.handsBack(command);
            enter(before);
            return;
        }
        WrappedCall wrapped = WrappedCall.isAround(command) ? WrappedCall.in(command) : null;
        if (wrapped != null) {
            enterWrapped(command, wrapped);
            return;
        }
        RemoteCall<?> call =
                this.<@Nullable Object>run(Executors.callable(command), command, CallLimits.NONE, null, done -> {
                    done(done);
                    WrappedCall.logIfThrown(done);
                });
        call.handsBack(command);
        enter(call);
    }

    private void enterWrapped(Runnable command, WrappedCall wrapped) {
        RemoteCall<Object> call = call(() -> command, wrapped.call(), CallLimits.NONE, null, this::done);
        call.handsBack(command);
        call.alsoWhenDone(() -> here().execute(() -> wrapped.around().run(() -> WrappedCall.outcome(call))));
        wrapped.around().whenUnwanted(() -> call.cancel(true));
        enter(call);
    }

    @Override
    public <T> Shared<T> share(T value) {
        return codec.shared().add(value, value, codec.of(Objects.requireNonNull(value, "value")));
    }

    @Override
    public <T> Best<T> best(T initial, Comparator<? super T> order) {
        return codec.best(initial, order);
    }

    private void enter(RemoteCall<?> call) {
        CallSender to;
        boolean held;
        synchronized (this) {
            awaitRoom(call.length());
            if (shutDown) {
                throw new RejectedExecutionException(shutDownWords());
            }
            held = opens(call);
            to = running.sender(); // if it is about to close, the call is among those that are sent again
        }
        if (!held) {
            to.add(call);
        }
        alive.begun();
    }

    /** Counts a call as open; returns whether it is held, and not to be sent yet. The lock is held. */
    private boolean opens(RemoteCall<?> call) {
        call.numbered(++last, open.isEmpty());
        open.put(last, call);
        openCalls++;
        openBytes += call.length();
        return suspects.hold(call);
    }

    private synchronized boolean hasOpen() {
        return !open.isEmpty();
    }

    private synchronized String shutDownWords() {
        if (abandoned) {
            return MOIDE_CLOSED;
        }
        return failure == null
                ? "expected an executor that takes calls, found one that was shut down"
                : "expected an executor that takes calls, found one that has ended: " + failure.getMessage();
    }

    private boolean hasRoom(int bytes) {
        return openCalls == 0 || (openCalls < MOST_CALLS && openBytes + bytes <= MOST_BYTES);
    }

    private void awaitRoom(int bytes) {
        while (!shutDown && !hasRoom(bytes)) {
            waiting++;
            try {
                wait();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new RejectedExecutionException(
                        "interrupted while " + openCalls + " calls were under way and there was no room for more",
                        interrupted);
            } finally {
                waiting--;
            }
        }
    }

    @Override
    <T> RunnableFuture<T> entered(Callable<T> callable, Runnable whenDone) {
        RemoteCall<T> remote = taskOf(callable, CallLimits.NONE, done -> {
            done(done);
            whenDone.run();
        });
        enter(remote);
        return remote;
    }

    @Override
    public <T> Future<T> submit(Callable<T> callable, CallOptions options) {
        RemoteCall<T> call = taskOf(Objects.requireNonNull(callable, "callable"), options.limits(), this::done);
        enter(call);
        return call;
    }

    @Override
    public Future<?> submit(Runnable runnable, CallOptions options) {
        Objects.requireNonNull(runnable, "runnable");
        RemoteCall<?> call =
                this.<@Nullable Object>run(Executors.callable(runnable), runnable, options.limits(), null, this::done);
        enter(call);
        return call;
    }

    @Override
    public <T> CompletableFuture<List<T>> onEachEngine(SerializableCallable<T> call) {
        Objects.requireNonNull(call, "call");
        return StartedCall.of(whenDone -> {
            EachCall<T> each = new EachCall<>(
                    call,
                    CallName.classOf(call),
                    encoded(call),
                    done -> {
                        done(done);
                        whenDone.run();
                    },
                    awake);
            enter(each);
            return each;
        });
    }

    @Override
    void requireSendable(Object part) {
        codec.toSend(Objects.requireNonNull(part, "function"));
    }

    /** A future is done, by an answer or because it was cancelled. */
    private void done(RemoteCall<?> call) {
        if (call.isCancelled()) {
            boolean still;
            boolean held;
            synchronized (this) {
                still = open.containsKey(call.number());
                held = suspects.takeBack(call);
                giveRoom(call);
            }
            if (held) {
                close(call);
            } else if (still) {
                running().sender().cancel(call, call.interrupts());
            }
        }
    }

    // --- answers come ---------------------------------------------------------------------------------------------

    @Override
    public synchronized @Nullable RemoteCall<?> open(long number) {
        return open.get(number);
    }

    @Override
    public void answered(RemoteCall<?> call) {
        synchronized (this) {
            deaths = 0;
        }
        close(call);
    }

    @Override
    public void wantsToBegin(int seat, long number) {
        boolean may;
        RemoteCall<?> lost;
        CallSender sender;
        synchronized (this) {
            RemoteCall<?> call = open.get(number);
            may = call != null && call.begins();
            lost = may || call == null || call.isDone() ? null : call;
            sender = running.sender();
        }
        answer(sender, seat, number, may);
        if (lost != null) {
            fail(lost, "was begun on an engine that was lost");
        }
    }

    /** Tells an engine whether a call may begin, or was taken. */
    private static void answer(CallSender sender, int seat, long number, boolean yes) {
        byte[] word = ByteBuffer.allocate(Integer.BYTES + Long.BYTES + 1)
                .putInt(seat)
                .putLong(number)
                .put((byte) (yes ? 1 : 0))
                .array();
        sender.order(RunFrame.Kind.MAY_BEGIN, word);
    }

    @Override
    public void detached(int seat, long number, byte[] content) {
        RemoteCall<?> call = DetachedCall.read(
                content,
                done -> {
                    done(done);
                    WrappedCall.logIfThrown(done);
                },
                awake);
        boolean takes;
        boolean held = false;
        CallSender sender;
        synchronized (this) {
            // With none open, the call that detaches it is not awaited: it runs a second time, unneeded.
            takes = !stopped && failure == null && !(shutDown && open.isEmpty()) && hasRoom(call.length());
            if (takes) {
                held = opens(call);
            }
            sender = running.sender();
        }
        if (takes && !held) {
            sender.addSoon(call);
        }
        answer(sender, seat, number, takes);
        alive.begun();
    }

    @Override
    public void givenUp(RemoteCall<?> call, String why) {
        boolean again;
        CallSender sender;
        synchronized (this) {
            deaths = 0;
            again = call.hasNotBegun() && open.containsKey(call.number()) && !call.isDone();
            sender = running.sender();
        }
        if (again) {
            sender.addSoon(call); // engines have ended that were about to run it
        } else {
            fail(call, why);
        }
    }

    /** Ends a call that was lost. */
    private void fail(RemoteCall<?> call, String why) {
        boolean mayHaveRun;
        synchronized (this) {
            mayHaveRun = call.mayHaveRun();
        }
        String words = mayHaveRun ? " may have run, and begins only once: it " : " ";
        call.threw(new RunFailedException(call.name() + words + why, List.of(), null));
        close(call);
    }

    @Override
    public void neverBegan(RemoteCall<?> call) {
        boolean handed;
        synchronized (this) {
            handed = stopping && !call.isCancelled() && call.isHandedBack();
            if (handed) {
                handedBack.put(call.number(), call);
            }
        }
        if (!handed) {
            call.cancel(false);
        }
        close(call);
    }

    @Override
    public void dropped(RemoteCall<?> call) {
        close(call);
    }

    private void close(RemoteCall<?> call) {
        CallSender sender;
        List<RemoteCall<?>> next;
        boolean last;
        synchronized (this) {
            if (open.remove(call.number()) == null) {
                return;
            }
            giveRoom(call);
            next = suspects.closed(call);
            last = shutDown && !next.isEmpty() && !suspects.areTried();
            call.forgetBytes();
            if (shutDown && open.isEmpty()) {
                notifyAll();
            }
            sender = running.sender();
        }
        sender.answered(call.number());
        next.forEach(sender::add);
        if (last) {
            sender.end();
        }
    }

    /** Gives back the room of a call that is open, once, whatever its thread still does. The lock is held. */
    private void giveRoom(RemoteCall<?> call) {
        if (call.giveRoom()) {
            openCalls--;
            openBytes -= call.length();
            if (waiting > 0) {
                notifyAll();
            }
        }
    }

    @Override
    public synchronized long lowest() {
        return open.keySet().stream().mapToLong(Long::longValue).min().orElse(last + 1);
    }

    // --- the end --------------------------------------------------------------------------------------------------

    @Override
    public void shutdown() {
        boolean held;
        synchronized (this) {
            shutDown = true;
            held = suspects.areTried();
            notifyAll();
        }
        if (!held) { // else when all are sent
            running().sender().end();
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        long upTo;
        CallSender sender;
        List<RemoteCall<?>> held;
        synchronized (this) {
            shutDown = true;
            stopping = true;
            stopped = true;
            sender = running.sender();
            upTo = last;
            held = suspects.takeBack();
            notifyAll();
        }
        held.forEach(this::neverBegan);
        for (RemoteCall<?> unsent : sender.takeBack()) {
            neverBegan(unsent);
        }
        sender.cancelUpTo(upTo);
        sender.end();
        synchronized (this) {
            try {
                awaitNothing(WORD_NANOS);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
            stopping = false;
            List<Runnable> back = new ArrayList<>();
            handedBack.values().forEach(call -> back.add(call.handedBack()));
            handedBack.clear();
            return back;
        }
    }

    @Override
    void abandon() {
        List<RemoteCall<?>> all;
        synchronized (this) {
            shutDown = true;
            stopped = true;
            abandoned = true;
            all = List.copyOf(open.values());
            notifyAll();
        }
        alive.end();
        all.forEach(call -> call.cancel(true));
        codec.shared().close();
    }

    /** Waits until the executor is shut down and no call is open; returns false if the time is over before. */
    private boolean awaitNothing(long nanos) throws InterruptedException {
        long start = ticker.nanoTime();
        while (!(shutDown && open.isEmpty())) {
            long left = nanos - (ticker.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutDown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return shutDown && open.isEmpty();
    }

    @Override
    public synchronized boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return awaitNothing(Math.max(0, unit.toNanos(timeout)));
    }

    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        try {
            awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            running().run().get();
        } catch (InterruptedException hurried) {
            interrupted = true;
            shutdownNow();
            running().run().cancel(true);
        } catch (ExecutionException | CancellationException failed) {
            // Its calls have it.
        }
        alive.end();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The run is over: nobody answers any more, or the next, if its child has died or all its engines have. */
    private void ended(CallRun of, @Nullable Throwable thrown) {
        of.sender().close();
        boolean again;
        synchronized (this) {
            again = (of.run().wasAbandoned()
                            || of.run().hasLostAllEngines()
                            || of.run().hangs())
                    && !stopped;
            deaths++;
        }
        if (of.run().hangs()) {
            of.endJvm().run(); // a call in it does not end
        }
        if (again && thrown != null) {
            answers.afterwards(() -> goOn(thrown));
        } else {
            over(thrown);
        }
    }

    /** Runs anew what was not answered, as if each engine had been lost. */
    private void goOn(Throwable death) {
        if (!giveUpWhatKills(death)) {
            over(death);
            return;
        }
        CallRun next;
        try {
            next = start.run(answers::frame, this, true);
        } catch (IllegalStateException | UncheckedIOException none) {
            over(death);
            return;
        }
        codec.shared().runIn(next);
        List<RemoteCall<?>> done = new ArrayList<>();
        List<RemoteCall<?>> lost = new ArrayList<>();
        List<RemoteCall<?>> left = new ArrayList<>();
        List<RemoteCall<?>> first;
        boolean last;
        synchronized (this) {
            running = next;
            new TreeMap<>(open).values().forEach(call -> (call.isDone() ? done : left).add(call));
            left.stream().filter(RemoteCall::mayHaveRun).forEach(lost::add);
            left.removeAll(lost);
            first = suspects.start(left);
            last = shutDown && !suspects.areTried();
        }
        LOGGER.log(
                System.Logger.Level.WARNING,
                death.getMessage() + "; calls that were not answered, run again in another: " + left.size()
                        + (first.size() == left.size() ? "" : ", one at a time, until it is known which ends JVMs"));
        done.forEach(this::close); // they were cancelled, and run nowhere any more
        lost.forEach(call -> fail(call, "was under way when JVMs ended: " + death.getMessage()));
        first.forEach(next.sender()::add);
        if (last) {
            next.sender().end();
        }
        watch(next);
    }

    /**
     * Fails the call that ends JVMs, if it is known.
     *
     * @return false if JVMs end whatever runs in them
     */
    private boolean giveUpWhatKills(Throwable death) {
        RemoteCall<?> kills = null;
        int times;
        List<RemoteCall<?>> sent = running().sender().sent();
        synchronized (this) {
            // The call that hangs was given up already.
            boolean byCalls = (!running.apart() || running.run().hasLostAllEngines())
                    && !running.run().hangs();
            boolean tooOften = deaths > MOST_DEATHS;
            times = deaths;
            if ((!byCalls && tooOften && open.size() != 1) || deaths > MOST_DEATHS_BY_CALLS) {
                return false;
            }
            if (byCalls) {
                kills = suspects.died(sent);
                times = kills == null ? 0 : kills.deaths() + 1;
            } else if (tooOften) {
                kills = open.values().iterator().next();
            }
        }
        if (kills != null) {
            fail(
                    kills,
                    "was under way when JVMs ended, " + times + " times, and alone the last time: "
                            + death.getMessage());
        }
        return true;
    }

    private void over(@Nullable Throwable thrown) {
        Throwable why = thrown instanceof CancellationException || thrown == null
                ? new RunFailedException(
                        "the executor ended before this call"
                                + (thrown == null || thrown.getMessage() == null ? "" : ": " + thrown.getMessage()),
                        List.of(),
                        null)
                : thrown;
        codec.shared().close();
        synchronized (this) {
            shutDown = true;
            failure = thrown == null ? null : why;
            notifyAll();
        }
        answers.close(() -> fail(why));
    }

    private void fail(Throwable thrown) {
        List<RemoteCall<?>> left;
        synchronized (this) {
            left = List.copyOf(open.values());
        }
        for (RemoteCall<?> call : left) {
            boolean mayHaveRun;
            synchronized (this) {
                mayHaveRun = call.mayHaveRun();
            }
            if (mayHaveRun) {
                fail(call, "was under way when the executor ended: " + thrown.getMessage());
            } else {
                call.threw(thrown);
                close(call);
            }
        }
    }
}
