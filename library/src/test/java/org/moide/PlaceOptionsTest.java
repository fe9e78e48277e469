package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceOptionsTest {
    @Test
    void shouldNotRunCallsInTheProgramsOwnJvmWhenAnOptionHasAnEffectOnEnginesOnly() {
        assertThat(new PlaceOptions(List.of("--local-engines=1", "--threads=2")).isHere())
                .isTrue();
        PlaceOptions limited = new PlaceOptions(List.of("--task-time-limit=30s", "--local-engines=2"));
        assertThat(limited.isHere()).isFalse();
        assertThat(limited.limitsCalls()).isTrue();
        assertThat(limited.apart()).containsExactly("--no-own-engine");
        assertThat(new PlaceOptions(List.of("--task-time-limit=30s")).isHere()).isFalse();
        assertThat(new PlaceOptions(List.of("--hosts=a")).isHere()).isFalse();
    }
}
