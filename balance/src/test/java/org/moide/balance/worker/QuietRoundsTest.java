package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuietRoundsTest {
    private static final long HANDLER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final QuietRounds rounds = new QuietRounds(1, 0);
    private long wave;

    @Test
    void shouldAskLessOftenTheLongerItTakesUntilAllAreAtRest() {
        rounds.wantSafePoint(0);
        long now = 0;
        while (now < HANDLER_NANOS) {
            now = Math.max(now, rounds.nextTickNanos());
            ask(now);
            answer(false, now);
        }
        assertThat(wave).isLessThan(100);
        assertThat(rounds.nextTickNanos() - now).isLessThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        now = rounds.nextTickNanos();
        ask(now);
        assertThat(answer(true, now)).isNull();
        ask(now);
        assertThat(answer(true, now)).isInstanceOf(RoundMessage.SafePointReached.class);
        assertThat(rounds.nextTickNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldAskAtOnceAgainWhenAllComeToRestSoon() {
        rounds.wantSafePoint(0);
        ask(0);
        answer(false, 0);
        assertThat(rounds.nextTickNanos()).isLessThanOrEqualTo(TimeUnit.MICROSECONDS.toNanos(200));
    }

    private void ask(long now) {
        wave++;
        assertThat(rounds.tick(false, now)).isInstanceOf(RoundMessage.WaveAsked.class);
    }

    private @Nullable RoundMessage answer(boolean quiet, long now) {
        return rounds.told(new RoundMessage.WaveTold(wave, 0, 7, 7, quiet), now);
    }
}
