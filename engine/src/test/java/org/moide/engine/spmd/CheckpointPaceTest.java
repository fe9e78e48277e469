package org.moide.engine.spmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CheckpointPaceTest {
    private static final long MILLI = 1_000_000;

    private final AtomicLong clock = new AtomicLong(-5 * MILLI);
    private final CheckpointPace pace = new CheckpointPace(0.02, clock::get);

    @Test
    void shouldKeepTheFirst() {
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void shouldKeepTheFirstWhenWhatItMayTakeIsItsShareOfTheTime() {
        long guess = 3 * MILLI; // 2% of 150 ms
        clock.addAndGet(149 * MILLI);
        assertThat(pace.isDue(guess)).isFalse();
        clock.addAndGet(MILLI);
        assertThat(pace.isDue(guess)).isTrue();
        warmUp();
        keep(MILLI, 0); // the cost was measured, so the guess does not count any more
        clock.addAndGet(50 * MILLI);
        assertThat(pace.isDue(1_000 * MILLI)).isTrue();
    }

    @Test
    void shouldKeepAllWhenTheyMayTakeAllTheTime() {
        CheckpointPace all = new CheckpointPace(1, clock::get);
        for (int each = 0; each < 5; each++) {
            assertThat(all.isDue()).isTrue();
            long since = clock.get();
            all.storing();
            clock.addAndGet(MILLI);
            all.given(since);
        }
    }

    @Test
    void shouldKeepTheNextWhenThisHasBecomeItsShareOfTheTime() {
        warmUp();
        keep(3 * MILLI, 5 * MILLI); // 8 ms are 2% of 400 ms
        clock.addAndGet(394 * MILLI); // 5 ms of the 400 ms have passed already
        assertThat(pace.isDue()).isFalse();
        clock.addAndGet(MILLI);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void shouldGoByTheLastOneWhenStatesGrow() {
        warmUp();
        keep(3 * MILLI, 5 * MILLI);
        keep(30 * MILLI, 50 * MILLI);
        clock.addAndGet(3_900 * MILLI);
        assertThat(pace.isDue()).isFalse();
        clock.addAndGet(100 * MILLI);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void shouldWaitWhileTheLastIsStillBeingStored() {
        warmUp();
        long since = clock.get();
        pace.storing();
        pace.given(since);
        for (int second = 0; second < 60; second++) {
            clock.addAndGet(1_000 * MILLI);
            assertThat(pace.isDue()).isFalse();
        }
        pace.stored();
        clock.addAndGet(60_000 * 49 * MILLI);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void shouldNotBeHeldUpLongByTheFirstOnesWhichAreSlow() {
        keep(50 * MILLI, 50 * MILLI); // its share would need 5 s
        clock.addAndGet(625 * MILLI);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void shouldNotTakeManyStatesForSlowCode() {
        keep(250 * MILLI, 250 * MILLI); // 400 ms of these are 2% of 20 s
        clock.addAndGet(19_700 * MILLI);
        assertThat(pace.isDue()).isFalse();
        clock.addAndGet(50 * MILLI);
        assertThat(pace.isDue()).isTrue();
    }

    private void warmUp() {
        for (int each = 0; each < 3; each++) {
            keep(MILLI, MILLI);
        }
    }

    private void keep(long givingNanos, long storingNanos) {
        long since = clock.get();
        clock.addAndGet(givingNanos);
        pace.storing();
        pace.given(since);
        clock.addAndGet(storingNanos);
        pace.stored();
    }
}
