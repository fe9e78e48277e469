package org.moide;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.results.GivenCalls;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.engine.Best;
import org.moide.engine.SerializableCallable;
import org.moide.engine.Shared;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.executor.CallAnswer;
import org.moide.engine.executor.CallLimits;
import org.moide.engine.executor.CallName;
import org.moide.engine.executor.SerializableCalls;

/**
 * The executor of a program whose calls run on simulated engines. It stands for what {@link RemoteExecutor} and the JVM
 * that coordinates do between the program and the run; bytes, answers and futures are those of the real one. The test
 * kit makes it by its name, since the API of this package has no such executor (decision 91).
 *
 * <p>Only the simulated thread that has its turn enters, so nothing is guarded. Threads wait on {@code changed}.
 */
final class ExecutorInSimulation extends Calls implements ProgramLink, AnswerReader.Receiver, SharedValues.Elsewhere {
    private static final long serialVersionUID = 1L;

    private static final long NONE = -1;
    private static final byte[] NOTHING = {};
    private static final Duration SOON = Duration.ofMillis(1);

    private final transient Signal changed;
    private final transient CallEncoder codec;
    private final transient AnswerReader answers;
    private final transient GivenCalls given = new GivenCalls(this::said);
    private final transient TreeMap<Long, RemoteCall<?>> open = new TreeMap<>();
    private final transient Deque<RemoteCall<?>> unsent = new ArrayDeque<>();
    private final transient TreeMap<Long, byte[]> early = new TreeMap<>(); // shared before there were engines
    private final transient Runnable begins;
    private transient Runnable waker = () -> {};
    private transient @Nullable CallRoutes routes;
    private long last;
    private boolean shutDown;
    private boolean stopped; // what runs may submit no more

    /**
     * Makes the executor of a program.
     *
     * @param home the process of the program
     * @param loader finds the classes of what comes back
     * @param notes hears what the program should know of its calls
     * @param begins runs once, when there is a run that takes calls
     */
    ExecutorInSimulation(SimNode home, ClassLoader loader, Consumer<String> notes, Runnable begins) {
        this.changed = home.signals().create();
        this.begins = begins;
        this.codec = new CallEncoder(
                loader,
                false,
                CallEncoder.StaticRule.NOTED,
                notes,
                new ProgramBests.Time(
                        home.ticker(),
                        home.signals(),
                        soon -> home.after(SOON, "best values", () -> home.serve("bests", soon))));
        this.answers = new AnswerReader(codec, this, Runnable::run, () -> {});
        codec.shared().runIn(this);
    }

    /** A call whose value a simulated thread waits for. */
    private final class SimulatedCall<T> extends RemoteCall<T> {
        SimulatedCall(Callable<T> here, Object there, CallLimits limits, @Nullable T result, byte[] bytes) {
            super(here, CallName.classOf(there), limits, bytes, result, ExecutorInSimulation.this::done, changed);
        }

        @Override
        public T get() throws InterruptedException, ExecutionException {
            if (!isDone()) {
                changed.await(this::isDone, Long.MAX_VALUE);
            }
            return super.get();
        }

        @Override
        public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            if (!isDone() && !changed.await(this::isDone, unit.toNanos(timeout))) {
                throw new TimeoutException();
            }
            return super.get();
        }
    }

    // --- calls come -----------------------------------------------------------------------------------------------

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return made(callable, callable, CallLimits.NONE, null);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return made(Executors.callable(runnable, value), SerializableCalls.of(runnable), CallLimits.NONE, value);
    }

    private <T> RemoteCall<T> made(Callable<T> here, Object there, CallLimits limits, @Nullable T result) {
        Objects.requireNonNull(there, "call");
        return new SimulatedCall<>(here, there, limits, result, codec.toSend(there));
    }

    @Override
    public void execute(Runnable command) {
        if (command instanceof RemoteCall<?> call) {
            enter(call);
            return;
        }
        RemoteCall<?> call = this.<@Nullable Object>made(
                Executors.callable(command), SerializableCalls.of(command), CallLimits.NONE, null);
        call.alsoWhenDone(() -> WrappedCall.logIfThrown(call));
        enter(call);
    }

    private <T> RemoteCall<T> entered(RemoteCall<T> call) {
        enter(call);
        return call;
    }

    private void enter(RemoteCall<?> call) {
        if (shutDown) {
            throw new RejectedExecutionException("expected an executor that takes calls, found one that was shut down");
        }
        begin(call);
    }

    private void begin(RemoteCall<?> call) {
        call.numbered(++last, false);
        open.put(call.number(), call);
        unsent.add(call);
        waker.run();
    }

    @Override
    <T> RunnableFuture<T> entered(Callable<T> call, Runnable whenDone) {
        RemoteCall<T> made = made(call, call, CallLimits.NONE, null);
        made.alsoWhenDone(whenDone);
        return entered(made);
    }

    @Override
    public <T> Future<T> submit(Callable<T> call, CallOptions options) {
        return entered(made(call, call, options.limits(), null));
    }

    @Override
    public Future<?> submit(Runnable call, CallOptions options) {
        return entered(this.<@Nullable Object>made(
                Executors.callable(call), SerializableCalls.of(call), options.limits(), null));
    }

    @Override
    void requireSendable(Object part) {
        codec.toSend(Objects.requireNonNull(part, "function"));
    }

    private static UnsupportedOperationException notHere(String what) {
        return new UnsupportedOperationException(
                what + ": expected an executor of engines, found a simulated one, whose"
                        + " threads cannot wait as the JDK does it; in this test use submit, invokeAll, map or reduce");
    }

    @Override
    public <T> CompletableFuture<T> start(SerializableCallable<T> call) {
        throw notHere("start");
    }

    @Override
    public <T> CompletableFuture<List<T>> onEachEngine(SerializableCallable<T> call) {
        throw notHere("onEachEngine");
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> calls) {
        throw notHere("invokeAny");
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> calls, long timeout, TimeUnit unit) {
        throw notHere("invokeAny");
    }

    @Override
    public <T> Shared<T> share(T value) {
        Objects.requireNonNull(value, "value");
        return codec.shared().add(value, value, codec.of(value));
    }

    @Override
    public <T> Best<T> best(T initial, Comparator<? super T> order) {
        return codec.best(initial, order);
    }

    /** A future is done: by an answer, or because it was cancelled, which its engine hears. */
    private void done(RemoteCall<?> call) {
        changed.raise();
        CallRoutes engines = routes;
        if (!call.isCancelled() || !open.containsKey(call.number())) {
            return;
        }
        if (unsent.remove(call)) {
            answered(call);
        } else if (engines != null) {
            engines.cancel(new EngineCommand.CancelCalls(
                    new long[] {call.number()}, NONE, open.firstKey(), call.interrupts()));
        }
    }

    // --- the run --------------------------------------------------------------------------------------------------

    @Override
    public void wakes(Runnable wakes) {
        waker = wakes;
        given.begins();
    }

    @Override
    public boolean isReady() {
        return !unsent.isEmpty() || (shutDown && open.isEmpty());
    }

    @Override
    public @Nullable List<byte[]> take() {
        if (unsent.isEmpty() && shutDown && open.isEmpty()) {
            return null;
        }
        List<byte[]> taken = unsent.stream().map(ExecutorInSimulation::task).toList();
        unsent.clear();
        return taken;
    }

    private static byte[] task(RemoteCall<?> call) {
        return ByteBuffer.allocate(Long.BYTES + call.length())
                .putLong(call.number())
                .put(call.bytes())
                .array();
    }

    @Override
    public void routes(CallRoutes known) {
        routes = known;
        given.routes(known);
        early.forEach(known::share);
        early.clear();
        begins.run();
    }

    @Override
    public void delivered(int seat, byte[] all) {
        said(seat, given.take(seat, all));
    }

    private void said(int seat, byte[] of) {
        answers.frame(ByteBuffer.allocate(2 * Integer.BYTES + of.length)
                .putInt(seat)
                .putInt(of.length)
                .put(of)
                .array());
    }

    @Override
    public void share(long id, byte[] encoded) {
        CallRoutes engines = routes;
        if (engines == null) {
            early.put(id, encoded);
        } else {
            engines.share(id, encoded);
        }
    }

    @Override
    public void unshare(long id) {
        CallRoutes engines = routes;
        if (early.remove(id) == null && engines != null) {
            engines.unshare(id);
        }
    }

    @Override
    public void improve(long id, byte[] value) {
        tellAll(CallAnswer.of(id, CallAnswer.BEST, value));
    }

    private void tellAll(byte[] news) {
        CallRoutes engines = routes;
        if (engines != null) {
            engines.seats().forEach(seat -> engines.tell(seat, news));
        }
    }

    // --- answers come ---------------------------------------------------------------------------------------------

    @Override
    public @Nullable RemoteCall<?> open(long number) {
        return open.get(number);
    }

    @Override
    public void answered(RemoteCall<?> call) {
        open.remove(call.number());
        changed.raise();
        waker.run();
    }

    @Override
    public void wantsToBegin(int seat, long number) {
        RemoteCall<?> call = open.get(number);
        boolean may = call != null && call.begins();
        answer(seat, number, may);
        if (!may && call != null && !call.isDone()) {
            fail(call, "was begun on an engine that was lost");
        }
    }

    private void answer(int seat, long number, boolean yes) {
        CallRoutes engines = routes;
        if (engines != null) {
            engines.tell(seat, CallAnswer.of(number, yes ? CallAnswer.BEGUN : CallAnswer.NOT_BEGUN, NOTHING));
        }
    }

    @Override
    public void detached(int seat, long number, byte[] content) {
        boolean takes = !stopped && !(shutDown && open.isEmpty());
        if (takes) {
            RemoteCall<?> call = DetachedCall.read(content, this::done, changed);
            call.alsoWhenDone(() -> WrappedCall.logIfThrown(call));
            begin(call);
        }
        answer(seat, number, takes);
    }

    @Override
    public void givenUp(RemoteCall<?> call, String why) {
        if (call.hasNotBegun() && !call.isDone()) {
            unsent.add(call);
            waker.run();
        } else {
            fail(call, why);
        }
    }

    private void fail(RemoteCall<?> call, String why) {
        String words = call.mayHaveRun() ? " may have run, and begins only once: it " : " ";
        call.threw(new RunFailedException(call.name() + words + why, List.of(), null));
        answered(call);
    }

    @Override
    public void neverBegan(RemoteCall<?> call) {
        call.cancel(false);
        answered(call);
    }

    // --- the end --------------------------------------------------------------------------------------------------

    @Override
    public void shutdown() {
        shutDown = true;
        changed.raise();
        waker.run();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> back = unsent.stream().map(RemoteCall::handedBack).toList();
        unsent.forEach(call -> open.remove(call.number()));
        unsent.clear();
        abandon();
        return back;
    }

    @Override
    void abandon() {
        stopped = true;
        shutdown();
        List.copyOf(open.values()).forEach(call -> call.cancel(true));
    }

    @Override
    public boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return shutDown && open.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return changed.await(this::isTerminated, unit.toNanos(timeout));
    }

    @Override
    public void close() {
        shutdown();
        try {
            changed.await(this::isTerminated, Long.MAX_VALUE);
        } catch (InterruptedException hurried) {
            abandon();
            Thread.currentThread().interrupt();
        }
    }
}
