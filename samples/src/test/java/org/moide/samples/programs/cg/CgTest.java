package org.moide.samples.programs.cg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;
import org.moide.samples.programs.SmallSystem.Told;
import org.moide.samples.programs.cg.matrix.ProblemClass;

class CgTest {
    private static final double ZETA_S = 8.5971775078648;

    @ParameterizedTest
    @Tag("jdk")
    @EnumSource(names = {"S", "W", "A"})
    void shouldFindThePublishedZetaWhenOneThreadComputes(ProblemClass problem) throws Exception {
        Told told = SmallSystem.of(1).run(Cg::new, "--class", problem.name());

        assertThat(told.number("zeta")).isCloseTo(problem.zeta(), within(1e-10 * problem.zeta()));
        assertThat(told.results()).containsEntry("verification", "successful").containsKey("mops");
    }

    static Stream<int[]> shapes() {
        return Stream.of(
                new int[] {1, 1}, new int[] {2}, new int[] {1, 1, 1}, new int[] {2, 2, 2}, new int[] {3, 1}, new int[] {
                    5
                });
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFindTheSameZetaWhenAnyNumberOfThreadsComputes(int[] threads) throws Exception {
        Told told = SmallSystem.of(threads).run(Cg::new, "--class=S");

        assertThat(told.number("zeta")).isCloseTo(ZETA_S, within(1e-10));
        assertThat(told.results()).containsEntry("verification", "successful").containsEntry("decomposition", "rows");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4}) // odd and even powers: grids of two shapes
    void shouldFindTheSameZetaWhenTheThreadsFormAGrid(int engines) throws Exception {
        int[] threads = new int[engines];
        Arrays.fill(threads, 1);

        Told told = SmallSystem.of(threads).run(Cg::new, "--class=S", "--decomposition=grid");

        assertThat(told.number("zeta")).isCloseTo(ZETA_S, within(1e-10));
        assertThat(told.results()).containsEntry("decomposition", "grid");
    }

    @ParameterizedTest
    @Tag("full") // many more threads than processors: seconds each
    @ValueSource(ints = {8, 16})
    void shouldFindTheSameZetaWhenManyThreadsFormAGrid(int engines) throws Exception {
        shouldFindTheSameZetaWhenTheThreadsFormAGrid(engines);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void shouldSumEveryPartOfAVectorOnceWhenTheThreadsFormAGrid(int engines) throws Exception {
        int[] threads = new int[engines];
        Arrays.fill(threads, 1);
        SmallSystem.of(threads).run(() -> self -> {
            Decomposition grid = new GridDecomposition(self.comm(), 1400);
            double[] partials = {grid.vectorLength()};
            grid.sum(partials);
            assertThat(partials).containsExactly(1400.0);
        });
    }

    @Test
    void shouldChooseTheGridWhenManyEqualThreadsCompute() throws Exception {
        assertThat(SmallSystem.of(8, 8)
                        .run(Cg::new, "--class=S", "--iterations=1")
                        .results())
                .containsEntry("decomposition", "grid");
        assertThat(SmallSystem.of(8, 8)
                        .withPowers(1.0, 3.0)
                        .run(Cg::new, "--class=S", "--iterations=1")
                        .results())
                .containsEntry("decomposition", "rows");
    }

    @Test
    void shouldFindTheSameZetaWhenPowersDiffer() throws Exception {
        Told told = SmallSystem.of(1, 2, 1).withPowers(1.0, 5.0, 0.001).run(Cg::new, "--class=S");

        assertThat(told.results()).containsEntry("verification", "successful");
    }

    @Test
    void shouldFindTheSameBitsWhenMoreStepsGoBeforeTheMeasuredOnes() throws Exception {
        Told cold = SmallSystem.of(2, 1).run(Cg::new, "--class=S", "--cold");
        Told warm = SmallSystem.of(2, 1).run(Cg::new, "--class=S", "--warm-up-limit=60");

        assertThat(warm.number("zeta")).isEqualTo(cold.number("zeta"));
        assertThat(cold.number("untimedSteps")).isEqualTo(1);
        assertThat(warm.number("untimedSteps")).isGreaterThan(1);
        assertThat(warm.results().get("warmUp")).asString().contains("more than NPB's 1");
    }

    @Test
    void shouldNotVerifyWhenTheNumberOfIterationsIsAnother() throws Exception {
        Told told = SmallSystem.of(2).run(Cg::new, "--class=s", "--iterations", "2");

        assertThat(told.results())
                .containsEntry("verification", "not performed")
                .containsEntry("iterations", 2);
    }

    @Test
    void shouldSayWhatItExpectsWhenArgumentsAreWrong() {
        assertThatThrownBy(() -> new Cg().check(Arguments.of("--class", "F")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--class: expected one of S W A B C D E, found 'F'");
        assertThatThrownBy(() -> new Cg().check(Arguments.of("--decomposition", "tiles")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--decomposition: expected auto, rows or grid, found 'tiles'");
        assertThatThrownBy(() -> new Cg().check(Arguments.of("--cold", "--warm-up")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--cold and --warm-up: expected one of them, found both: leave one out");
        assertThatThrownBy(() -> new Cg().check(Arguments.of("--klass", "S")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("unknown option '--klass'");
        assertThatThrownBy(() -> SmallSystem.of(3).run(Cg::new, "--class=S", "--decomposition=grid"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("expected a power of two of threads in all, found 3");
    }

    @Test
    void shouldRejectAnyOtherZeta() {
        assertThat(ProblemClass.S.verifies(ZETA_S)).isTrue();
        assertThat(ProblemClass.S.verifies(ZETA_S * (1.0 + 2e-10))).isFalse();
        assertThat(ProblemClass.S.verifies(Double.NaN)).isFalse();
    }
}
