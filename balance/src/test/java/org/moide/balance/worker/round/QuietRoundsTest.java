package org.moide.balance.worker.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuietRoundsTest {
    private static final long HANDLER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long MILLI = 1_000_000;

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

    @Test
    void shouldLetAllGoOnWhenHandlersWaitAndComeToRestLater() {
        rounds.wantSafePoint(0);
        RoundMessage.WaitsAsked asked = untilWaitsAreAsked(0);
        assertThat(rounds.waits(told(asked.number(), new RoundMessage.HandlerWait(1, 2)), MILLI))
                .as("2 may have to wait for what others do")
                .isNull();
        assertThat(rounds.isClosing()).isFalse();
        wave++;
        assertThat(rounds.tick(false, MILLI)).isEqualTo(new RoundMessage.WaveAsked(wave, false, false));
        answer(false, MILLI);
        rounds.wantSafePoint(2 * MILLI);
        assertThat(rounds.isClosing()).as("they need some time").isFalse();
        rounds.wantSafePoint(30 * MILLI);
        assertThat(rounds.isClosing()).isTrue();
    }

    @Test
    void shouldFindHandlersThatAskEachOtherWhileOthersComeToRest() {
        rounds.wantSafePoint(0);
        RoundMessage.WaitsAsked asked = untilWaitsAreAsked(0);
        RoundMessage found = rounds.waits(
                told(
                        asked.number(),
                        new RoundMessage.HandlerWait(7, 1),
                        new RoundMessage.HandlerWait(1, 2),
                        new RoundMessage.HandlerWait(2, 3),
                        new RoundMessage.HandlerWait(3, 1)),
                MILLI);
        assertThat(found)
                .isEqualTo(new RoundMessage.Stuck("workers ask each other in a circle, and none can answer: worker 1"
                        + " asks worker 2, worker 2 asks worker 3, worker 3 asks worker 1"));
        assertThat(rounds.isOver()).isTrue();
    }

    @Test
    void shouldSayWhoWaitsWhenNothingHappensAnyMore() {
        RoundMessage.WaitsAsked asked = untilWaitsAreAsked(0);
        assertThat(rounds.waits(told(asked.number() + 1, new RoundMessage.HandlerWait(1, 2)), MILLI))
                .as("an answer to another question")
                .isNull();
        assertThat(rounds.waits(told(asked.number(), new RoundMessage.HandlerWait(1, 2)), MILLI))
                .isEqualTo(new RoundMessage.Stuck("all workers wait, and nothing can happen any more: worker 1 waits"
                        + " for the answer of worker 2; worker 2 awaits planned task 3"));
    }

    @Test
    void shouldNotTakeOneInWhileAWaveIsUnderWayOrAllComeToRest() {
        ask(true, 0);
        assertThat(rounds.mayJoin()).isFalse();
        assertThatThrownBy(() -> rounds.joins(0)).hasMessageContaining("between two waves");
        answer(false, 0);
        assertThat(rounds.mayJoin()).isTrue();
        rounds.wantSafePoint(MILLI);
        assertThat(rounds.mayJoin()).isFalse();
    }

    @Test
    void shouldCountInOneThatHasJoinedAndNothingThatWasFoundBefore() {
        ask(true, 0);
        assertThat(answer(true, 0)).as("the first of two").isNull();
        rounds.joins(0);
        for (int looks = 0; looks < 2; looks++) {
            ask(true, 0);
            assertThat(answer(true, 0)).as("the other has not told").isNull();
            RoundMessage found = rounds.told(new RoundMessage.WaveTold(wave, 1, 0, 0, true, 0), 0);
            assertThat(found).isEqualTo(looks == 0 ? null : new RoundMessage.AllDone());
        }
    }

    private RoundMessage.WaitsAsked untilWaitsAreAsked(long now) {
        wave++;
        assertThat(rounds.tick(true, now)).isInstanceOf(RoundMessage.WaveAsked.class);
        assertThat(rounds.told(new RoundMessage.WaveTold(wave, 0, 7, 7, true, 1), now))
                .isNull();
        wave++;
        assertThat(rounds.tick(true, now)).isInstanceOf(RoundMessage.WaveAsked.class);
        RoundMessage asked = rounds.told(new RoundMessage.WaveTold(wave, 0, 7, 7, true, 1), now);
        assertThat(asked).isInstanceOf(RoundMessage.WaitsAsked.class);
        return (RoundMessage.WaitsAsked) asked;
    }

    private static RoundMessage.WaitsTold told(long number, RoundMessage.HandlerWait... waits) {
        return new RoundMessage.WaitsTold(number, 0, List.of(waits), List.of("worker 2 awaits planned task 3"));
    }

    private void ask(long now) {
        ask(false, now);
    }

    private void ask(boolean idle, long now) {
        wave++;
        assertThat(rounds.tick(idle, now)).isInstanceOf(RoundMessage.WaveAsked.class);
    }

    private @Nullable RoundMessage answer(boolean quiet, long now) {
        return rounds.told(new RoundMessage.WaveTold(wave, 0, 7, 7, quiet, 0), now);
    }
}
