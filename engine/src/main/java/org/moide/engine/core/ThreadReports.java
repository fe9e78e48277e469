package org.moide.engine.core;

import java.util.List;
import java.util.function.Consumer;
import org.moide.engine.compute.ComputeThreads;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.Utterance;

/** Passes on what an epoch's compute threads say; called by them. */
record ThreadReports(long epoch, EpochTies ties, Consumer<EpochEvent> events) implements ComputeThreads.Listener {
    @Override
    public void said(int id, long number, Utterance utterance) throws InterruptedException {
        ties.reportPatiently(new EngineReport.Said(id, number, utterance));
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
        events.accept(new EpochEvent.ThreadsEnded(statistics, leftEarly));
    }
}
