package @package@;

import java.io.Serializable;
import java.util.Set;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Walkers go around a ring of places. A place is a worker: its state is the number of walkers that have come by, and
 * MOIDE keeps it on some engine. A walker is a task, which is sent from place to place.
 */
public final class @class@ implements WorkerApplication<Long, @class@.Walker, Long> {
    private static final int PLACES = 100;

    /**
     * A walker.
     *
     * @param stride the distance of a step, in places
     * @param steps the number of steps left
     */
    public record Walker(int stride, int steps) implements Serializable {}

    @Override
    public String summary() {
        return "walkers go around a ring of places";
    }

    @Override
    public String usage() {
        return "--steps n   of each walker; default 10000";
    }

    /** Checks the arguments. Called once, before any engine starts. */
    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of("--steps"), Set.of(), 0);
        steps(arguments);
    }

    private static int steps(Arguments arguments) {
        return arguments.count("--steps", 10_000, 1, 1_000_000_000);
    }

    /** Declares the workers and sends the first tasks. Called once, before any worker begins. */
    @Override
    public void begin(WorkerSetup<Walker> setup) {
        setup.workers(0, PLACES, Directives.NONE.moveAnywhere());
        for (int place = 0; place < PLACES; place++) {
            setup.send(place, new Walker(1 + place % 7, steps(setup.arguments())));
        }
    }

    /** Makes the initial state of a worker. */
    @Override
    public Long state(long place, WorkerContext<Long, Walker> context) {
        return 0L;
    }

    /** Handles one task of one worker. A worker handles its tasks one after the other. */
    @Override
    public void handle(Walker walker, WorkerContext<Long, Walker> context) {
        context.become(context.state() + 1);
        if (walker.steps() > 1) {
            long next = (context.worker() + walker.stride()) % PLACES;
            context.send(next, new Walker(walker.stride(), walker.steps() - 1));
        }
    }

    /** Returns a worker's result from its final state. */
    @Override
    public Long result(long place, Long visits) {
        return visits;
    }

    /** Combines two results. Called in any order. */
    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    /** Reports the final result. Called once, when no task is queued or under way. */
    @Override
    public void handleResults(Long visits, Report report) {
        report.put("visits", visits);
    }
}
