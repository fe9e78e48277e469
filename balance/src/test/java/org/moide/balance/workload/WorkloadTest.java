package org.moide.balance.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
    @Test
    void shouldBeginWithAsManyTasksAsATreeHasRoots() {
        Workload trees = WorkloadSpec.make("tree:roots=64,kind=binomial,b0=2,m=2,q=0");

        assertThat(trees.rootTasks()).isEqualTo(64);
        assertThat(trees.tasks()).isEqualTo(64 + 128);
    }

    @Test
    void shouldKnowWhoPutsWhomAndTheLongestChain() {
        Workload workload = new BagWorkload("w", new int[] {-1, 0, 0, -1, 2}, new long[] {10, 1, 5, 12, 7}, 9);

        assertThat(workload.tasks()).isEqualTo(5);
        assertThat(workload.rootTasks()).isEqualTo(2);
        assertThat(workload.root(1)).isEqualTo(3);
        assertThat(workload.childCount(0)).isEqualTo(2);
        assertThat(workload.child(0, 1)).isEqualTo(2);
        assertThat(workload.child(2, 0)).isEqualTo(4);
        assertThat(workload.childCount(4)).isZero();
        assertThat(workload.workNanos()).isEqualTo(35);
        assertThat(workload.longestNanos())
                .as("two thirds of 10, half of 5, and 7")
                .isCloseTo(16.17, within(0.01));
    }

    @Test
    void shouldRefuseWhatIsNoWorkload() {
        assertThatThrownBy(() -> new BagWorkload("w", new int[] {-1, 2, 1}, new long[] {1, 1, 1}, 1))
                .hasMessageContaining("found 2 that put each other in circles");
        assertThatThrownBy(() -> new BagWorkload("w", new int[] {-1, 5}, new long[] {1, 1}, 1))
                .hasMessageContaining("task 1: expected another task's number as parent, or -1, found 5");
        assertThatThrownBy(() -> new BagWorkload("w", new int[] {-1}, new long[] {0}, 1))
                .hasMessageContaining("task 0: expected at least 1 ns, found 0");
        assertThatThrownBy(() -> new BagWorkload("w", new int[0], new long[0], 1))
                .hasMessageContaining("expected from 1 to 20000000 tasks");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uniform:tasks=20000,millis=3",
                "exponential:tasks=20000,millis=3",
                "skewed:tasks=20000,millis=3,shape=3"
            })
    void shouldHaveTheMeanTimeThatWasAskedFor(String words) {
        Workload workload = WorkloadSpec.make(words);

        assertThat(workload.tasks()).isEqualTo(20_000);
        assertThat(workload.rootTasks()).isEqualTo(20_000);
        assertThat(workload.workNanos() / 20_000).isCloseTo(3e6, within(0.15e6));
        assertThat(WorkloadSpec.make(words).workNanos()).isEqualTo(workload.workNanos());
    }

    @Test
    void shouldGrowTreesThatBranchAsTheirKindDoes() {
        Workload geometric = WorkloadSpec.make("tree:b0=3,depth=6,millis=2");
        Workload binomial = WorkloadSpec.make("tree:kind=binomial,b0=40,m=4,q=0.2");

        assertThat(geometric.rootTasks()).isEqualTo(1);
        assertThat(geometric.childCount(0)).isEqualTo(3);
        assertThat(geometric.longestNanos())
                .as("seven levels, each but the last begun within the one before")
                .isBetween(4 * 2e6, 5.8 * 2e6);
        assertThat(geometric.workNanos()).isEqualTo(geometric.tasks() * 2e6);
        assertThat(binomial.childCount(0)).isEqualTo(40);
        for (int task = 1; task < binomial.tasks(); task++) {
            assertThat(binomial.childCount(task)).isIn(0, 4);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    unifrom | there is no workload "unifrom": there are uniform, exponential, skewed, tree
                    tree:bo=4 | workload tree has no parameter "bo": there are b0, bytes, depth, kind, millis, roots, seed, spread
                    uniform:millis=x | workload uniform: expected millis to be a number from
                    uniform:tasks=0 | expected tasks to be a whole number from 1 to 20000000, found "0"
                    uniform:tasks | expected key=value, such as millis=1, found "tasks"
                    uniform:tasks=1,tasks=2 | expected tasks once, found it twice
                    tree:kind=round | expected kind=geometric or kind=binomial, found "round"
                    tree:kind=binomial,q=0.9 | found no end to it; use a smaller b0, depth, m or q
                    """)
    void shouldSayWhatIsWrongWithTheWords(String words, String message) {
        assertThatThrownBy(() -> WorkloadSpec.make(words))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
