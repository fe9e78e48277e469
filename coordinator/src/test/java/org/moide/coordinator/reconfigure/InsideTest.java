package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.Timing;

class InsideTest {
    private final Inside inside = new Inside(Timing.USUAL);

    @Test
    void shouldNotWaitForWhoLeftBeforeAnybodyWasAskedTo() {
        inside.left(2, 0, 0);
        inside.await(List.of(1, 2));
        inside.left(1, 0, 0);

        assertThat(inside.isEmpty()).isTrue();
    }

    @Test
    void shouldWaitForThemInTheNextEpoch() {
        inside.left(2, 0, 0);
        inside.forget();
        inside.await(List.of(2));

        assertThat(inside.isEmpty()).isFalse();
    }
}
