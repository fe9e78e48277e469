package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.port.Signal;

class BackoffTest {
    private long nowNanos = Long.MAX_VALUE - 5;

    @Test
    void shouldDoubleItsPausesUpToTheLongest() {
        Backoff backoff = new Backoff(Timing.USUAL, () -> nowNanos);
        List<Long> millis = new ArrayList<>();
        for (int pause = 0; pause < 10; pause++) {
            millis.add(backoff.nextPauseNanos() / 1_000_000);
        }
        assertThat(millis).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L);
    }

    @Test
    void shouldBeOverWhenSilenceHasLastedTooLong() {
        Backoff backoff = new Backoff(Timing.USUAL, () -> nowNanos);
        for (int call = 0; call < 5; call++) {
            nowNanos += Timing.USUAL.call().toNanos();
            assertThat(backoff.isOver()).isFalse();
        }
        nowNanos += Timing.USUAL.silence().toNanos() - 5 * Timing.USUAL.call().toNanos() - 1;
        assertThat(backoff.isOver()).isFalse();
        nowNanos++;
        assertThat(backoff.isOver()).isTrue();
    }

    @Test
    void shouldNotCountTheTimeInWhichThisProcessWasStoppedItself() {
        Backoff backoff = new Backoff(Timing.USUAL, () -> nowNanos);
        nowNanos += Duration.ofSeconds(30).toNanos() / 3;
        assertThat(backoff.isOver()).isFalse();
        nowNanos += Duration.ofMinutes(70).toNanos();
        assertThat(backoff.isOver()).isFalse();
        for (int call = 0; call < 4; call++) {
            nowNanos += Timing.USUAL.call().toNanos();
            assertThat(backoff.isOver()).isFalse();
        }
        nowNanos += Timing.USUAL.call().toNanos();
        assertThat(backoff.isOver()).isTrue();
    }

    @Test
    void shouldMakeACallAgainUntilItIsAnswered() throws InterruptedException {
        List<Long> pauses = new ArrayList<>();
        int[] calls = {0};

        String answer = new Backoff(Timing.USUAL, () -> nowNanos)
                .untilAnswered(
                        () -> {
                            if (++calls[0] < 3) {
                                throw new NotDeliveredException("nobody is there", null);
                            }
                            return "answer";
                        },
                        resting(pauses),
                        () -> false);

        assertThat(answer).isEqualTo("answer");
        assertThat(pauses).containsExactly(5_000_000L, 10_000_000L);
    }

    @Test
    void shouldThrowWhatTheLastCallCameToWhenNobodyWantsTheAnswerAnyMoreOrItLastsTooLong() {
        boolean[] over = {false};
        List<Long> pauses = new ArrayList<>();
        Supplier<String> call = () -> {
            throw new OutcomeUnknownException("the connection was reset", null);
        };

        assertThatThrownBy(() ->
                        new Backoff(Timing.USUAL, () -> nowNanos).untilAnswered(call, resting(pauses), () -> false))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(pauses.stream().mapToLong(Long::longValue).sum())
                .isBetween(
                        Timing.USUAL.silence().toNanos(), Timing.USUAL.silence().toNanos() + 1_000_000_000L);

        over[0] = true;
        pauses.clear();
        assertThatThrownBy(() ->
                        new Backoff(Timing.USUAL, () -> nowNanos).untilAnswered(call, resting(pauses), () -> over[0]))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(pauses).isEmpty();
    }

    /**
     * Returns a signal that is never raised. A wait for it adds its time limit to {@code pauses} and lets that time
     * pass in the test's clock.
     */
    private Signal resting(List<Long> pauses) {
        return new Signal() {
            @Override
            public boolean await(BooleanSupplier condition, long timeoutNanos) {
                pauses.add(timeoutNanos);
                nowNanos += timeoutNanos;
                return condition.getAsBoolean();
            }

            @Override
            public void raise() {
                // No other thread waits.
            }
        };
    }

    @Test
    void shouldDivideAllTimes() {
        Timing faster = Timing.USUAL.faster(10);
        assertThat(faster.silence()).isEqualTo(Duration.ofSeconds(6));
        assertThat(faster.firstPause()).isEqualTo(Duration.ofNanos(500_000));
        assertThat(faster.change()).isEqualTo(Duration.ofSeconds(10));
        assertThatThrownBy(() -> Timing.USUAL.faster(-1)).hasMessageContaining("expected times above 0");
    }
}
