package org.moide.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        nowNanos += Timing.USUAL.silence().toNanos() - 1;
        assertThat(backoff.isOver()).isFalse();
        nowNanos++;
        assertThat(backoff.isOver()).isTrue();
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
