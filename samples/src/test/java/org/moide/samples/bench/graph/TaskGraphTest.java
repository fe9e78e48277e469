package org.moide.samples.bench.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.bench.graph.Granularity.Sample;
import org.moide.samples.bench.graph.TaskGraph.Pattern;
import org.moide.samples.programs.SmallSystem;

class TaskGraphTest {
    @Test
    void shouldNeedNothingWhenTrivial() {
        assertThat(new TaskGraph(Pattern.TRIVIAL, 4, 5, 3).needs(0, 2)).isEmpty();
    }

    @Test
    void shouldNeedBothSidesWhenAStencil() {
        TaskGraph graph = new TaskGraph(Pattern.STENCIL_1D, 4, 5, 3);

        assertThat(graph.needs(0, 0)).containsExactly(0, 1);
        assertThat(graph.needs(0, 2)).containsExactly(1, 2, 3);
        assertThat(graph.needs(0, 3)).containsExactly(2, 3);
    }

    @Test
    void shouldNeedSoManyAroundWhenNearest() {
        assertThat(new TaskGraph(Pattern.NEAREST, 10, 5, 3).needs(0, 4)).containsExactly(2, 3, 4, 5, 6);
        assertThat(new TaskGraph(Pattern.NEAREST, 10, 4, 3).needs(0, 4)).containsExactly(2, 3, 4, 5);
        assertThat(new TaskGraph(Pattern.NEAREST, 10, 5, 3).needs(0, 9)).containsExactly(7, 8, 9);
        assertThat(new TaskGraph(Pattern.NEAREST, 10, 1, 3).needs(0, 4)).containsExactly(4);
    }

    @Test
    void shouldNeedOthersAtEqualDistancesInEachStepWhenSpread() {
        TaskGraph graph = new TaskGraph(Pattern.SPREAD, 10, 5, 3);

        assertThat(graph.sets()).isEqualTo(3);
        assertThat(graph.needs(0, 1)).containsExactly(1, 3, 5, 7, 9);
        assertThat(graph.needs(1, 1)).containsExactly(0, 1, 4, 6, 8);
        assertThat(graph.needs(2, 1)).containsExactly(1, 5, 7, 9);
        assertThat(graph.setAt(4)).isEqualTo(1);
    }

    @Test
    void shouldNeedTwiceTheDistanceInEachStepWhenFft() {
        TaskGraph graph = new TaskGraph(Pattern.FFT, 8, 5, 3);

        assertThat(graph.sets()).isEqualTo(3);
        assertThat(List.of(graph.setAt(1), graph.setAt(2), graph.setAt(3), graph.setAt(4)))
                .containsExactly(0, 1, 2, 0);
        assertThat(graph.needs(0, 3)).containsExactly(2, 3, 4);
        assertThat(graph.needs(1, 3)).containsExactly(1, 3, 5);
        assertThat(graph.needs(2, 3)).containsExactly(3, 7);
        assertThat(new TaskGraph(Pattern.FFT, 1, 5, 3).needs(0, 0)).containsExactly(0);
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void shouldSendWhatOthersReceiveAndNothingElse(Pattern pattern) {
        for (int ids : new int[] {1, 2, 3, 7}) {
            TaskGraph graph = new TaskGraph(pattern, 11, 5, 3);
            for (int step = 1; step <= graph.sets(); step++) {
                Set<List<Integer>> sent = new HashSet<>();
                Set<List<Integer>> received = new HashSet<>();
                Set<List<Integer>> needed = new HashSet<>();
                for (int id = 0; id < ids; id++) {
                    Routes routes = new Routes(graph, id, ids);
                    int self = id;
                    routes.before(step).sent().forEach(hop -> sent.add(List.of(self, hop.column(), hop.id())));
                    routes.before(step).received().forEach(hop -> received.add(List.of(hop.id(), hop.column(), self)));
                    for (int column = routes.first(id); column < routes.first(id + 1); column++) {
                        assertThat(routes.owner(column)).isEqualTo(id);
                        for (int need : graph.needs(graph.setAt(step), column)) {
                            if (routes.owner(need) != id) {
                                needed.add(List.of(routes.owner(need), need, id));
                            }
                        }
                    }
                }
                assertThat(sent).as("%s, %d IDs, step %d", pattern, ids, step).isEqualTo(needed);
                assertThat(received).isEqualTo(needed);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void shouldGiveEachTaskWhatItNeedsWhenThreadsAndEnginesCompute(Pattern pattern) throws Exception {
        SmallSystem.of(2, 1).run(() -> self -> {
            GraphRun run = new GraphRun(self.comm(), new TaskGraph(pattern, 7, 5, 3), 4);
            run.run(50, 1); // throws if a task has another input
            self.comm().remoteBarrier();
        });
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void shouldGiveEachTaskWhatItNeedsWhenTwoExchange(Pattern pattern) throws Exception {
        SmallSystem.of(1, 1).run(() -> self -> {
            GraphRun run = new GraphRun(self.comm(), new TaskGraph(pattern, 2, 5, 3), 2);
            run.run(50, 1);
            self.comm().remoteBarrier();
        });
    }

    @Test
    void shouldFindTheTasksWithHalfEfficiencyBetweenTwoMeasurements() {
        // 1 us an iteration and 10 us besides: half efficient where a task takes 20 us.
        List<Sample> samples = Arrays.stream(new long[] {1, 2, 4, 8, 16, 32, 1 << 20})
                .mapToObj(n -> new Sample(n, 1e-6 * n + 10e-6))
                .toList();

        assertThat(Granularity.metg(samples, Granularity.peak(samples))).isBetween(19e-6, 21e-6);
        assertThat(Granularity.metg(samples, 1e9)).isNaN();
        assertThat(Granularity.metg(samples.subList(6, 7), 1e6)).isGreaterThan(1.0);
    }

    @Test
    void shouldSayWhatItExpectsWhenArgumentsAreWrong() {
        assertThatThrownBy(() -> new TaskGraphs().check(Arguments.of("--pattern", "ring")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--pattern: expected one of trivial stencil_1d nearest spread fft, found 'ring'");
        assertThatThrownBy(() -> SmallSystem.of(3).run(TaskGraphs::new, "--width", "2"))
                .isInstanceOf(UsageException.class)
                .hasMessage("--width: expected at least one column for each of 3 threads, found 2");
    }
}
