package org.moide.engine.worker;

import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.trace.ThreadTraces;

/** Implements the services of an engine for threads that handle tasks. Any thread. */
final class EngineWorkplace implements Workplace {
    /**
     * The number of spare threads whose activity is traced. Threads with low numbers work most, and each traced thread
     * takes memory.
     */
    private static final int MOST_TRACED_SPARES = 16;

    private final WorkerPorts ports;
    private final ThreadTrace untold = ThreadTraces.untold();
    private final ApplicationView outside;
    private final WorkerTable table;
    private final Signal signal;
    private final Outbounds outbounds;
    private final Asked asked;
    private final SpareThreads spares;
    private final WorkDone work;
    private final WorkerControl control;
    private final boolean hostsKnown;
    private final BooleanSupplier over;
    private final PendingAnswer.Waits waits = new PendingAnswer.Waits() {
        @Override
        public void begins(Slot asker) {
            table.waitBegins(asker);
        }

        @Override
        public void ends(Slot asker) {
            table.waitEnds(asker);
        }
    };

    /**
     * Creates the services for the threads of one engine.
     *
     * @param signal raised when an answer has arrived, or the run is over
     * @param hostsKnown whether the engines have exchanged their hosts
     */
    EngineWorkplace(
            WorkerPorts ports,
            ApplicationView outside,
            WorkerTable table,
            Signal signal,
            Outbounds outbounds,
            Asked asked,
            SpareThreads spares,
            WorkDone work,
            WorkerControl control,
            boolean hostsKnown,
            BooleanSupplier over) {
        this.ports = ports;
        this.outside = outside;
        this.table = table;
        this.signal = signal;
        this.outbounds = outbounds;
        this.asked = asked;
        this.spares = spares;
        this.work = work;
        this.control = control;
        this.hostsKnown = hostsKnown;
        this.over = over;
    }

    @Override
    public int number() {
        return ports.engine();
    }

    @Override
    public int count() {
        return table.crew().all().size();
    }

    @Override
    public int tries() {
        return ports.settings().handling().tries();
    }

    @Override
    public Ticker ticker() {
        return ports.around().ticker();
    }

    @Override
    public ThreadTrace trace(int thread) {
        return thread < ports.computeThreads() + MOST_TRACED_SPARES
                ? ports.way().trace(thread)
                : untold;
    }

    @Override
    public WorkerPorts.Notes notes() {
        return ports.notes();
    }

    @Override
    public ApplicationView outside() {
        return outside;
    }

    @Override
    public @Nullable WorkerRow row() {
        WorkerLog log = ports.log();
        return log == null ? null : log.row();
    }

    @Override
    public boolean isOver() {
        return over.getAsBoolean();
    }

    @Override
    public long asks(PendingAnswer<?> pending) {
        return asked.add(pending);
    }

    @Override
    public void awaitAnswer(PendingAnswer<?> answer) {
        flush();
        if (!answer.beginsToWait(waits)) {
            return;
        }
        try {
            // While no other task can be handled, this thread itself stays awake.
            ports.waits().await(signal, () -> answer.isThere() || isOver() || table.hasRunnable(), Long.MAX_VALUE);
            if (!answer.isThere() && !isOver()) {
                sleep(answer);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        if (!answer.isThere()) {
            throw new RunEndedException("the run ended while worker " + answer.asked() + " was asked");
        }
    }

    /** Blocks the calling thread until an answer has arrived. Meanwhile a spare thread handles tasks in its place. */
    private void sleep(PendingAnswer<?> answer) throws InterruptedException {
        spares.waitBegins();
        try {
            ports.waits().sleep(signal, () -> answer.isThere() || isOver());
        } finally {
            spares.waitEnds();
        }
    }

    @Override
    public void handled(int tasks, long nanos) {
        work.handled(tasks, nanos);
    }

    @Override
    public void left(WorkerImage image, long sinceNanos) {
        work.left(
                image,
                control.whyMoved(image.worker()),
                sinceNanos,
                ports.around().ticker().nanoTime());
    }

    @Override
    public void result(byte[] encoded, int cut) {
        work.result(encoded, cut);
    }

    @Override
    public void requireKnown(WorkerRule rule) {
        if (rule.needs() != null && !hostsKnown) {
            throw new IllegalStateException("expected begin to have called hostDirectives() before a worker starts with"
                    + " the directives " + rule.needs() + ", found that it has not: engines do not know where the"
                    + " others are");
        }
    }

    @Override
    public int placeFor(WorkerRule rule) {
        if (rule.startOn().isEmpty() && rule.needs() == null && rule.weights().isEmpty()) {
            return ports.engine();
        }
        List<Integer> allowed = table.crew().startProcesses(rule);
        if (allowed.contains(ports.engine())) {
            return ports.engine();
        }
        return allowed.stream()
                .min(Comparator.comparingDouble(engine -> control.load(engine)))
                .orElseThrow();
    }

    @Override
    public void flush() {
        outbounds.flush();
    }

    @Override
    public void flushUrgent() {
        outbounds.flushUrgent();
    }
}
