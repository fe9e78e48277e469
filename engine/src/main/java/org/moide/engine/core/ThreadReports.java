package org.moide.engine.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.moide.commlib.port.Ticker;
import org.moide.engine.compute.ComputeThreads;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.Utterance;

/**
 * Passes on what an epoch's compute threads say; called by them. How far an ID is goes to the coordinator ten times a
 * second at most, since each word costs threads of two processes some time: what comes sooner waits for the next beat, or
 * until the ID says something else, or is replaced by what it says next.
 */
final class ThreadReports implements ComputeThreads.Listener {
    /** Nobody sees it change more often. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long epoch;
    private final EpochTies ties;
    private final Consumer<EpochEvent> events;
    private final Ticker ticker;
    private final Map<Integer, Long> lastNanos = new HashMap<>(); // by ID; guarded by this
    private final Map<Integer, EngineReport.Said> held = new HashMap<>(); // by ID; guarded by this

    ThreadReports(long epoch, EpochTies ties, Consumer<EpochEvent> events, Ticker ticker) {
        this.epoch = epoch;
        this.ties = ties;
        this.events = events;
        this.ticker = ticker;
    }

    @Override
    public void said(int id, long number, Utterance utterance) throws InterruptedException {
        EngineReport.Said said = new EngineReport.Said(id, number, utterance);
        if (!(utterance instanceof Utterance.Progress)) {
            release(id);
            ties.reportPatiently(said);
        } else if (isDue(said)) {
            ties.reportPatiently(said);
        }
    }

    /** Whether this may be told now; else it is kept. */
    private synchronized boolean isDue(EngineReport.Said progress) {
        long now = ticker.nanoTime();
        Long before = lastNanos.get(progress.id());
        if (before != null && now - before < GAP_NANOS) {
            held.put(progress.id(), progress);
            return false;
        }
        held.remove(progress.id());
        lastNanos.put(progress.id(), now);
        return true;
    }

    private synchronized void release(int id) {
        EngineReport.Said kept = held.remove(id);
        if (kept != null) {
            ties.report(kept);
        }
    }

    /** Tells how far IDs are that have said so since. Any thread, does not wait. */
    synchronized void tellProgress() {
        held.values().forEach(ties::report);
        held.clear();
    }

    @Override
    public void failed(EngineReport.Failed failure) {
        events.accept(new EpochEvent.Failed(failure));
    }

    @Override
    public void released(EngineReport.Failed failure) {
        ties.report(new EngineReport.Released(epoch, failure));
    }

    @Override
    public void joined(long registration) {
        ties.report(new EngineReport.Joined(registration));
    }

    @Override
    public void allEnded(List<ThreadStatistics> statistics, boolean leftEarly) {
        tellProgress();
        events.accept(new EpochEvent.ThreadsEnded(statistics, leftEarly));
    }
}
