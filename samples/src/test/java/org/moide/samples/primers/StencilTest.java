package org.moide.samples.primers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StencilTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "1, 2", "3, 2"})
    void shouldFindTheSameHeatOnAnyNumberOfThreads(int engines, int threads) throws Exception {
        int[] system = new int[engines];
        Arrays.fill(system, threads);
        SmallSystem.Told alone = SmallSystem.of(1).run(Stencil::new, "--size=40", "--steps=200", "--wave=2");
        SmallSystem.Told told = SmallSystem.of(system).run(Stencil::new, "--size=40", "--steps=200", "--wave=2");
        assertThat(told.number("error")).isEqualTo(alone.number("error")).isPositive();
        assertThat(told.number("gridError")).isEqualTo(alone.number("gridError"));
        assertThat(told.lines()).isEmpty(); // results are shown once
    }

    @Test
    void shouldComeCloserToTheClosedFormOnAFinerGrid() throws Exception {
        // Four times the steps, each a quarter as long, go as far.
        double coarse = SmallSystem.of(2)
                .run(Stencil::new, "--size=19", "--steps=100", "--wave=1")
                .number("error");
        double fine = SmallSystem.of(2)
                .run(Stencil::new, "--size=39", "--steps=400", "--wave=1")
                .number("error");
        assertThat(fine).isLessThan(coarse / 3.5);
    }

    @Test
    void shouldShareRowsByPowerButLeaveNobodyWithout() throws Exception {
        SmallSystem.Told told = SmallSystem.of(1, 1, 1)
                .withPowers(1000.0, 1.0, 1.0)
                .run(Stencil::new, "--size=12", "--steps=50", "--wave=3");
        assertThat(told.number("gridError")).isLessThan(1e-14);
    }

    @Test
    void shouldSayThatThereAreMoreThreadsThanRows() {
        assertThatThrownBy(() -> SmallSystem.of(2, 2).run(Stencil::new, "--size=3", "--wave=1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected at least a row for each of 4 threads, found --size 3: give a larger one, or fewer"
                        + " threads");
    }

    @Test
    void shouldRefuseAWaveThatTheGridCannotShow() {
        assertThatThrownBy(() -> new Stencil().check(Arguments.of("--size=10", "--wave=11")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--wave: expected 1 to 10, found 11");
    }
}
