package org.moide.samples.primers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class PiTest {
    @Test
    void shouldFindPiWhateverTheOrderAndTheEngines() throws Exception {
        for (int engines = 1; engines <= 3; engines++) {
            Said said = SequentialRunner.run(Pi::new, engines, engines, "--steps", "1000000", "--tasks", "37");
            assertThat(said.number("pi")).isCloseTo(Math.PI, within(1e-12));
            assertThat(said.lines).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 127, 128, 129, 300})
    void shouldAddEachStepOnceWhereverATaskEnds(int steps) throws Exception {
        double sum = 0;
        for (int step = 0; step < steps; step++) {
            double x = (step + 0.5) / steps;
            sum += 4 / (1 + x * x);
        }
        Said said = SequentialRunner.run(Pi::new, 1, 1, "--steps=" + steps, "--tasks=2");
        assertThat(said.number("pi")).isCloseTo(sum / steps, within(1e-13));
    }

    @Test
    void shouldAllowForTheErrorOfFewSteps() throws Exception {
        Said said = SequentialRunner.run(Pi::new, 1, 1, "--steps=3", "--tasks=10");
        assertThat(said.number("error")).isBetween(1e-3, 1.0 / 27);
    }

    @Test
    void shouldFailWhenARangeIsMissing() {
        Pi pi = new Pi();
        assertThatThrownBy(() -> pi.handleResults(3.0, new Said())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertThatThrownBy(() -> new Pi().check(Arguments.of("--stesp", "5")))
                .isInstanceOf(UsageException.class)
                .hasMessage("unknown option '--stesp'; the options are --steps --tasks");
        assertThatThrownBy(() -> new Pi().check(Arguments.of("--steps", "0"))).isInstanceOf(UsageException.class);
    }
}
