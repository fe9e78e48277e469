package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

/**
 * Tests runs of two engines, one of which alternately pauses and continues, as bench/slow.sh makes real engines do. The
 * results are medians of three seeds.
 */
class SlowEngineTest {
    private static final long MILLI = 1_000_000;
    private static final double BAR = 1.3;

    /** Returns the names of the strategies that can move tasks created by tasks. */
    static Stream<String> dynamic() {
        return Strategies.names().stream().filter(name -> !name.equals("static"));
    }

    /** Makes a run with 9,841 tasks of a millisecond. The two threads of a single engine would need 4.9 s for them. */
    private static Story story(long seed, String name, int members) {
        Map<String, String> oneGroup = name.endsWith("partitioned") ? Map.of("groups", "8") : Map.of();
        return new Story(seed, SimulatedTree.regular(8, 3, MILLI), StrategySpec.of(name, oneGroup), members);
    }

    private static double seconds(Story story) {
        story.runToTheEnd();
        return story.nowNanos() / 1e9;
    }

    private static double median(LongToDoubleFunction ofSeed) {
        return LongStream.range(0, 3).mapToDouble(ofSeed).sorted().toArray()[1];
    }

    /**
     * Checks that an engine that has slowed down to a twentieth of its normal speed does not hold up the run.
     */
    @ParameterizedTest
    @MethodSource("dynamic")
    void shouldNotBeHeldUpByAnEngineThatDoesATwentieth(String name) {
        double ratio = median(seed -> {
            Story slow = story(seed, name, 2);
            slow.slow(1, 10 * MILLI, 190 * MILLI);
            return seconds(slow) / seconds(story(seed, name, 1));
        });
        assertThat(ratio).as(name + ": time with it over that without it").isLessThan(BAR);
    }

    @ParameterizedTest
    @MethodSource("dynamic")
    void shouldBeAboutAsFastWhenAnEngineThatDoesAQuarterHasAnAssistant(String name) {
        double without = median(seed -> withAQuarter(seed, name, false));
        double with = median(seed -> withAQuarter(seed, name, true));
        assertThat(without)
                .as(name + ": time without over that of two that are not slow")
                .isGreaterThan(1.4);
        assertThat(with).as(name + ": with").isLessThan(BAR);
    }

    private static double withAQuarter(long seed, String name, boolean assisted) {
        Story slow = story(seed, name, 2);
        slow.slow(1, 50 * MILLI, 150 * MILLI);
        if (assisted) {
            slow.after(200 * MILLI, () -> slow.assist(2, 1));
        }
        return seconds(slow) / seconds(story(seed, name, 2));
    }
}
