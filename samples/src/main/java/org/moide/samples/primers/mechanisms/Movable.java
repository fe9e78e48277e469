package org.moide.samples.primers.mechanisms;

import java.io.Serializable;
import java.util.Set;
import java.util.stream.IntStream;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Shows {@code movable} and {@code active}: three busy workers begin on engine 0, and engine 1 has nothing to do. One
 * worker may not move now, one does not count as load, so the system moves the third.
 */
public final class Movable implements WorkerApplication<Movable.State, String, String> {
    private static final long HELD = 0;
    private static final long INACTIVE = 1;
    private static final long FREE = 2;
    private static final long ALL = 0;

    /** The number of tasks after which a worker stops, also if none has moved: some seconds. */
    private static final int MOST_TASKS = 20_000;

    /**
     * A worker's state.
     *
     * @param engine the engine of its last task
     * @param left how many tasks it may still send itself
     */
    record State(int engine, int left) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public String summary() {
        return "primer of movable and active: which of three workers the system moves";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(), Set.of(), 0);
    }

    @Override
    public void begin(WorkerSetup<String> setup) {
        setup.workers(HELD, 3, Directives.NONE.startOn(0).moveAnywhere());
        setup.group(ALL, HELD, 3);
        setup.broadcast(ALL, "work");
    }

    @Override
    public State state(long worker, WorkerContext<State, String> context) {
        return new State(context.engine(), MOST_TASKS);
    }

    @Override
    public void handle(String task, WorkerContext<State, String> context) {
        context.movable(context.worker() != HELD);
        context.active(context.worker() != INACTIVE);
        boolean stops = task.equals("stop") || context.engines() == 1;
        int left = stops ? 0 : Math.max(0, context.state().left() - 1);
        context.become(new State(context.engine(), left));
        if (left == 0) {
            return;
        }
        if (context.worker() == FREE && context.engine() != 0) {
            context.broadcast(ALL, "stop");
        } else if (IntStream.range(0, 100_000).mapToDouble(Math::sqrt).sum() > 0) { // a part of a millisecond
            context.send(context.worker(), "work");
        }
    }

    @Override
    public String result(long worker, State state) {
        return "worker " + worker + " ended on engine " + state.engine();
    }

    @Override
    public String merge(String left, String right) {
        return left + "\n" + right; // in any order
    }

    @Override
    public void handleResults(String all, Report report) {
        all.lines().sorted().forEach(report::print);
    }
}
