package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TaskClassTest {
    @Test
    void shouldBeTheSameInWhateverOrderObjectsAreNamed() {
        TaskClass rising = TaskClass.of(2, 5, 9);

        assertThat(TaskClass.of(9, 2, 5)).isEqualTo(rising).hasSameHashCodeAs(rising);
        assertThat(TaskClass.of(2, 5, 5, 9)).isEqualTo(rising);
        assertThat(TaskClass.of(9, 9, 2, 5, 2)).isEqualTo(rising);
        assertThat(TaskClass.of()).isSameAs(TaskClass.NONE);
    }

    @Test
    void shouldNotChangeWithTheArrayThatItWasMadeOf() {
        long[] ids = {2, 5};
        TaskClass made = TaskClass.of(ids);
        ids[1] = 7;

        assertThat(made).isEqualTo(TaskClass.of(2, 5));
        assertThatThrownBy(() -> TaskClass.of(-1)).hasMessageContaining("expected a data object's ID from 0 on");
    }
}
