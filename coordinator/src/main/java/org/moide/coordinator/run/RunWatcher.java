package org.moide.coordinator.run;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.page.RunPage;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.report.ProgressLine;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunObserver;
import org.moide.coordinator.trace.TraceFile;
import org.moide.engine.control.EngineSight;
import org.moide.engine.control.ThreadTime;
import org.moide.engine.control.TraceChunk;

/** Shows a run to the user as it goes and keeps its results. Any thread; the results are guarded by this object. */
final class RunWatcher implements RunObserver {
    private final Console console;
    private final ProgressMeter progress;
    private final ProgressLine line;
    private final RunPage page;
    private final @Nullable ProgramLink program;
    private final @Nullable TraceFile trace;
    private final Map<String, Object> results = new LinkedHashMap<>();
    private final ConcurrentHashMap<Integer, List<ThreadTime>> times = new ConcurrentHashMap<>();

    /**
     * Shows it on the console and on the page.
     *
     * @param program whose executor the run is; null if it is none
     * @param trace null if nobody wants one
     */
    RunWatcher(
            Console console,
            ProgressMeter progress,
            ProgressLine line,
            RunPage page,
            @Nullable ProgramLink program,
            @Nullable TraceFile trace) {
        this.console = console;
        this.page = page;
        this.progress = progress;
        this.line = line;
        this.program = program;
        this.trace = trace;
    }

    @Override
    public void routes(CallRoutes routes) {
        if (program != null) {
            program.routes(routes);
        }
    }

    @Override
    public void delivered(int seat, byte[] bytes) {
        if (program != null) {
            program.delivered(seat, bytes);
        }
    }

    @Override
    public void line(String text) {
        console.printed("", text, false);
    }

    @Override
    public synchronized void result(String name, Serializable value) {
        results.put(name, value);
    }

    @Override
    public void progress(long done, long total, String what) {
        progress.update(done, total, what);
        line.look();
    }

    @Override
    public void times(int seat, List<ThreadTime> said) {
        times.put(seat, said);
        page.times(seat, said);
    }

    @Override
    public void done(int seat, EngineSight.Done done) {
        page.done(seat, done);
    }

    @Override
    public void objects(Supplier<ObjectsNow> now) {
        page.objects(now);
    }

    @Override
    public void traced(int seat, TraceChunk did) {
        if (trace != null) {
            trace.add(seat, did);
        }
    }

    /** Engines begin to compute. */
    void began() {
        page.began();
        if (trace != null) {
            trace.began();
        }
    }

    @Override
    public void note(String text) {
        page.note(text);
        console.error("moide run: " + text);
    }

    /** What the user's other commands reach of the run. */
    RunDoor door(RunDesk desk) {
        return new RunDoor(desk, progress, times);
    }

    synchronized Map<String, Object> results() {
        return new LinkedHashMap<>(results);
    }
}
