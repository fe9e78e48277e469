package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.strategy.StrategySpec;

/** Tests runs with a single event each, such as a death. The outcome must be the same for every seed. */
class StoryTest {
    private static final long MILLI = 1_000_000;

    /** Makes a tree of 9,841 tasks of 1 ms. Each task puts (creates) three others, except those of the last level. */
    private static SimulatedTree tree() {
        return SimulatedTree.regular(8, 3, MILLI);
    }

    @ParameterizedTest
    @ValueSource(strings = {"guided", "demand", "stealing"})
    void shouldGiveWorkToAMemberThatJoinsLateWithinSomeRoundTrips(String strategy) {
        for (long seed = 0; seed < 20; seed++) {
            Story story = new Story(seed, tree(), StrategySpec.of(strategy), 4);
            story.pass(100 * MILLI);
            TroubledEngine late = story.join(4);
            story.pass(40 * MILLI);
            assertThat(late.balancer.totals().executedTasks())
                    .as(strategy + ", seed " + seed + ": tasks within 40 ms, 200 µs away")
                    .isPositive();
            story.runToTheEnd();
        }
    }

    @Test
    void shouldKeepAllBusyWhenATreeGrowsFromOneTask() {
        Story story = new Story(1, tree(), StrategySpec.of("stealing"), 16);
        story.runToTheEnd();
        assertThat(story.efficiency()).as("with 300 ms of work for each thread").isGreaterThan(0.85);
    }

    @Test
    void shouldLoseNothingWhenHalfOfTheMembersDieOneAfterTheOther() {
        for (long seed = 0; seed < 20; seed++) {
            Story story = new Story(seed, tree(), StrategySpec.of("stealing"), 16);
            for (int number = 0; number < 16; number += 2) {
                int victim = number;
                story.after((20 + 10L * number) * MILLI, () -> story.kill(victim, 5 * MILLI));
            }
            story.runToTheEnd();
            assertThat(story.totals().executedTasks()).isEqualTo(9_841);
        }
    }

    @Test
    void shouldComeHomeThroughManyHandsWhenEverybodyHasAsLittleAsPossible() {
        Map<String, String> parameters = Map.of("part", "0.01", "victims", "1", "lifelines", "ring");
        Story story = new Story(3, tree(), StrategySpec.of("stealing", parameters), 64);
        story.runToTheEnd();
        assertThat(story.totals().executedTasks()).isEqualTo(9_841);
    }
}
