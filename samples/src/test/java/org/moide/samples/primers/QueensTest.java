package org.moide.samples.primers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class QueensTest {
    @ParameterizedTest
    @CsvSource({"1,1", "2,0", "3,0", "4,2", "5,10", "6,4", "7,40", "8,92", "9,352", "10,724", "11,2680", "12,14200"})
    void shouldFindTheKnownNumberOfSolutions(int size, long solutions) throws Exception {
        Said said = SequentialRunner.run(Queens::new, 2, size, "--size", "" + size);
        assertThat(said.results).containsEntry("solutions", solutions);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 6})
    void shouldFindThemWhereverRowsAreCut(int prefix) throws Exception {
        Said said = SequentialRunner.run(Queens::new, 3, prefix, "--size=9", "--prefix=" + prefix);
        assertThat(said.results).containsEntry("solutions", 352L);
        assertThat(said.lines).isEmpty(); // results are shown once
    }

    @Test
    void shouldFailWhenASolutionIsMissing() throws Exception {
        Queens queens = new Queens();
        SequentialRunner.run(() -> queens, 1, 1, "--size=8");
        assertThatThrownBy(() -> queens.handleResults(91L, new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected 92 solutions for 8 queens, found 91");
    }

    @Test
    void shouldRefuseABoardThatNobodyHasCounted() {
        assertThatThrownBy(() -> new Queens().check(Arguments.of("--size", "21")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--size: expected 1 to 20, found 21");
    }
}
