package org.moide.command.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunStatus;
import org.moide.engine.control.ThreadTime;

/**
 * The metrics of a run. The run is asked for its state when a collector asks for metrics, at most once a second.
 * Thread-safe.
 */
public final class RunMetrics {
    private static final long PERIOD_NANOS = 1_000_000_000L;
    private static final double NANOS = 1e9;
    private static final String THREAD_SECONDS = "moide_engine_thread_seconds_total";

    private final String run;
    private final String application;
    private final Ticker ticker;
    private volatile @Nullable RunControl asked;
    private @Nullable String told; // guarded by this, like the next
    private long toldNanos;

    /**
     * Creates the metrics of a run that starts.
     *
     * @param run the run's ID
     * @param application the application's name without its arguments, which may be confidential
     */
    public RunMetrics(String run, String application, Ticker ticker) {
        this.run = run;
        this.application = application;
        this.ticker = ticker;
    }

    /** Sets the run's control, from which metrics come from now on. */
    public void watch(RunControl control) {
        asked = control;
    }

    /** Returns all metrics, at most a second old. */
    public synchronized String text() {
        String before = told;
        long now = ticker.nanoTime();
        if (before == null || now - toldNanos >= PERIOD_NANOS) {
            RunControl control = asked;
            before = control == null
                    ? of(run, application, RunStatus.of(RunStatus.State.STARTING), List.of())
                    : of(run, application, control.status(), control.times());
            told = before;
            toldNanos = now;
        }
        return before;
    }

    /** Returns the metrics of a run with this status. */
    static String of(String run, String application, RunStatus status, List<RunControl.EngineTimes> times) {
        MetricsText text = new MetricsText();
        text.gauge("moide_run_info", "1 for the run that is told here.")
                .value("moide_run_info", 1, "run", run, "application", application);
        text.gauge("moide_run_state", "1 for what the run does now, else 0.");
        for (RunStatus.State state : RunStatus.State.values()) {
            text.value("moide_run_state", state == status.state() ? 1 : 0, "run", run, "state", state.words());
        }
        text.gauge("moide_run_seconds", "Since its computing began.")
                .value("moide_run_seconds", status.seconds(), "run", run);
        if (status.work().bag()) {
            text.counter("moide_run_tasks_done_total", "Tasks whose results are home.")
                    .value("moide_run_tasks_done_total", status.tasksDone(), "run", run);
            text.gauge("moide_run_tasks_known", "Those, and those that are known to be there to be done.")
                    .value("moide_run_tasks_known", status.tasksKnown(), "run", run);
            text.gauge("moide_run_tasks_waiting", "Tasks that no engine has yet.")
                    .value("moide_run_tasks_waiting", status.work().waiting(), "run", run);
        }
        text.counter("moide_run_epochs_total", "Registrations of its engines.")
                .value("moide_run_epochs_total", status.epochs().size(), "run", run);
        text.counter("moide_run_changes_total", "Changes of its engines, losses among them.")
                .value("moide_run_changes_total", status.changes().size(), "run", run);
        text.gauge("moide_run_waiting_threads", "Threads that wait in a call of the communication library.")
                .value("moide_run_waiting_threads", status.waits().size(), "run", run);
        engines(run, status, text);
        times(run, times, text);
        return text.text();
    }

    private static void engines(String run, RunStatus status, MetricsText text) {
        String up = "moide_engine_up";
        String threads = "moide_engine_threads";
        String power = "moide_engine_power";
        String tasks = "moide_engine_tasks_total";
        String queued = "moide_engine_queued_tasks";
        text.gauge(up, "1 if the engine takes part in the run or is about to, 0 if it did.");
        text.gauge(threads, "Its compute threads.");
        text.gauge(power, "Work per second of its processors; 1 is about one of today.");
        text.counter(tasks, "Tasks that its threads have executed.");
        text.gauge(queued, "Tasks that lie there and are not begun.");
        for (RunStatus.EngineStatus engine : status.engines()) {
            String[] of = {"run", run, "engine", Integer.toString(engine.seat()), "host", engine.host()};
            text.value(up, engine.isActive() ? 1 : 0, of);
            if (engine.isActive()) {
                text.value(threads, engine.threads(), of);
                text.value(power, engine.power(), of);
                text.value(queued, engine.queued(), of);
            }
            text.value(tasks, engine.tasks(), of);
        }
    }

    private static void times(String run, List<RunControl.EngineTimes> times, MetricsText text) {
        text.counter(THREAD_SECONDS, "What the engine's threads did with their time, all together.");
        for (RunControl.EngineTimes engine : times) {
            ThreadTime sum =
                    engine.threads().stream().reduce(ThreadTime::plus).orElse(new ThreadTime(0, 0, 0, 0, 0, 0));
            String number = Integer.toString(engine.engine());
            part(run, number, "compute", sum.computeNanos(), text);
            part(run, number, "communicate", sum.communicateNanos(), text);
            part(run, number, "wait", sum.waitNanos(), text);
            part(run, number, "fetch", sum.fetchNanos(), text);
            part(run, number, "checkpoint", sum.checkpointNanos(), text);
            part(run, number, "migrate", sum.migrateNanos(), text);
        }
    }

    private static void part(String run, String engine, String part, long nanos, MetricsText text) {
        text.value(THREAD_SECONDS, nanos / NANOS, "run", run, "engine", engine, "part", part);
    }
}
