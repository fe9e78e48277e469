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
 * Sends reports of an epoch's compute threads to the coordinator. Called by these threads. Reports of progress are sent
 * at most ten times a second for each logical ID, because each takes time in two processes. If one comes sooner, it is
 * held back until the next heartbeat or the ID's next output. If a later report of progress comes first, it replaces
 * the one that was held back.
 */
record ThreadReports(
        long epoch, Consumer<EngineReport> reports, Patiently patiently, Consumer<EpochEvent> events, Held held)
        implements ComputeThreads.Listener {
    /** The shortest interval between two reports of progress of a logical ID. Users would not see faster changes. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Sends a report to the coordinator. Blocks while too many are in transit. */
    @FunctionalInterface
    interface Patiently {
        void report(EngineReport report) throws InterruptedException;
    }

    /**
     * Creates the reports of an epoch's threads, with no progress held back.
     *
     * @param reports sends a report to the coordinator without blocking
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

    /** Sends the reports of progress that were held back. Any thread; does not block. */
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

    /** Reports of progress that are held back, because they came too soon after earlier ones. Any thread. */
    static final class Held {
        private final Consumer<EngineReport> reports;
        private final Ticker ticker;
        private final Map<Integer, Long> lastNanos = new HashMap<>(); // by logical ID; guarded by this object's lock
        // By logical ID; guarded by this object's lock.
        private final Map<Integer, EngineReport.Said> latest = new HashMap<>();

        private Held(Consumer<EngineReport> reports, Ticker ticker) {
            this.reports = reports;
            this.ticker = ticker;
        }

        /** Returns whether this progress may be sent now; otherwise keeps it for later. */
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
