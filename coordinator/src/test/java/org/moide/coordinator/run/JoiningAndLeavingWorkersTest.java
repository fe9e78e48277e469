package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Tests, in simulated time, that an engine can join, leave or be replaced while a task on another engine takes three
 * seconds.
 */
class JoiningAndLeavingWorkersTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration LONG_TASK = Duration.ofSeconds(3);
    private static final Duration SHORT_TASK = Duration.ofMillis(1);
    private static final long UNTIL_NANOS = Duration.ofSeconds(9).toNanos();
    private static final int TICKING = 8;

    /**
     * The longest pause between two tasks of a worker that is usual. There is a pause because many workers share a
     * thread, and each waits some milliseconds for the tasks of the others.
     */
    private static final Duration USUAL_TURN = Duration.ofMillis(200);

    private static final long FIRST_IDLE = 100;

    /** The time at which some idle workers get their first task. All changes must be complete by then. */
    private static final long LATE_NANOS = Duration.ofSeconds(7).toNanos();

    private static final long ONE_WORKER = 1L << 40;

    private final Map<Long, Long> lastNanos = new ConcurrentHashMap<>();
    private final AtomicLong longestNanos = new AtomicLong();
    private final AtomicLong handled = new AtomicLong();
    private final Set<Integer> lateEngines = ConcurrentHashMap.newKeySet();
    private LongSupplier clock = () -> 0;

    /**
     * An application in which worker 0, on engine 1, has a task of three seconds. Some other workers handle one short
     * task after the other, and the remaining workers wait.
     */
    private final class Ticking implements WorkerApplication<Integer, Long, Long> {
        private final SimNode node;
        private final int idle;

        Ticking(SimNode node, int idle) {
            this.node = node;
            this.idle = idle;
        }

        @Override
        public void begin(WorkerSetup<Long> setup) {
            setup.worker(0, Directives.NONE.startOn(1));
            setup.workers(1, TICKING, Directives.NONE.moveAnywhere());
            if (idle > 0) {
                setup.workers(FIRST_IDLE, idle, Directives.NONE);
            }
            for (int worker = 0; worker <= TICKING; worker++) {
                setup.send(worker, 0L);
            }
        }

        @Override
        public Integer state(long worker, WorkerContext<Integer, Long> context) {
            return 0;
        }

        @Override
        public void handle(Long task, WorkerContext<Integer, Long> context) {
            long worker = context.worker();
            long now = clock.getAsLong();
            handled.incrementAndGet();
            context.become(context.state() + 1);
            if (now > LATE_NANOS) {
                lateEngines.add(context.engine());
            }
            if (worker >= FIRST_IDLE) {
                return;
            }
            if (worker > 0) {
                Long before = lastNanos.get(worker);
                longestNanos.accumulateAndGet(before == null ? 0 : now - before, Math::max);
            }
            node.compute(worker == 0 ? LONG_TASK : SHORT_TASK);
            lastNanos.put(worker, clock.getAsLong());
            if (now > LATE_NANOS && idle > 0) {
                context.send(FIRST_IDLE + task % (idle / 2), task);
            }
            if (now < UNTIL_NANOS) {
                context.send(worker, task + 1);
            }
        }

        @Override
        public Long result(long worker, Integer state) {
            return ONE_WORKER + state;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long result, Report report) {
            report.put("tasks", result);
        }
    }

    /**
     * A change of engines during a run.
     *
     * @param order the order for the change
     * @param shape the parameters of the run
     * @param idle the number of workers that wait
     * @param note the first line for the user about the change
     * @param limit the longest time that a worker may have to wait between its short tasks
     * @param lateEngines the engines that must handle tasks after the change
     */
    private record Change(
            ChangeOrder order, RunShape shape, int idle, String note, Duration limit, Set<Integer> lateEngines) {
        static Change join(String strategy, Duration limit) {
            return new Change(
                    new ChangeOrder.Expand(List.of()),
                    new RunShape(2, 1, strategy, 1, 1, true, false, false, false),
                    0,
                    "engine-2 .* joined",
                    limit,
                    Set.of(0, 1, 2));
        }

        static Change leave(ChangeOrder order, String note, Integer... lateEngines) {
            RunShape shape = new RunShape(3, 2, "greedy", 1, 1, true, false, false, false);
            return new Change(order, shape, 40, note, USUAL_TURN, Set.of(lateEngines));
        }

        @Override
        public String toString() {
            return order + ", " + shape.strategy();
        }
    }

    static List<Change> changes() {
        return List.of(
                Change.join("greedy", USUAL_TURN),
                // nobody moves a worker that waits behind the long task once the engine has joined
                Change.join("none", LONG_TASK.plus(USUAL_TURN)),
                Change.leave(new ChangeOrder.Shrink(2), "engine-2 .* left", 0, 1),
                // worker 0 ends its task first, and moves, though it stays where it is otherwise
                Change.leave(new ChangeOrder.Shrink(1), "engine-1 .* left", 0, 2),
                Change.leave(new ChangeOrder.Replace(2, List.of()), "engine-2 .* left after", 0, 1, 3));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void shouldStopNobodyAndUseAllEnginesWhenOneJoinsOrLeaves(Change change) {
        ScriptedApplication application = new ScriptedApplication(node -> new Ticking(node, change.idle()));
        try (SimulatedRun run = new SimulatedRun(7, change.shape(), application)) {
            clock = () -> run.cluster().queue().nanoTime();
            run.cluster().after(Duration.ofSeconds(2), "change", () -> run.order(change.order()));
            run.begin();
            run.cluster().runUntil(run::isOver, LIMIT);
            RunOutcome outcome = run.outcome();
            assertThat(outcome).isNotNull();
            assertThat(outcome.ending()).isInstanceOf(RunEnding.Complete.class);
            assertThat((long) run.results().get("tasks"))
                    .as("all workers, and all that they have done")
                    .isEqualTo((1 + TICKING + change.idle()) * ONE_WORKER + handled.get());
            assertThat(run.notes()).anyMatch(note -> note.matches(change.note() + " .* while all others went on"));
        }
        assertThat(Duration.ofNanos(longestNanos.get())).isLessThan(change.limit());
        assertThat(lateEngines).isEqualTo(change.lateEngines());
    }
}
