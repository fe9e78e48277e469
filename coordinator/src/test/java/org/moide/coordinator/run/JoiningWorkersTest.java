package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/** Tests, in simulated time, an engine that joins while a handler on another engine takes three seconds. */
class JoiningWorkersTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration LONG_TASK = Duration.ofSeconds(3);
    private static final Duration SHORT_TASK = Duration.ofMillis(1);
    private static final long UNTIL_NANOS = Duration.ofSeconds(9).toNanos();
    private static final int TICKING = 8;

    /**
     * The longest usual pause between a worker's tasks. Many workers share a thread, and each waits some milliseconds
     * for the tasks of the other workers.
     */
    private static final Duration USUAL_TURN = Duration.ofMillis(200);

    private final Map<Long, Long> lastNanos = new ConcurrentHashMap<>();
    private final AtomicLong longestNanos = new AtomicLong();
    private final Set<Integer> engines = ConcurrentHashMap.newKeySet();
    private LongSupplier clock = () -> 0;

    /** Worker 0, on engine 1, has a task of three seconds. All other workers handle one short task after the other. */
    private final class Ticking implements WorkerApplication<Integer, Long, Long> {
        private final SimNode node;

        Ticking(SimNode node) {
            this.node = node;
        }

        @Override
        public void begin(WorkerSetup<Long> setup) {
            setup.worker(0, Directives.NONE.startOn(1));
            setup.workers(1, TICKING, Directives.NONE.moveAnywhere());
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
            if (worker > 0) {
                Long before = lastNanos.get(worker);
                longestNanos.accumulateAndGet(before == null ? 0 : now - before, Math::max);
                engines.add(context.engine());
            }
            node.compute(worker == 0 ? LONG_TASK : SHORT_TASK);
            lastNanos.put(worker, clock.getAsLong());
            context.become(context.state() + 1);
            if (now < UNTIL_NANOS) {
                context.send(worker, task + 1);
            }
        }

        @Override
        public Long result(long worker, Integer state) {
            return (long) state;
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

    private List<String> play(String strategy) {
        RunShape shape = new RunShape(2, 1, strategy, 1, 1, true, false, false, false);
        try (SimulatedRun run = new SimulatedRun(7, shape, new ScriptedApplication(Ticking::new))) {
            clock = () -> run.cluster().queue().nanoTime();
            run.cluster()
                    .after(
                            Duration.ofSeconds(2),
                            "expand",
                            () -> new Trouble.Order(Duration.ZERO, new ChangeOrder.Expand(List.of())).strike(run));
            run.begin();
            run.cluster().runUntil(run::isOver, LIMIT);
            RunOutcome outcome = run.outcome();
            assertThat(outcome).isNotNull();
            assertThat(outcome.ending()).isInstanceOf(RunEnding.Complete.class);
            assertThat((long) run.results().get("tasks")).isPositive();
            return run.notes();
        }
    }

    @Test
    void shouldStopNobodyAndGiveTheNewcomerWorkers() {
        assertThat(play("greedy")).anyMatch(note -> note.matches(".* joined .* while all others went on"));
        assertThat(Duration.ofNanos(longestNanos.get())).isLessThan(USUAL_TURN);
        assertThat(engines).contains(2);
    }

    @Test
    void shouldGiveTheNewcomerItsShareWhenNothingIsBalanced() {
        assertThat(play("none")).anyMatch(note -> note.matches(".* joined .* while all others went on"));
        assertThat(Duration.ofNanos(longestNanos.get())).isLessThan(LONG_TASK.plus(USUAL_TURN));
        assertThat(engines).contains(2);
    }
}
