package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole runs in simulated time, from seeds: the real session, cores, balancers, engines, messages and journal, with up to
 * five troubles each. Whatever goes wrong on the way, the result is the right one, and a seed tells the same story again.
 */
@Timeout(3_600)
class SimulatedRunTest {
    /**
     * How many are played of each kind, as a part of what is asked for: {@code -Dmoide.seeds=5000} for a thousand; of workers a
     * quarter of that.
     */
    private static final long SEEDS = Math.max(1, Long.getLong("moide.seeds", 150) / 5);

    /** Other seeds each day, until after so many days they are the first again. */
    private static final int DAYS = 1_000;

    private static final long REPLAYED = 3;

    @ParameterizedTest
    @EnumSource(RunKind.class)
    void shouldEndWithTheRightResultWhateverGoesWrong(RunKind kind) {
        Long only = Long.getLong("moide.seed"); // -Dmoide.seed=4711 for one
        long first = only == null ? first() : only;
        long last = only == null ? first + kind.share(SEEDS) - 1 : only;
        System.out.println("seeds " + first + " to " + last + " of " + kind.plural());
        SeedRate rate = new SeedRate();
        for (long seed = first; seed <= last; seed++) {
            Scenario scenario = Scenario.drawn(seed, kind);
            try {
                scenario.play();
            } catch (RuntimeException | AssertionError wrong) {
                Scenario smallest = scenario.shrunk();
                throw new AssertionError(
                        "-Dmoide.seed=" + seed + " plays " + scenario + " again, which goes wrong: "
                                + wrong.getMessage() + "\n\nas little as it takes: " + smallest + "\n\n"
                                + smallest.story(),
                        wrong);
            }
        }
        System.out.println(rate.line(last - first + 1, kind.plural()));
    }

    /** {@code -Dmoide.first.seed=1} begins there. */
    private static long first() {
        return Long.getLong(
                "moide.first.seed", 1 + LocalDate.now(ZoneOffset.UTC).toEpochDay() % DAYS * SEEDS);
    }

    @ParameterizedTest
    @EnumSource(RunKind.class)
    void shouldTellTheSameStoryWhenTheSeedIsTheSame(RunKind kind) {
        for (long seed = 1; seed <= kind.share(REPLAYED); seed++) {
            Scenario scenario = Scenario.drawn(seed, kind);
            assertThat(scenario.play().digest())
                    .as("%s", scenario)
                    .isEqualTo(scenario.play().digest());
        }
    }
}
