package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a known flaw of SAMBA does not occur: all members send tasks to the one fast member, which then has to
 * send tasks back.
 */
class PingPongTest {
    private static TestTeam run(String strategy, Map<String, String> parameters, double[] rates, double error) {
        long[] tasks = new long[rates.length];
        Arrays.fill(tasks, 200);
        TestTeam team = new TestTeam(StrategySpec.of(strategy, parameters), rates, tasks);
        SplittableRandom random = new SplittableRandom(7);
        for (int step = 0; team.tasksLeft() > 0; step++) {
            if (step % 50 == 0) {
                team.measure(random, error);
            }
            team.step();
            assertThat(team.seconds()).as("simulated seconds").isLessThan(60);
        }
        return team;
    }

    private static double[] oneFast(int members, double times) {
        double[] rates = new double[members];
        Arrays.fill(rates, 50);
        rates[0] = 50 * times;
        return rates;
    }

    @ParameterizedTest
    @CsvSource({"rated, 4", "rated, 16", "rated-partitioned, 16"})
    void shouldSendNextToNothingBackWhenOneMemberIsFastAndMeasuresTremble(String strategy, int members) {
        Map<String, String> groups = strategy.equals("rated") ? Map.of() : Map.of("groups", Integer.toString(members));
        TestTeam team = run(strategy, groups, oneFast(members, 4), 0.2);
        long toFast = team.givenTo.getOrDefault(0, 0L);
        assertThat(toFast).as("tasks given to the fast one").isGreaterThan(200);
        assertThat(team.givenBy.getOrDefault(0, 0L))
                .as("tasks that it gave back, of " + toFast)
                .isLessThan(toFast / 10);
        double best = 200 * members / team.rateOfAll();
        assertThat(team.seconds()).as("seconds, at best " + best).isLessThan(1.15 * best);
    }

    @Test
    void shouldNotBeSlowerThanUnratedNorMoveTasksTwiceWhenExternalLoadIsAsInTheText() {
        double[] rates = new double[16]; // members of each group of four have 0, 1, 2 and 3 load processes
        for (int member = 0; member < 16; member++) {
            rates[member] = 200.0 / (1 + member % 4);
        }
        TestTeam unrated = run("collective", Map.of(), rates, 0.2);
        TestTeam rated = run("rated", Map.of(), rates, 0.2);
        assertThat(rated.bounced()).as("tasks moved twice, of " + rated.given()).isLessThan(rated.given() / 4);
        assertThat(rated.seconds()).as("seconds").isLessThan(1.02 * unrated.seconds());
    }
}
