package org.moide.coordinator.run;

import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests many changes of workers' engines, one after the other, in simulated time and with random choices from seeds. No
 * engine may stop computing for a change of another.
 */
@Timeout(3_600)
class ManyChangesTest {
    /**
     * A run of this test takes as long as ten runs of a bag. The number of runs is therefore the number in
     * {@code -Dmoide.seeds} divided by this.
     */
    private static final long PART = 60;

    /** The least number of runs if {@code -Dmoide.tier=1} is given. */
    private static final long OF_TIER_1 = 2_000;

    /** The number of days after which the same seeds come again. Each day has seeds of its own. */
    private static final int DAYS = 1_000;

    private static final long SEEDS =
            Math.max(Integer.getInteger("moide.tier", 0) >= 1 ? OF_TIER_1 : 1, Long.getLong("moide.seeds", 120) / PART);

    @Test
    void shouldStopNobodyWhateverCameAndWentBefore() {
        Long only = Long.getLong("moide.seed"); // -Dmoide.seed=4711 plays one seed
        long first = only == null ? first() : only;
        long last = only == null ? first + SEEDS - 1 : only;
        System.out.println("seeds " + first + " to " + last + " of many changes");
        SeedRate rate = new SeedRate();
        long made = 0;
        long joined = 0;
        for (long seed = first; seed <= last; seed++) {
            ManyChanges drawn = ManyChanges.drawn(seed);
            try {
                ManyChanges.Played played = drawn.play();
                made += played.made();
                joined += played.joinedAfterDepartures();
            } catch (RuntimeException | AssertionError wrong) {
                throw new AssertionError(
                        "-Dmoide.seed=" + seed + " plays " + drawn + "\nagain, which goes wrong: " + wrong.getMessage(),
                        wrong);
            }
        }
        System.out.println(made + " changes, " + joined + " of them came after another had left");
        System.out.println(rate.line(last - first + 1, "runs with many changes"));
    }

    /** Returns the first seed: the one that {@code -Dmoide.first.seed} gives, or else that of the day. */
    private static long first() {
        return Long.getLong(
                "moide.first.seed", 1 + LocalDate.now(ZoneOffset.UTC).toEpochDay() % DAYS * SEEDS);
    }
}
