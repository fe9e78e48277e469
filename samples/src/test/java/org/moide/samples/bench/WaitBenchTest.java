package org.moide.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class WaitBenchTest {
    private static final double NANOS_PER_SECOND = 1e9;

    @Test
    void shouldCountEveryTaskOfATreeOnEnginesOfDifferentSpeeds() throws Exception {
        String[] words = {
            "--tasks", "20", "--tree", "0.45", "--millis", "0.01", "--spread", "0.5", "--slow", "1,2", "--seed", "3"
        };
        Waited expected = Waits.of(Arguments.of(words)).all();

        Said said = SequentialRunner.run(WaitBench::new, 3, 7, words);

        assertThat(expected.tasks()).isGreaterThan(60);
        assertThat(said.number("tasks")).isEqualTo((double) expected.tasks());
        assertThat(said.number("workSeconds")).isCloseTo(expected.nanos() / NANOS_PER_SECOND, within(1e-9));
        assertThat(said.number("seconds")).isGreaterThan(said.number("workSeconds"));
    }

    @Test
    void shouldFailIfATaskIsLackingOrCountedTwice() throws Exception {
        WaitBench bench = new WaitBench();
        Said said = SequentialRunner.run(() -> bench, 1, 7, "--tasks", "20", "--millis", "0");

        assertThat(said.number("tasks")).isEqualTo(20);
        assertThatThrownBy(() -> bench.handleResults(new Waited(19, 0, 1), said))
                .hasMessageContaining("expected 20 tasks of 0 ns, found 19 of 0");
        assertThatThrownBy(() -> bench.handleResults(new Waited(21, 0, 1), said))
                .hasMessageContaining("found 21 of 0");
    }

    @Test
    void shouldSpreadTimesAroundTheMeanAndSlowEnginesInTurn() {
        Waits waits = new Waits(4_000, 2, 0.5, 0, List.of(1.0, 3.0), 1);

        long sum = 0;
        for (int root = 0; root < waits.roots(); root++) {
            long task = waits.root(root);
            long nanos = waits.nanos(task);
            assertThat(nanos).isBetween(1_000_000L, 3_000_000L);
            assertThat(waits.nanosOn(2, task)).isEqualTo(nanos);
            assertThat(waits.nanosOn(3, task)).isBetween(3 * nanos - 1, 3 * nanos + 3);
            sum += nanos;
        }

        assertThat(sum / 4e3).isCloseTo(2e6, within(4e4)); // four standard deviations
    }

    @Test
    void shouldPutAsManyTasksAsTheChanceSays() {
        // Each root stands for 1 / (1 - 2q) tasks in the mean.
        Waited all = new Waits(4_000, 0, 0, 0.4, List.of(1.0), 5).all();

        assertThat(all.tasks()).isBetween(17_000L, 23_000L);
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThatThrownBy(() -> Waits.of(Arguments.of("--slow", "1,x")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--slow: expected numbers above 0, at most 1000");
        assertThatThrownBy(() -> Waits.of(Arguments.of("--tree", "0.5")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--tree");
    }
}
