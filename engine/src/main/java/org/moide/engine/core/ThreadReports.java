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
 * Passes on the words of an epoch's compute threads; called by them. The coordinator is told the progress of an ID ten
 * times a second at most, since each report costs threads of two processes some time. A report that comes sooner waits
 * for the next beat, or until the ID says something else, or is replaced by the ID's next progress.
 */
record ThreadReports(
        long epoch, Consumer<EngineReport> reports, Patiently patiently, Consumer<EpochEvent> events, Held held)
        implements ComputeThreads.Listener {
    /** The shortest time between two reports of progress: nobody sees it change more often. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Tells the coordinator; waits while too much is on its way. */
    @FunctionalInterface
    interface Patiently {
        void report(EngineReport report) throws InterruptedException;
    }

    /** @param reports tells the coordinator, without waiting */
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

    /** Tells the progress that has been held back. Any thread, does not wait. */
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

    /** The progress that is told later. Any thread. */
    static final class Held {
        private final Consumer<EngineReport> reports;
        private final Ticker ticker;
        private final Map<Integer, Long> lastNanos = new HashMap<>(); // by ID; guarded by this
        private final Map<Integer, EngineReport.Said> latest = new HashMap<>(); // by ID; guarded by this

        private Held(Consumer<EngineReport> reports, Ticker ticker) {
            this.reports = reports;
            this.ticker = ticker;
        }

        /** Returns whether this may be told now; if not, keeps it. */
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
