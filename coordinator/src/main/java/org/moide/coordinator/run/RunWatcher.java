package org.moide.coordinator.run;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunDisplay;
import org.moide.coordinator.run.session.RunObserver;
import org.moide.coordinator.run.session.RunUser;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.ThreadTime;

/**
 * Watches a run for its user: collects the run's results and its threads' times, and passes messages on to the user.
 * Thread-safe; this object guards the results.
 */
final class RunWatcher implements RunObserver {
    private final RunUser user;
    private final ProgressMeter progress;
    private final RunDisplay display;
    private final @Nullable ProgramLink program;
    private final Map<String, Object> results = new LinkedHashMap<>();
    private final ConcurrentHashMap<Integer, List<ThreadTime>> times = new ConcurrentHashMap<>();

    /**
     * Creates the watcher.
     *
     * @param program the program whose executor needs the run; null if the run has nothing to do with an executor
     */
    RunWatcher(RunUser user, ProgressMeter progress, RunDisplay display, @Nullable ProgramLink program) {
        this.user = user;
        this.progress = progress;
        this.display = display;
        this.program = program;
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
        user.printed("", text, false);
    }

    @Override
    public synchronized void result(String name, Serializable value) {
        results.put(name, value);
    }

    @Override
    public void progress(long done, long total, String what) {
        progress.update(done, total, what);
        display.progressed();
    }

    @Override
    public void beat(int seat, EngineReport.Beat beat) {
        List<ThreadTime> said = beat.sight().times();
        if (!said.isEmpty()) {
            times.put(seat, said);
        }
        display.beat(seat, beat);
    }

    @Override
    public void objects(Supplier<ObjectsNow> now) {
        display.objects(now);
    }

    @Override
    public void note(String text) {
        display.note(text);
    }

    /**
     * Creates the object that answers commands about the run from other processes.
     *
     * @param beside returns the other runs on this run's hosts
     * @param advice returns the changes with which the run would end sooner
     */
    RunDoor door(
            RunDesk desk,
            RunSight about,
            Supplier<List<RunStatus.Beside>> beside,
            Supplier<List<RunStatus.Advice>> advice) {
        return new RunDoor(desk, progress, times, this::note, about, beside, advice);
    }

    /** Returns the state of the run with its progress, but without what hosts say. */
    RunStatus status(RunDesk desk) {
        return desk.status().with(progress.now());
    }

    synchronized Map<String, Object> results() {
        return new LinkedHashMap<>(results);
    }
}
