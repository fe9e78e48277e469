package org.moide.balance.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.workload.Workload;
import org.moide.balance.workload.WorkloadSpec;

/**
 * Simulates a bag of tasks on two sites, with a latency of 20 ms between them and of 0.1 ms within each, and tests the
 * traffic between the sites and the time of the run.
 */
class SitesSimulationTest {
    private static final Interconnect SITES = new Interconnect(100_000, 125e6, 10_000, 19_900_000);
    private static final String TREE = "tree:kind=geometric,b0=4,millis=1,seed=3,depth=";
    private static final int SEEDS = 3;

    /** The number of seeds for tests that check each run separately; {@code -Dmoide.seeds} gives more. */
    private static final int MORE_SEEDS = Integer.getInteger("moide.seeds", 300) / 60;

    /** Sums over all seeds: the runs' time, and the messages and bytes between sites. */
    private record Sum(long nanos, long messages, long bytes) {
        static Sum of(String strategy, int here, int there, Workload tasks, boolean known) {
            Sum sum = new Sum(0, 0, 0);
            for (int seed = 1; seed <= SEEDS; seed++) {
                SimulationOutcome run = play(strategy, two(here, there), tasks, known, seed);
                sum = new Sum(
                        sum.nanos + run.predictedNanos(),
                        sum.messages + run.traffic().farMessages(),
                        sum.bytes + run.traffic().farBytes());
            }
            return sum;
        }

        @Override
        public String toString() {
            return nanos / SEEDS / 1_000_000 + " ms, " + messages / SEEDS + " far messages of " + bytes / SEEDS
                    + " bytes";
        }
    }

    @ParameterizedTest
    @CsvSource({"stealing, 8, 8, 8, 0.6", "neighbours, 5, 11, 8, 0.9"})
    void shouldSendLessFarAwayWhenNearMembersAreAskedFirst(
            String strategy, int here, int there, int depth, double messages) {
        compare(strategy, here, there, depth, messages);
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "stealing, 8, 8, 9, 0.5",
        "stealing, 5, 11, 9, 0.7",
        "stealing, 32, 32, 10, 0.4",
        "neighbours, 8, 8, 9, 0.9",
        "neighbours, 5, 11, 9, 0.8",
        "most-loaded, 8, 8, 9, 0.5",
    })
    void shouldTakeLessTimeAndFewerFarMessagesWhenNearMembersAreAskedFirst(
            String strategy, int here, int there, int depth, double messages) {
        compare(strategy, here, there, depth, messages);
    }

    private static void compare(String strategy, int here, int there, int depth, double messages) {
        Workload tasks = WorkloadSpec.make(TREE + depth);
        Sum before = Sum.of(strategy, here, there, tasks, false);
        Sum after = Sum.of(strategy, here, there, tasks, true);
        String what = strategy + ", " + here + " + " + there + ": " + before + "; near first " + after;
        System.out.println(what);
        assertThat(after.nanos).as(what).isLessThan((long) (0.97 * before.nanos));
        assertThat((double) after.messages).as(what).isLessThan(messages * before.messages);
        assertThat(after.bytes).as(what).isLessThan(before.bytes);
    }

    @ParameterizedTest
    @CsvSource({"stealing", "neighbours", "most-loaded", "tdc", "mig2"})
    void shouldBeTheSameRunEventForEventWhereAllAreInOnePlaceAsWhereNothingIsKnown(String strategy) {
        Workload tasks = WorkloadSpec.make(TREE + 6);
        List<Membership.Member> nowhere = new ArrayList<>();
        List<Membership.Member> somewhere = new ArrayList<>();
        for (int number = 0; number < 11; number++) {
            Membership.Member member = new Membership.Member(number, 1, 2, 2);
            nowhere.add(member);
            somewhere.add(member.at(new Location(List.of("paris", "r1", "host a"))));
        }
        for (int seed = 1; seed <= MORE_SEEDS; seed++) {
            assertThat(play(strategy, somewhere, tasks, true, seed).trace().digest())
                    .as("seed %d", seed)
                    .isEqualTo(
                            play(strategy, nowhere, tasks, true, seed).trace().digest());
        }
    }

    @Test
    void shouldFindWorkThatOnlyTheOtherSiteHas() {
        Workload one = WorkloadSpec.make("tree:kind=binomial,b0=400,m=2,q=0.49,millis=5,seed=1");
        List<Membership.Member> members = two(1, 7);
        for (int seed = 1; seed <= MORE_SEEDS; seed++) {
            SimulationOutcome run = play("stealing", members, one, true, seed);
            assertThat(run.use().memberShares()).as("seed %d", seed).allMatch(share -> share > 0.3);
        }
    }

    private static List<Membership.Member> two(int here, int there) {
        List<Membership.Member> all = new ArrayList<>();
        for (int number = 0; number < here + there; number++) {
            String site = number < here ? "paris" : "lyon";
            all.add(new Membership.Member(number, 1, 2, 2)
                    .at(new Location(List.of(site, "r" + number / 4, "host " + number))));
        }
        return all;
    }

    private static SimulationOutcome play(
            String strategy, List<Membership.Member> members, Workload tasks, boolean known, long seed) {
        return Simulation.run(
                tasks,
                new SimulationPlan(
                        new Platform(Membership.of(members), true, known, SITES, 1),
                        StrategySpec.of(strategy),
                        seed,
                        SimulationPlan.USUAL_MOST_EVENTS,
                        null));
    }
}
