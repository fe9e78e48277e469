package org.moide.balance.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;
import org.moide.balance.workload.WorkloadSpec;

class WorkerSimulationRunTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldTakeAsLongAsTheWorkOfAWorkerThatMayNotMove() {
        WorkerWorkload hot = hot(1, WorkerRule.STAYS, 1_000, MILLI);

        SimulationOutcome outcome = Simulation.run(hot, plan(members(4), "receiver", 1));

        assertThat(outcome.predictedNanos()).isBetween(1_000 * MILLI, 1_001 * MILLI);
        assertThat(outcome.use().efficiency()).isCloseTo(0.25, within(0.001));
        assertThat(outcome.use().idleShare()).isCloseTo(0.75, within(0.001));
        assertThat(outcome.use().tasks()).isEqualTo(1_000);
        assertThat(outcome.workers().moves()).isZero();
        assertThat(outcome.use().memberShares().stream().filter(share -> share > 0))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"receiver", "sender", "greedy", "gossip"})
    void shouldTakeHalfTheTimeOfASkewedLoadWhenASecondMemberGetsWorkers(String strategy) {
        WorkerWorkload skewed = skewed(8, 2_000);

        SimulationOutcome still = Simulation.run(skewed, plan(members(2), "none", 1));
        SimulationOutcome moved = Simulation.run(skewed, plan(members(2), strategy, 1));

        assertThat(still.predictedNanos()).as("all on one").isBetween(16_000 * MILLI, 16_010 * MILLI);
        assertThat(still.workers().moves()).isZero();
        assertThat(moved.predictedNanos()).as(strategy).isBetween(8_000 * MILLI, 8_800 * MILLI);
        assertThat(moved.workers().moves()).isBetween(1L, 40L);
        assertThat(moved.workers().bytes())
                .isGreaterThanOrEqualTo(moved.workers().moves() * 10_000);
    }

    @Test
    void shouldTakeTheTimeThatAStateTakesOnItsLine() {
        WorkerWorkload small = rotated(10);
        WorkerWorkload large = rotated(1_000_000);

        SimulationOutcome fast = Simulation.run(small, plan(members(2), "rotate", 1));
        SimulationOutcome slow = Simulation.run(large, plan(members(2), "rotate", 1));

        assertThat(slow.workers().moves()).isGreaterThan(10);
        assertThat(slow.workers().bytes()).isGreaterThanOrEqualTo(slow.workers().moves() * 1_000_000);
        long perMove = (slow.predictedNanos() - 4_000 * MILLI) / slow.workers().moves();
        assertThat(perMove).as("ns a move of 1 MB at 125 MB/s").isBetween(8 * MILLI, 9 * MILLI);
        assertThat(fast.predictedNanos()).isLessThan(slow.predictedNanos());
    }

    /** Makes a workload of one worker with 4,000 tasks of a millisecond. */
    private static WorkerWorkload rotated(long stateBytes) {
        return workload(
                List.of(new WorkerWorkload.Worker(0, WorkerRule.MOVES, stateBytes)), 4_000, 1, task -> 0L, MILLI);
    }

    @Test
    void shouldForwardTasksToWhereTheirWorkersHaveGone() {
        Workload workload = WorkloadSpec.make("workers:count=40,hot=5,tasks=4000,millis=0.2,chains=40");

        SimulationOutcome outcome = Simulation.run(workload, plan(members(4), "rotate", 1));

        assertThat(outcome.use().tasks()).isEqualTo(4_000);
        assertThat(outcome.workers().forwardedTasks())
                .isPositive()
                .isLessThan(outcome.workers().remoteTasks() + outcome.workers().moves() * 40);
        assertThat(outcome.workers().moves()).isGreaterThan(100);
    }

    @Test
    void shouldGiveTheSameRunForTheSameSeedAndAnotherForAnother() {
        Workload workload = WorkloadSpec.make("workers:count=40,hot=5,tasks=8000,millis=0.5,chains=40");

        for (String strategy : List.of("receiver", "gossip")) {
            SimulationOutcome first = Simulation.run(workload, plan(members(4), strategy, 7));
            assertThat(Simulation.run(workload, plan(members(4), strategy, 7))).isEqualTo(first);
            assertThat(Simulation.run(workload, plan(members(4), strategy, 8))
                            .trace()
                            .digest())
                    .isNotEqualTo(first.trace().digest());
        }
    }

    @Test
    void shouldTakeThreadsForAsFastAsTheyAre() {
        Membership uneven =
                Membership.of(List.of(new Membership.Member(0, 1, 4, 2), new Membership.Member(1, 1, 1, 1)));
        WorkerWorkload one =
                workload(List.of(new WorkerWorkload.Worker(3, WorkerRule.STAYS, 0)), 100, 1, task -> 3L, MILLI);

        assertThat(Simulation.run(one, plan(uneven, "none", 1)).predictedNanos())
                .as("on a thread of power 2, as one worker is handled by one thread at a time")
                .isBetween(50 * MILLI, 51 * MILLI);
    }

    @Test
    void shouldMoveWorkersOnlyToWhereTheyMayBe() {
        WorkerRule bound = new WorkerRule(List.of(0), true, List.of(1), List.of(), List.of(), List.of(), Map.of());
        List<WorkerWorkload.Worker> workers = IntStream.range(0, 12)
                .mapToObj(id -> new WorkerWorkload.Worker(id, bound, 100))
                .toList();
        WorkerWorkload workload = workload(workers, 24_000, 12, task -> task % 12, MILLI);

        SimulationOutcome outcome = Simulation.run(workload, plan(members(3), "greedy", 1));

        assertThat(outcome.use().memberShares().get(0)).isGreaterThan(0.8);
        assertThat(outcome.use().memberShares().get(1)).isGreaterThan(0.8);
        assertThat(outcome.use().memberShares().get(2)).isZero();
    }

    @Test
    void shouldRefuseWhatNoStrategyForWorkersKnows() {
        WorkerWorkload workload = hot(2, WorkerRule.MOVES, 10, MILLI);
        StrategySpec unknown = StrategySpec.of("receiver", Map.of("patience", "3"));

        assertThatThrownBy(() -> Simulation.run(
                        workload,
                        new SimulationPlan(Platform.known(members(2), Interconnect.USUAL), unknown, 1, 1_000, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("patience");
        assertThatThrownBy(() -> Simulation.run(workload, plan(members(2), "stealing", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no strategy for workers \"stealing\"");
    }

    @Test
    void shouldGiveUpARunOfMoreEventsThanAllowed() {
        WorkerWorkload workload = hot(2, WorkerRule.MOVES, 1_000, MILLI);

        assertThatThrownBy(() -> Simulation.run(
                        workload,
                        new SimulationPlan(
                                Platform.known(members(2), Interconnect.USUAL), StrategySpec.of("none"), 1, 100, null)))
                .isInstanceOf(SimulatedRunFailedException.class)
                .hasMessageContaining("none did not end: after 101 events");
    }

    // --- what is there to do --------------------------------------------------------------------------------------

    /**
     * Makes a workload of several workers in which worker 0 gets all tasks. Each task is sent when the one before is
     * handled.
     */
    private static WorkerWorkload hot(int workers, WorkerRule rule, int tasks, long nanos) {
        return workload(
                IntStream.range(0, workers)
                        .mapToObj(id -> new WorkerWorkload.Worker(id, rule, 100))
                        .toList(),
                tasks,
                1,
                task -> 0L,
                nanos);
    }

    /**
     * Makes a workload in which the first half of the workers, which begin on the first member, have {@code tasksEach}
     * tasks of a millisecond each.
     */
    private static WorkerWorkload skewed(int workers, int tasksEach) {
        List<WorkerWorkload.Worker> all = new ArrayList<>();
        for (int id = 0; id < 2 * workers; id++) {
            all.add(new WorkerWorkload.Worker(id, WorkerRule.MOVES, 10_000));
        }
        return workload(all, workers * tasksEach, workers, task -> (long) task % workers, MILLI);
    }

    private static WorkerWorkload workload(
            List<WorkerWorkload.Worker> workers, int tasks, int chains, IntToLongFunction receiver, long taskNanos) {
        int[] causes = new int[tasks];
        long[] nanos = new long[tasks];
        int[] bytes = new int[tasks];
        long[] receivers = new long[tasks];
        Arrays.fill(nanos, taskNanos);
        Arrays.fill(bytes, 10);
        for (int task = 0; task < tasks; task++) {
            causes[task] = task < chains ? Workload.NO_PARENT : task - chains;
            receivers[task] = receiver.applyAsLong(task);
        }
        return new WorkerWorkload("test", workers, receivers, causes, nanos, bytes);
    }

    private static Membership members(int count) {
        return Membership.of(IntStream.range(0, count)
                .mapToObj(number -> new Membership.Member(number, 1, 1, 1))
                .toList());
    }

    private static SimulationPlan plan(Membership members, String strategy, long seed) {
        return new SimulationPlan(
                Platform.known(members, Interconnect.USUAL), StrategySpec.of(strategy), seed, 10_000_000, null);
    }
}
