package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests whole runs in simulated time, with all random choices from a seed. The session, cores, balancers, engines,
 * messages and journal are the real ones. There are up to five faults or orders in each run. The result must always be
 * right, and the same seed must give the same run.
 */
@Timeout(36_000)
class SimulatedRunTest {
    /**
     * The number of seeds for bags and for SPMD runs: a fifth of the number in {@code -Dmoide.seeds}. For workers it is
     * a quarter of that.
     */
    private static final long SEEDS = Math.max(1, Long.getLong("moide.seeds", 150) / 5);

    /** The number of days after which the same seeds come again. Each day has seeds of its own. */
    private static final int DAYS = 1_000;

    private static final long REPLAYED = 3;

    @ParameterizedTest
    @EnumSource(RunKind.class)
    void shouldEndWithTheRightResultWhateverGoesWrong(RunKind kind) {
        play(kind, kind.plural(), Scenario::drawn);
    }

    @ParameterizedTest
    @EnumSource(RunKind.class)
    void shouldEndWithTheRightResultWhenHostsAreCutFromEachOther(RunKind kind) {
        play(kind, kind.plural() + " with cut hosts", Scenario::ofCutHosts);
    }

    @ParameterizedTest
    @EnumSource(RunKind.class)
    void shouldEndWithTheRightResultWhenThreadsGetTheProcessorLate(RunKind kind) {
        play(kind, kind.plural() + " with late threads", Scenario::ofLateThreads);
    }

    private static void play(RunKind kind, String what, BiFunction<Long, RunKind, Scenario> drawn) {
        Long only = Long.getLong("moide.seed"); // -Dmoide.seed=4711 plays one seed
        long first = only == null ? first() : only;
        long last = only == null ? first + kind.share(SEEDS) - 1 : only;
        System.out.println("seeds " + first + " to " + last + " of " + what);
        SeedRate rate = new SeedRate();
        for (long seed = first; seed <= last; seed++) {
            Scenario scenario = drawn.apply(seed, kind);
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
        System.out.println(rate.line(last - first + 1, what));
    }

    /** Returns the first seed: the one that {@code -Dmoide.first.seed} gives, or else that of the day. */
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
