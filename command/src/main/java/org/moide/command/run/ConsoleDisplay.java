package org.moide.command.run;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ObjectsNow;
import org.moide.command.page.RunPage;
import org.moide.command.terminal.ProgressLine;
import org.moide.command.trace.TraceFile;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.session.RunDisplay;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.ThreadTime;

/** A run's display: the console's progress line, the page and the trace. */
final class ConsoleDisplay implements RunDisplay {
    private final ConsoleUser user;
    private final String runId;
    private final ProgressLine line;
    private final RunPage page;
    private final @Nullable TraceFile trace;
    private final Conclusion conclusion;
    private @Nullable RunOutcome outcome; // used by the thread that owns the run, like report
    private @Nullable RunReport report;

    /**
     * Creates the display.
     *
     * @param trace the run's trace; null if the user wants none
     */
    ConsoleDisplay(
            ConsoleUser user,
            String runId,
            ProgressLine line,
            RunPage page,
            @Nullable TraceFile trace,
            Conclusion conclusion) {
        this.user = user;
        this.runId = runId;
        this.line = line;
        this.page = page;
        this.trace = trace;
        this.conclusion = conclusion;
    }

    @Override
    public void note(String text) {
        page.note(text);
        user.note(text);
    }

    @Override
    public void progressed() {
        line.look();
    }

    @Override
    public void beat(int seat, EngineReport.Beat beat) {
        List<ThreadTime> times = beat.sight().times();
        if (!times.isEmpty()) {
            page.times(seat, times);
        }
        EngineSight.Done done = beat.sight().done();
        if (done != null) {
            page.done(seat, done);
        }
        if (trace != null && !beat.trace().isNone()) {
            trace.add(seat, beat.trace());
        }
    }

    @Override
    public void objects(Supplier<ObjectsNow> now) {
        page.objects(now);
    }

    @Override
    public void watch(RunControl run) {
        page.watch(run);
    }

    @Override
    public void began(boolean answers) {
        page.began();
        if (trace != null) {
            trace.began();
        }
        if (user.outputStays()) {
            String ender = answers
                    ? "moide stop " + runId
                    : "kill " + ProcessHandle.current().pid();
            user.console()
                    .whenOutputIsLost(why -> "moide run: cannot write to standard output: " + why
                            + "; the run goes on without, and '" + ender + "' ends it");
        }
    }

    @Override
    public void computed() {
        user.console().whenOutputIsLost(why -> "");
    }

    @Override
    public void ended(RunOutcome how, RunReport what) {
        if (how.ending() instanceof RunEnding.Complete) {
            line.finish();
        }
        line.close();
        conclusion.tell(how, what);
        outcome = how;
        report = what;
    }

    @Override
    public void close() {
        line.close();
        if (outcome != null && report != null) {
            conclusion.keep(outcome, report, user.oneOfMany());
        }
        page.close();
    }
}
