package org.moide.samples.bench;

import java.io.Serializable;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Measures how long workers pause while engines join and leave. Each worker sends itself one task after the other, and
 * records the longest time between two of them. One worker stays on the engine of ID 0; the others may move. All
 * engines must be on one machine, because times of different engines are compared.
 *
 * <p>Reports {@code longestMillis}, the longest pause of the worker that stays; {@code longestOfAllMillis}, the longest
 * pause of any worker, moves included; {@code tasks}, the number of tasks; and {@code elsewhere}, how many of them were
 * handled on engines other than that of ID 0.
 */
public final class JoinBench implements WorkerApplication<JoinBench.Beat, Long, JoinBench.Beats> {
    private static final String WORKERS = "--workers";
    private static final String SECONDS = "--seconds";
    private static final String COST = "--cost";
    private static final int USUAL_WORKERS = 2;
    private static final int USUAL_SECONDS = 10;
    private static final int USUAL_COST = 100;
    private static final int MOST_WORKERS = 10_000;
    private static final int MOST_SECONDS = 600;
    private static final int MOST_COST = 1_000_000;
    private static final int STAYING = 1;
    private static final long MICRO = 1_000;
    private static final long SECOND = 1_000_000_000;
    private static final double MILLIS = 1e6;

    /** The state of one worker: its longest pause and its counts. */
    static final class Beat implements Serializable {
        private static final long serialVersionUID = 1L;
        private final long untilNanos;
        private final long costNanos;
        private long lastNanos;
        private long longestNanos;
        private long tasks;
        private long elsewhere;

        Beat(Arguments arguments, long now) {
            untilNanos = now + arguments.count(SECONDS, USUAL_SECONDS, 1, MOST_SECONDS) * SECOND;
            costNanos = arguments.count(COST, USUAL_COST, 0, MOST_COST) * MICRO;
            lastNanos = now;
        }

        /**
         * Handles one task: updates the longest pause and the counts, and computes for a while. Returns whether the
         * worker continues.
         */
        boolean handle(int engine) {
            long now = System.nanoTime();
            longestNanos = Math.max(longestNanos, now - lastNanos);
            tasks++;
            elsewhere += engine == 0 ? 0 : 1;
            while (System.nanoTime() - now < costNanos) {
                Thread.onSpinWait();
            }
            lastNanos = System.nanoTime();
            return lastNanos < untilNanos;
        }
    }

    /** The longest pauses of some workers, and the counts of their tasks. */
    record Beats(long stayingNanos, long movingNanos, long tasks, long elsewhere) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public String usage() {
        return "[" + WORKERS + " n] [" + SECONDS + " n] [" + COST + " micros]";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(WORKERS, SECONDS, COST), Set.of(), 0);
        workers(arguments);
        new Beat(arguments, 0);
    }

    private static int workers(Arguments arguments) {
        return arguments.count(WORKERS, USUAL_WORKERS, 1, MOST_WORKERS);
    }

    @Override
    public void begin(WorkerSetup<Long> setup) {
        int moving = workers(setup.arguments());
        setup.workers(0, STAYING, Directives.NONE.startOn(0));
        setup.workers(STAYING, moving, Directives.NONE.moveAnywhere());
        for (int worker = 0; worker < STAYING + moving; worker++) {
            setup.send(worker, 0L);
        }
    }

    @Override
    public Beat state(long worker, WorkerContext<Beat, Long> context) {
        return new Beat(context.arguments(), System.nanoTime());
    }

    @Override
    public void handle(Long task, WorkerContext<Beat, Long> context) {
        if (context.state().handle(context.engine())) {
            context.send(context.worker(), task + 1);
        }
    }

    @Override
    public Beats result(long worker, Beat state) {
        return worker < STAYING
                ? new Beats(state.longestNanos, 0, state.tasks, state.elsewhere)
                : new Beats(0, state.longestNanos, state.tasks, state.elsewhere);
    }

    @Override
    public Beats merge(Beats left, Beats right) {
        return new Beats(
                Math.max(left.stayingNanos, right.stayingNanos),
                Math.max(left.movingNanos, right.movingNanos),
                left.tasks + right.tasks,
                left.elsewhere + right.elsewhere);
    }

    @Override
    public void handleResults(Beats result, Report report) {
        report.put("longestMillis", result.stayingNanos / MILLIS);
        report.put("longestOfAllMillis", Math.max(result.stayingNanos, result.movingNanos) / MILLIS);
        report.put("tasks", result.tasks);
        report.put("elsewhere", result.elsewhere);
    }
}
