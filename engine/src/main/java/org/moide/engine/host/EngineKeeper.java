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
 * Starts the engines' JVMs of this process's runs. When a run has ended in order, it keeps the JVMs for later runs that
 * need the same command line. It ends a JVM in which something of the run is left, and a JVM that is idle for too long.
 */
public final class EngineKeeper implements AutoCloseable {
    /**
     * Longest time for which an idle JVM is kept. A program that pauses longer pays a second for the next start, and
     * other programs have the memory meanwhile.
     */
    private static final Duration MOST_IDLE = Duration.ofSeconds(60);

    /**
     * The greatest number of JVMs that are started ahead, for each processor. More would compete for processors with
     * each other and with the run.
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

    /** Creates the keeper of a process with one run. No JVM outlives the run. */
    public static EngineKeeper ofOneRun(Ticker ticker, FaultHandler faults) {
        return new EngineKeeper(false, ticker, faults, MOST_IDLE);
    }

    /** Creates the keeper of a process with many runs, which keeps JVMs between runs. */
    public static EngineKeeper ofManyRuns(Ticker ticker, FaultHandler faults) {
        return new EngineKeeper(true, ticker, faults, MOST_IDLE);
    }

    /**
     * Starts JVMs for engines of a run before their orders are known, if too few JVMs were kept. Returns at once. If a
     * start fails, {@link #launch} reports it.
     *
     * @param command the command line that the orders will most likely need
     * @param engines the number of engines that the run will launch
     * @param helpers the threads that start the JVMs
     * @return the started JVMs; the caller closes it when the run ends, which ends JVMs without an order
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
     * Sends an order to a kept JVM, to one that was started ahead for this run, or to a new one. Returns when the
     * process exists.
     *
     * @param listener takes the JVM's lines in this run, and its end. If a kept JVM ends before it becomes ready, the
     *     listener is not called; the caller then calls this method again
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
            while (one.isPresent() && !one.get().isAlive()) { // the JVM was killed while it was idle
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

    /** Schedules the end of JVMs that will have been idle for too long. */
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

    /** Ends all kept JVMs, and keeps none from now on. Blocks until they are gone. */
    @Override
    public void close() {
        List<ChildProcess> all;
        synchronized (this) {
            all = kept.close();
        }
        all.forEach(ChildProcess::askToEnd);
        all.forEach(ChildProcess::close);
    }

    /** The engine of a run in its JVM, until the JVM rests or ends. */
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
            parted = true; // set before the JVM is given back, because another run may take it then
            if (left.isEmpty()) {
                give(command, child());
            } else {
                gone();
                end(child());
            }
            over.complete(true); // completed last, because the next run may start at once and take the JVM
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
