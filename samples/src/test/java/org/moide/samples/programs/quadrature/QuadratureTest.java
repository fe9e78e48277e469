package org.moide.samples.programs.quadrature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class QuadratureTest {
    @ParameterizedTest
    @CsvSource({"exp, 1e-9, 3269016.37247211", "exp, 1e-3, 3269016.37247211", "cubic, 1e3, 2500000050000000"})
    void shouldFindTheClosedFormWhateverTheOrderAndTheEngines(String function, String tolerance, double integral)
            throws Exception {
        Object intervals = null;
        for (int engines = 1; engines <= 3; engines++) {
            Said said = SequentialRunner.run(
                    Quadrature::new,
                    engines,
                    engines,
                    "--function",
                    function,
                    "--tolerance",
                    tolerance,
                    "--bundle",
                    "" + 100 * engines);
            assertThat(said.number("value")).isCloseTo(integral, within(integral * 1e-6));
            assertThat(intervals == null || intervals.equals(said.results.get("intervals")))
                    .isTrue();
            intervals = said.results.get("intervals");
        }
    }

    @Test
    void shouldReachNineDigitsAndCutOnlyWhereItIsNeeded() throws Exception {
        Said said = SequentialRunner.run(Quadrature::new, 2, 3, "--tolerance=1e-12");
        assertThat(said.number("relativeError")).isLessThan(1e-12);
        // 2 · 3 · e⁵ · (1 / 4·10⁻¹²)^⅓, were intervals of any width.
        assertThat(said.number("intervals")).isBetween(4e6, 8e6);
    }

    @Test
    void shouldEndWhereADifferenceCannotBeSeenInADouble() {
        Intervals narrow = new Intervals(1);
        narrow.push(14.9999, 15.0);
        Area area = Quadrature.integrate(narrow, new Quadrature.Rule(Integrand.EXP, 0.0), 1_000_000);
        assertThat(narrow.count()).isZero();
        assertThat(area.value()).isCloseTo(Math.exp(15.0) * -Math.expm1(-0.0001), within(1e-9));
        Intervals none = new Intervals(1);
        none.push(1.0, Math.nextUp(1.0));
        assertThat(Quadrature.integrate(none, new Quadrature.Rule(Integrand.EXP, 0.0), 10)
                        .intervals())
                .isEqualTo(1);
    }

    @Test
    void shouldAddToTheSameSumInWhateverOrder() {
        Area large = new Area(1e16, 0.0, 1);
        Area one = new Area(1.0, 0.0, 1);
        Area left = Area.NONE.add(one).add(large).add(one);
        Area right = large.add(one).add(one);
        assertThat(left.value()).isEqualTo(1e16 + 2.0).isEqualTo(right.value());
        assertThat(new Quadrature().equivalent(left, right)).isTrue();
        assertThat(new Quadrature().equivalent(left, right.add(one))).isFalse();
    }

    @Test
    void shouldFailWhenAnIntervalIsMissing() throws Exception {
        Quadrature quadrature = new Quadrature();
        SequentialRunner.run(() -> quadrature, 1, 1, "--tolerance=1e-6");
        assertThatThrownBy(() -> quadrature.handleResults(new Area(3_269_010.0, 0.0, 1000), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("expected 3269016.37247");
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThatThrownBy(() -> new Quadrature().check(Arguments.of("--function", "sin")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--function: expected exp or cubic, found 'sin'");
        assertThatThrownBy(() -> new Quadrature().check(Arguments.of("--tolerance", "-1")))
                .isInstanceOf(UsageException.class);
    }
}
