package org.moide.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;

class PartsBenchTest {
    @Test
    void shouldTellItsOwnTimesAndThatAllPiecesCame() throws Exception {
        SmallSystem.Told told = SmallSystem.of(1, 1)
                .run(PartsBench::new, "--megabytes", "2", "--piece-kib", "128", "--milliseconds", "5");

        assertThat(told.results()).containsEntry("messages", 16L);
        assertThat((double) told.results().get("stopwatchCompute")).isGreaterThanOrEqualTo(0.005);
        assertThat((double) told.results().get("stopwatchReceive")).isPositive();
        assertThat(told.results()).containsKeys("stopwatchBegin", "stopwatchSend");
    }

    @Test
    void shouldRefusePiecesThatAreLargerThanTheWhole() {
        assertThatThrownBy(() -> new PartsBench().check(Arguments.of("--megabytes", "1", "--piece-kib", "2048")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--piece-kib: expected no more than --megabytes say, found 2048 KiB of 1024");
    }
}
