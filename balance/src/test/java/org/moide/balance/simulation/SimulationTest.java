package org.moide.balance.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.workload.Workload;
import org.moide.balance.workload.WorkloadSpec;

class SimulationTest {
    private static final long MILLI = 1_000_000;

    @ParameterizedTest
    @MethodSource("org.moide.balance.strategy.Strategies#names")
    void shouldBeTheSameEventForEventWhenThePlanIsTheSame(String strategy) {
        Workload tree = WorkloadSpec.make("tree:depth=4,millis=0.3,spread=0.5");

        SimulationOutcome first = Simulation.run(tree, plan(members(5, 2), strategy, 7));
        SimulationOutcome second = Simulation.run(tree, plan(members(5, 2), strategy, 7));
        SimulationOutcome other = Simulation.run(tree, plan(members(5, 2), strategy, 8));

        assertThat(second).isEqualTo(first);
        assertThat(other.trace().digest()).isNotEqualTo(first.trace().digest());
        assertThat(first.use().tasks()).isEqualTo(tree.tasks());
        assertThat(first.use().efficiency()).isGreaterThan(0).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldNeedTheTimeOfTheWorkWhenOneThreadDoesAll() {
        Workload workload = WorkloadSpec.make("uniform:tasks=500,millis=2");

        SimulationOutcome outcome = Simulation.run(workload, plan(members(1, 1), "stealing", 1));

        assertThat((double) outcome.predictedNanos())
                .isCloseTo(workload.workNanos(), within(0.01 * workload.workNanos()))
                .isGreaterThan(workload.workNanos());
        assertThat(outcome.use().idleShare()).isCloseTo(1 - outcome.use().efficiency(), within(1e-6));
        assertThat(outcome.bag().transfers()).isPositive();
        assertThat(outcome.bag().tasks()).isGreaterThanOrEqualTo(500);
        assertThat(outcome.traffic().bytes()).isGreaterThan(500 * 100);
    }

    @Test
    void shouldTellStrategiesNoPowersWhenTheyAreNotKnown() {
        Workload workload = WorkloadSpec.make("uniform:tasks=2000,millis=1,spread=0");
        Membership members =
                Membership.of(List.of(new Membership.Member(0, 1, 3, 1), new Membership.Member(1, 1, 1, 1)));

        SimulationPlan hidden = new SimulationPlan(
                new Platform(members, false, true, Interconnect.USUAL, 1),
                StrategySpec.of("static"),
                1,
                10_000_000,
                null);

        assertThat(Simulation.run(workload, hidden).predictedNanos())
                .as("half of the tasks on the slow one")
                .isBetween(1_000 * MILLI, 1_020 * MILLI);
    }

    @Test
    void shouldGiveFastMembersMoreWhenPowersDiffer() {
        Workload workload = WorkloadSpec.make("uniform:tasks=2000,millis=1,spread=0");
        Membership members =
                Membership.of(List.of(new Membership.Member(0, 1, 3, 1), new Membership.Member(1, 1, 1, 1)));

        SimulationOutcome outcome = Simulation.run(workload, plan(members, "guided", 1));

        assertThat(outcome.predictedNanos()).isBetween(500 * MILLI, 520 * MILLI);
        assertThat(outcome.use().efficiency()).isBetween(0.95, 1.0);
        assertThat(outcome.use().memberShares()).allMatch(share -> share > 0.95);
    }

    /**
     * Simulates a tree of long chains of tasks. There, the only task that can be stolen is usually the last task of
     * some member.
     */
    @Test
    void shouldNotPassTasksRoundWhenATreeIsDeepAndNarrow() {
        Workload tree = WorkloadSpec.make("tree:kind=binomial,b0=500,q=0.12,millis=4");

        SimulationOutcome stealing = Simulation.run(tree, plan(members(64, 1), "stealing", 1));

        assertThat((double) stealing.bag().tasks() / tree.tasks())
                .as("how often a task was sent, in the mean")
                .isLessThan(1.2);
        assertThat(stealing.use().efficiency())
                .as("where no network at all gives 0.98")
                .isGreaterThan(0.93);
    }

    @Test
    void shouldKeepManyMembersBusyWhenTasksPutTasks() {
        Workload tree = WorkloadSpec.make("tree:depth=7,millis=4");

        SimulationOutcome stealing = Simulation.run(tree, plan(members(64, 1), "stealing", 1));

        assertThat(stealing.use().efficiency()).isGreaterThan(0.95);
        assertThat(stealing.use().busyShares()).hasSize(SimulationOutcome.POINTS);
        double mean = stealing.use().busyShares().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
        assertThat(mean).isCloseTo(stealing.use().efficiency(), within(0.01));
    }

    @Test
    void shouldTakeLongerWhenTheNetworkIsSlower() {
        Workload workload = WorkloadSpec.make("uniform:tasks=2000,millis=0.2");
        SimulationPlan usual = plan(members(8, 1), "demand", 1);
        SimulationPlan slow = new SimulationPlan(
                Platform.known(members(8, 1), new Interconnect(20 * MILLI, 1e6, 10_000)),
                StrategySpec.of("demand"),
                1,
                1_000_000,
                null);

        assertThat(Simulation.run(workload, slow).predictedNanos())
                .isGreaterThan(2 * Simulation.run(workload, usual).predictedNanos());
    }

    @Test
    void shouldSayHowFarItCameWhenAStrategyGivesNobodyAnything() {
        Workload workload = WorkloadSpec.make("uniform:tasks=20");
        SimulationPlan plan = new SimulationPlan(
                Platform.known(members(2, 1), Interconnect.USUAL),
                StrategySpec.of(Miser.class.getName()),
                1,
                10_000,
                SimulationTest.class.getClassLoader());

        assertThatThrownBy(() -> Simulation.run(workload, plan))
                .isInstanceOf(SimulatedRunFailedException.class)
                .hasMessageContaining("Miser did not end: after ")
                .hasMessageContaining("0 of 20 tasks were done");
    }

    @Test
    void shouldRefuseAnUnknownStrategy() {
        assertThatThrownBy(() -> Simulation.run(WorkloadSpec.make("uniform:tasks=2"), plan(members(1, 1), "gided", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean guided");
    }

    @Test
    void shouldSplitBusyTimeOverStretchesWhenItGetsLonger() {
        BusyTimeline timeline = new BusyTimeline();
        timeline.add(0, 500, 1);
        timeline.add(1_000_000, 3_000_000, 2);

        double[] shares = timeline.shares(4, 4_000_000, 2);

        // The intervals are 16 µs long by then, so an edge may be off by one.
        assertThat(shares).containsExactly(new double[] {0, 1, 1, 0}, within(0.01));
    }

    private static SimulationPlan plan(Membership members, String strategy, long seed) {
        return new SimulationPlan(
                Platform.known(members, Interconnect.USUAL), StrategySpec.of(strategy), seed, 10_000_000, null);
    }

    private static Membership members(int count, int threads) {
        List<Membership.Member> all = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            all.add(new Membership.Member(number, 1, threads, threads));
        }
        return Membership.of(all);
    }

    /** A strategy that never asks and never gives. */
    public static final class Miser implements Strategy {
        @Override
        public List<Decision> decide(MemberView view) {
            return List.of();
        }
    }
}
