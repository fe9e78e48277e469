package org.moide.balance.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.schedule.AllKnowingSchedule;
import org.moide.balance.schedule.ScheduleOutcome;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.WorkloadSpec;

class DataSimulationTest {
    private static final long FRAME = 414_720;

    static List<String> strategies() {
        return Strategies.names();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldExecuteEachTaskOnceWhateverIsReadWithEveryStrategy(String strategy) {
        for (String place : List.of("root", "members")) {
            SimulationOutcome outcome = run("frames:frames=5,blocks=60,place=" + place, 6, strategy, 100e6, 3 * FRAME);

            assertThat(outcome.use().tasks()).isEqualTo(240);
            assertThat(outcome.bag().data().fetched()).as("frames brought").isBetween(4L, 400L);
            assertThat(outcome.bag().data().mostBytes()).isBetween(2 * FRAME, 3 * FRAME);
        }
    }

    @Test
    void shouldMoveFewerObjectsWhenMovingThemIsWeighed() {
        String workload = "frames:frames=9,blocks=200,place=members";

        SimulationOutcome tdc = run(workload, 16, "tdc", 10e6, 3 * FRAME);
        SimulationOutcome stealing = run(workload, 16, "stealing", 10e6, 3 * FRAME);

        assertThat(tdc.bag().data().fetched()).isLessThan(stealing.bag().data().fetched() / 2);
        assertThat(tdc.predictedNanos()).isLessThan(stealing.predictedNanos());
    }

    /**
     * Compares the result with that of a balancer that knows everything. The networks are such that the transfer of a
     * frame takes as long as 3 tasks, or as 30.
     */
    @ParameterizedTest
    @ValueSource(doubles = {138e6, 13.8e6})
    void shouldComeNearWhatABalancerCouldDoThatKnowsAll(double bytesPerSecond) {
        String words = "frames:frames=9,place=members";

        SimulationOutcome tdc = run(words, 32, "tdc", bytesPerSecond, 3 * FRAME);
        ScheduleOutcome best = AllKnowingSchedule.of(
                (BagWorkload) WorkloadSpec.make(words),
                new Platform(members(32), true, true, new Interconnect(100_000, bytesPerSecond, 10_000), 3 * FRAME));

        assertThat(tdc.use().efficiency()).isGreaterThan(0.95 * best.efficiency());
        assertThat(tdc.bag().data().fetched()).isLessThan(2 * best.fetched());
        assertThat(tdc.predictedNanos())
                .isLessThan(
                        run(words, 32, "tdc-passive", bytesPerSecond, 3 * FRAME).predictedNanos());
    }

    /**
     * Checks that the run ends. Before a fault was corrected, tasks whose data was on its way were passed round
     * endlessly if the network was slow compared with the tasks.
     */
    @Test
    void shouldEndWhenTheNetworkIsMuchSlowerThanTheTasks() {
        assertThat(run("frames:frames=17,blocks=100,place=members", 64, "guided", 1.4e6, 3 * FRAME)
                        .use()
                        .tasks())
                .isEqualTo(1_600);
    }

    /**
     * Checks that a member does not ask others for tasks while the tasks of an old loan are coming back to it. A loan
     * that is ten seconds old is returned, and its tasks are lent to the same borrower again, which has their data.
     */
    @Test
    void shouldNotAskOthersForTasksWhileThoseOfAnOldLoanComeBack() {
        long fetched = 0;
        for (int count : new int[] {5, 7, 9, 11}) {
            fetched += run("frames:frames=17,blocks=60,millis=1000,place=members", count, "tdc", 10e6, 6 * FRAME)
                    .bag()
                    .data()
                    .fetched();
        }
        assertThat(fetched).as("972 if they did").isLessThan(400);
    }

    @Test
    void shouldLeaveClassesWhereTheyAreWhenOldLoansAreReturned() {
        String workload = "frames:frames=5,blocks=40,millis=1000,spread=0,place=members";

        SimulationOutcome outcome = run(workload, 4, "static", 100e6, 2 * FRAME);

        assertThat(outcome.predictedNanos()).isBetween(40_000_000_000L, 42_000_000_000L);
        assertThat(outcome.bag().data().fetched())
                .as("member 0 has both of its frames, the others lack one each")
                .isEqualTo(3);
    }

    @Test
    void shouldGoTheSameWayAgainWithTheSameSeed() {
        SimulationOutcome one = run("frames:frames=5,blocks=60", 6, "tdc", 100e6, 3 * FRAME);
        SimulationOutcome again = run("frames:frames=5,blocks=60", 6, "tdc", 100e6, 3 * FRAME);

        assertThat(again).isEqualTo(one);
    }

    @Test
    void shouldSayThatATaskReadsMoreThanFits() {
        assertThatThrownBy(() -> run("frames:frames=3,blocks=5", 2, "tdc", 100e6, FRAME))
                .isInstanceOf(SimulatedRunFailedException.class)
                .hasMessageContaining("of 829440 bytes together: expected at most 414720");
    }

    private static SimulationOutcome run(
            String workload, int count, String strategy, double bytesPerSecond, long memory) {
        Interconnect lines = new Interconnect(100_000, bytesPerSecond, 10_000);
        return Simulation.run(
                WorkloadSpec.make(workload),
                new SimulationPlan(
                        new Platform(members(count), true, true, lines, memory),
                        StrategySpec.of(strategy),
                        1,
                        5_000_000,
                        null));
    }

    private static Membership members(int count) {
        List<Membership.Member> members = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            members.add(new Membership.Member(number, 1, 1, 1));
        }
        return Membership.of(members);
    }
}
