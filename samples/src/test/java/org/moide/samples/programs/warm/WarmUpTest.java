package org.moide.samples.programs.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldDoOneStepWhenNpbsRuleHolds() {
        Untimed done = played(0, step -> 1);

        assertThat(done.steps()).isEqualTo(1);
        assertThat(done.warmUp()).isFalse();
    }

    @Test
    void shouldGoOnUntilStepsTakeNoLessTime() {
        // 40 ms falling by 1 ms a step to 10 ms: 30 steps and 0.77 s until all has been compiled
        Untimed done = played(10 * SECOND, step -> Math.max(10, 40 - step) * 1_000_000L);

        assertThat(done.steady()).isTrue();
        assertThat(done.nanos()).isBetween(770_000_000L + 3 * WarmUp.LEAST_SPAN_NANOS, 1_300_000_000L);
        assertThat(done.inWords(", more than 1"))
                .contains("untimed steps, more than 1, in ")
                .endsWith(", until steady");
    }

    @Test
    void shouldNotTakeTwoSlowSpansForSteady() {
        // A compiler works beside the steps of the second and third span; in the fourth its code is there.
        Untimed done = played(10 * SECOND, step -> (step < 3 ? 40 : step < 9 ? 45 : 5) * 1_000_000L);

        assertThat(done.steps()).isEqualTo(9 + 4 * 20);
    }

    @Test
    void shouldStopAtTheLimitWhenStepsKeepTakingLessTime() {
        Untimed done = played(SECOND, step -> 100_000_000L - Math.min(step, 15) * 6_000_000L);

        assertThat(done.steady()).isFalse();
        assertThat(done.nanos()).isBetween(SECOND, SECOND + 100_000_000L);
        assertThat(done.inWords(", more than 1")).endsWith(", not steady yet");
    }

    @Test
    void shouldDoOneStepWhenItTakesLongerThanTheLimit() {
        Untimed done = played(SECOND, step -> 60 * SECOND);

        assertThat(done.steps()).isEqualTo(1);
        assertThat(done.inWords(", more than 1")).isEqualTo("1 untimed step, in 60.00 s, not steady yet");
    }

    @Test
    void shouldGoOnWhileCompilersWork() {
        // For 0.7 s they leave half of the processors to steps of 40 ms; then a step takes 10.
        Untimed done = played(
                10 * SECOND, step -> (step < 18 ? 40 : 10) * 1_000_000L, nanos -> Math.min(nanos / 2, SECOND / 3));

        assertThat(done.steady()).isTrue();
        assertThat(done.nanos()).isGreaterThan(SECOND);
        assertThat(played(10 * SECOND, step -> 40_000_000L, nanos -> nanos / 10).nanos())
                .as("a tenth of a processor is too little to wait for")
                .isLessThan(SECOND);
    }

    private static Untimed played(long mostNanos, IntToLongFunction nanosOfStep) {
        return played(mostNanos, nanosOfStep, nanos -> 0);
    }

    private static Untimed played(long mostNanos, IntToLongFunction nanosOfStep, LongUnaryOperator compiledNanos) {
        WarmUp warmUp = new WarmUp(mostNanos);
        long nanos = 0;
        int step = 0;
        do {
            nanos += nanosOfStep.applyAsLong(step++);
        } while (warmUp.goesOnAfterStepAt(nanos, compiledNanos.applyAsLong(nanos)));
        return warmUp.done();
    }
}
