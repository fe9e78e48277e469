package org.moide.commlib.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GrowingPauseTest {
    private final GrowingPause pause = new GrowingPause(10, 50);

    @Test
    void shouldDoubleUpToTheLongestAndBeginSmallAgain() {
        assertThat(new long[] {pause.take(), pause.take(), pause.take(), pause.take(), pause.take()})
                .containsExactly(10, 20, 40, 50, 50);
        pause.reset();
        assertThat(pause.take()).isEqualTo(10);
        pause.shrinkTo(30);
        assertThat(new long[] {pause.take(), pause.take()}).containsExactly(30, 50);
    }

    @Test
    void shouldBeOverWhenItsTimeHasComeAlsoWhereClocksWrap() {
        assertThat(pause.isOver(Long.MIN_VALUE)).isTrue();
        long now = Long.MAX_VALUE - 5;
        pause.begin(now);
        assertThat(pause.isOver(now + 9)).isFalse();
        assertThat(pause.isOver(now + 10)).isTrue();
        pause.begin(now);
        assertThat(pause.nextNanos()).isEqualTo(now + 20);
        pause.shrink();
        assertThat(pause.isOver(now)).as("it is as long as it was").isFalse();
        pause.take();
        pause.take();
        pause.end();
        assertThat(pause.isOver(now)).isTrue();
        pause.begin(now);
        assertThat(pause.nextNanos()).as("it goes on growing").isEqualTo(now + 40);
    }

    @Test
    void shouldRefuseAPauseThatDoesNotGrow() {
        assertThatThrownBy(() -> new GrowingPause(0, 10)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> new GrowingPause(10, 9)).hasMessageContaining("10 and 9 ns");
    }
}
