package org.moide.coordinator.run.results;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests calls that submit calls, on engines that are lost: each value is right and comes once, nothing stands, nothing
 * that was cancelled begins, and nothing is left. {@code -Dmoide.seeds=1000} plays that many runs.
 */
class CallsInCallsTest {
    private static final long SEEDS = Long.getLong("moide.seeds", 100);
    private static final long PART = 20;

    /** The days after which the default seeds come again. */
    private static final long DAYS = 10_000;

    static LongStream parts() {
        long first = Long.getLong(
                "moide.first.seed", 1 + LocalDate.now(ZoneOffset.UTC).toEpochDay() % DAYS * SEEDS);
        return LongStream.iterate(first, from -> from < first + SEEDS, from -> from + PART);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void shouldBeRightFromEachSeed(long from) {
        CallsPlayer player = new CallsPlayer();
        for (long seed = from; seed < from + PART; seed++) {
            long played = seed;
            assertThatCode(() -> player.accept(played)).doesNotThrowAnyException();
        }
    }
}
