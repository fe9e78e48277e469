package org.moide.engine.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.moide.commlib.port.Ticker;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.Utterance;

/**
 * Passes on what an epoch's compute threads say; called by them. How far an ID is goes to the coordinator ten times a
 * second at most, since each word costs threads of two processes some time: what comes sooner waits for the next beat, or
 * until the ID says something else, or is replaced by what it says next.
 */
record ThreadReports(
        long epoch, Consumer<EngineReport> reports, Patiently patiently, Consumer<EpochEvent> events, Held held)
        implements ComputeThreads.Listener {
    /** Nobody sees it change more often. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Tells the coordinator; waits while too much is on its way. */
    @FunctionalInterface
    interface Patiently {
        void report(EngineReport report) throws InterruptedException;
    }

    /**
     * Of none that has said anything yet.
     *
     * @param reports tells the coordinator, without waiting
     */
    static ThreadReports of(
            long epoch,
            Consumer<EngineReport> reports,
            Patiently patiently,
            Consumer<EpochEvent> events,
            Ticker ticker) {
        return new ThreadReports(epoch, reports, patiently, events, new Held(reports, ticker));
    }

    @Override
    public void said(int id, long number, Utterance utterance) throws InterruptedException {
        EngineReport.Said said = new EngineReport.Said(id, number, utterance);
        if (!(utterance instanceof Utterance.Progress)) {
            held.release(id);
            patiently.report(said);
        } else if (held.isDue(said)) {
            patiently.report(said);
        }
    }

    /** Tells how far IDs are that have said so since. Any thread, does not wait. */
    void tellProgress() {
        held.tellAll();
    }

    @Override
    public void failed(EngineReport.Failed failure) {
        events.accept(new EpochEvent.Failed(failure));
    }

    @Override
    public void released(EngineReport.Failed failure) {
        reports.accept(new EngineReport.Released(epoch, failure));
    }

    @Override
    public void joined(long registration) {
        reports.accept(new EngineReport.Joined(registration));
    }

    @Override
    public void allEnded(List<ThreadStatistics> statistics, boolean leftEarly) {
        tellProgress();
        events.accept(new EpochEvent.ThreadsEnded(statistics, leftEarly));
    }

    /** What is told later. Any thread. */
    static final class Held {
        private final Consumer<EngineReport> reports;
        private final Ticker ticker;
        private final Map<Integer, Long> lastNanos = new HashMap<>(); // by ID; guarded by this
        private final Map<Integer, EngineReport.Said> latest = new HashMap<>(); // by ID; guarded by this

        private Held(Consumer<EngineReport> reports, Ticker ticker) {
            this.reports = reports;
            this.ticker = ticker;
        }

        /** Whether this may be told now; else it is kept. */
        synchronized boolean isDue(EngineReport.Said progress) {
            long now = ticker.nanoTime();
            Long before = lastNanos.get(progress.id());
            if (before != null && now - before < GAP_NANOS) {
                latest.put(progress.id(), progress);
                return false;
            }
            latest.remove(progress.id());
            lastNanos.put(progress.id(), now);
            return true;
        }

        synchronized void release(int id) {
            EngineReport.Said kept = latest.remove(id);
            if (kept != null) {
                reports.accept(kept);
            }
        }

        synchronized void tellAll() {
            latest.values().forEach(reports);
            latest.clear();
        }
    }
}
