package org.moide.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;

class AllToAllBenchTest {
    @Test
    void shouldGiveEachThreadWhatIsMeantForIt() throws Exception {
        SmallSystem.Told told = SmallSystem.of(2, 1, 2).run(AllToAllBench::new, "--rounds", "3", "--longs", "2");

        assertThat(told.results()).containsEntry("ids", 5);
        assertThat((double) told.results().get("firstSeconds")).isPositive();
        assertThat((double) told.results().get("roundMicros")).isPositive();
    }

    @Test
    void shouldRefuseRoundsThatAreNone() {
        assertThatThrownBy(() -> new AllToAllBench().check(Arguments.of("--rounds", "0")))
                .isInstanceOf(UsageException.class);
    }
}
