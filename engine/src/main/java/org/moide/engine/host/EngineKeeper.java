package org.moide.engine.host;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.OwnProcesses;

/**
 * Starts the engines' JVMs of this process's runs. Keeps those whose run has ended in order, for the next run that
 * would start one in the same way. A JVM in which something of its run is left is ended, as is one that is idle for
 * long.
 *
 * <p>Concurrency: any thread; {@code kept}, {@code ahead} and {@code waking} are guarded by this object, which is not
 * held while a child is called.
 */
public final class EngineKeeper implements AutoCloseable {
    /**
     * The longest time for which a JVM is kept idle. A program that runs something after a longer pause pays a second
     * for the start; meanwhile other programs have the memory.
     */
    private static final Duration MOST_IDLE = Duration.ofSeconds(60);

    /**
     * The most JVMs that are started ahead, for each processor. More would only take processors from each other, and
     * from the run that may yet fail.
     */
    private static final int MOST_AHEAD_PER_PROCESSOR = 2;

    private final boolean keeps;
    private final Ticker ticker;
    private final FaultHandler faults;
    private final KeptEngines<JavaCommand, ChildProcess> kept;
    private final Map<String, EarlyStart> ahead = new HashMap<>();
    private boolean waking;

    private EngineKeeper(boolean keeps, Ticker ticker, FaultHandler faults, Duration mostIdle) {
        this.keeps = keeps;
        this.ticker = ticker;
        this.faults = faults;
        this.kept = new KeptEngines<>(mostIdle.toNanos());
    }

    /** Creates the keeper of a process with one run: no JVM outlives the run. */
    public static EngineKeeper ofOneRun(Ticker ticker, FaultHandler faults) {
        return new EngineKeeper(false, ticker, faults, MOST_IDLE);
    }

    /** Creates the keeper of a process with many runs. */
    public static EngineKeeper ofManyRuns(Ticker ticker, FaultHandler faults) {
        return new EngineKeeper(true, ticker, faults, MOST_IDLE);
    }

    /**
     * Starts JVMs for engines of a run before their orders are known: some of those for which none has stayed. Returns
     * at once. If they cannot be started, {@link #launch} says why.
     *
     * @param command the command that their orders will most likely want
     * @param engines how many the run will launch
     * @param helpers the threads that start them
     * @return the started JVMs; to be closed with the run at the latest, which ends those that got no order
     */
    public EarlyStart startAhead(String runId, JavaCommand command, int engines, Executor helpers) {
        EarlyStart early;
        int idle;
        synchronized (this) {
            early = new EarlyStart(command, engines, () -> forget(runId));
            ahead.put(runId, early);
            idle = kept.idle(command);
        }
        int most = MOST_AHEAD_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
        early.begin(Math.min(engines - idle, most), helpers);
        return early;
    }

    private synchronized void forget(String runId) {
        ahead.remove(runId);
    }

    private synchronized @Nullable EarlyStart startedAhead(String runId) {
        return ahead.get(runId);
    }

    /**
     * Gives an order to a JVM that has stayed, or was started ahead for this run, or to a new one. Returns as soon as
     * the process exists.
     *
     * @param listener told of the JVM's lines in this run, and of its end; but not of the end of a JVM that has stayed
     *     and has not become ready: then this method is to be called again
     * @throws org.moide.engine.host.ChildFailedException if the system cannot start it
     */
    public RunsEngine launch(JavaCommand command, LaunchOrder order, ChildListener listener) {
        EarlyStart early = startedAhead(order.runId());
        try {
            return launch(command, order, listener, early);
        } finally {
            if (early != null) {
                early.launched();
            }
        }
    }

    private RunsEngine launch(
            JavaCommand command, LaunchOrder order, ChildListener listener, @Nullable EarlyStart early) {
        LaunchOrder given = keeps ? order.staying() : order;
        ChildProcess one = take(command);
        Working working = new Working(command, listener, one != null);
        if (one != null) {
            working.child = one;
            one.again(given, working);
            return working;
        }
        boolean started = false;
        try {
            OwnProcesses.Marked process = early == null ? null : early.take(command);
            ChildLauncher launcher = new ChildLauncher(faults);
            working.child =
                    process == null ? launcher.launch(command, given, working) : launcher.give(process, given, working);
            started = true;
        } finally {
            if (!started) {
                gone();
            }
        }
        return working;
    }

    private @Nullable ChildProcess take(JavaCommand command) {
        List<ChildProcess> superfluous;
        ChildProcess found = null;
        synchronized (this) {
            Optional<ChildProcess> one = kept.take(command);
            while (one.isPresent() && !one.get().isAlive()) { // somebody has killed it
                kept.gone();
                one = kept.take(command);
            }
            found = one.orElse(null);
            superfluous = kept.superfluous();
        }
        superfluous.forEach(this::end);
        return found;
    }

    private void give(JavaCommand command, ChildProcess child) {
        boolean stays;
        synchronized (this) {
            stays = kept.give(command, child, ticker.nanoTime());
        }
        if (stays) {
            wake();
        } else {
            end(child);
        }
    }

    private void gone() {
        synchronized (this) {
            kept.gone();
        }
    }

    /** Ends, after a time, the JVMs that have been idle for long by then. */
    private void wake() {
        long nanos;
        synchronized (this) {
            long next = kept.nextDueNanos();
            if (waking || next == Long.MAX_VALUE) {
                return;
            }
            waking = true;
            nanos = Math.max(0, next - ticker.nanoTime());
        }
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(() -> {
            List<ChildProcess> due;
            synchronized (this) {
                waking = false;
                due = kept.due(ticker.nanoTime());
            }
            due.forEach(this::end);
            wake();
        });
    }

    private void end(ChildProcess child) {
        DaemonThreads.named("engine-keeper-end", child::close, faults).start();
    }

    /** Ends all JVMs that are kept, and keeps none from now on. Blocks until they are gone. */
    @Override
    public void close() {
        List<ChildProcess> all;
        synchronized (this) {
            all = kept.close();
        }
        all.forEach(ChildProcess::askToEnd);
        all.forEach(ChildProcess::close);
    }

    /** The engine of a run, until it rests or ends. */
    private final class Working implements RunsEngine, ChildListener {
        private final JavaCommand command;
        private final ChildListener listener;
        private final boolean stayed;
        private final CompletableFuture<Boolean> over = new CompletableFuture<>();
        private volatile @Nullable ChildProcess child;
        private volatile boolean parted;

        Working(JavaCommand command, ChildListener listener, boolean stayed) {
            this.command = command;
            this.listener = listener;
            this.stayed = stayed;
        }

        @Override
        public NodeReference awaitReady(Duration deadline) {
            return child().awaitReady(deadline);
        }

        @Override
        public long pid() {
            return child().pid();
        }

        @Override
        public @Nullable MemoryFigures memory() {
            return child().memory();
        }

        @Override
        public void askToEnd() {
            if (!parted) {
                child().askToEnd();
            }
        }

        @Override
        public boolean hasStayed() {
            return stayed;
        }

        @Override
        public void awaitRest(Duration most) {
            try {
                over.get(most.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException atWork) {
                return;
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            if (!parted) {
                child().close();
            }
        }

        private ChildProcess child() {
            return Objects.requireNonNull(child, "it was started");
        }

        @Override
        public void line(String line, boolean fromErrorStream) {
            listener.line(line, fromErrorStream);
        }

        @Override
        public void rests(String left) {
            listener.rests(left);
            parted = true; // before it is given away, and so another run's
            if (left.isEmpty()) {
                give(command, child());
            } else {
                gone();
                end(child());
            }
            over.complete(true); // last: the next run may come at once, and wants the JVM
        }

        @Override
        public void ended(ChildEnd end) {
            parted = true;
            gone();
            if (end.ready() || !stayed) {
                listener.ended(end);
            }
            over.complete(true);
        }
    }
}
