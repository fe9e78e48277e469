package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {
    @Test
    void shouldNotRunCallsInTheProgramsOwnJvmWhenAnOptionHasAnEffectOnEnginesOnly() {
        assertThat(new Placement(List.of("--local-engines=1", "--threads=2")).isHere())
                .isTrue();
        Placement limited = new Placement(List.of("--task-time-limit=30s", "--local-engines=2"));
        assertThat(limited.isHere()).isFalse();
        assertThat(limited.limitsCalls()).isTrue();
        assertThat(limited.apart()).containsExactly("--no-own-engine");
        assertThat(new Placement(List.of("--task-time-limit=30s")).isHere()).isFalse();
        assertThat(new Placement(List.of("--hosts=a")).isHere()).isFalse();
    }
}
