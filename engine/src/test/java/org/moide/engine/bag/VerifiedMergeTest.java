package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.engine.Program;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.core.EngineRun;

/** Tests that {@code --verify-merge} finds merge methods that are wrong, by merging samples of results. */
class VerifiedMergeTest {
    private static final class Minus extends Numbers {
        @Override
        public Long merge(Long left, Long right) {
            return left - right;
        }
    }

    /** An application whose merge, the mean of two numbers, is commutative but not associative. */
    private static final class Mean extends Numbers {
        @Override
        public Long merge(Long left, Long right) {
            return left == 0 ? right : right == 0 ? left : (left + right) / 2;
        }
    }

    private static final class Offset extends Numbers {
        @Override
        public Long identity() {
            return 5L;
        }
    }

    @Test
    void shouldSayWhatIsWrongWithMergeWhenItsOrderMakesADifference() throws Exception {
        assertThat(failure(verified(Minus::new))).contains("--verify-merge: merge is not commutative: merge(a, b) = ");
        assertThat(failure(verified(Mean::new)))
                .contains(
                        "--verify-merge: merge is not associative: merge(merge(a, b), c) = ",
                        ", merge(a, merge(b, c)) = ");
        assertThat(failure(verified(Offset::new)))
                .contains("merge changes what it merges with identity(): merge(identity(), a) = 5");
        assertThat(verified(Numbers::new).tasks(Numbers.below(100)).complete()).containsEntry("sum", 4_950L);
    }

    private static EngineRun verified(Supplier<Program> programs) {
        return EngineRun.of(programs, 1)
                .with(new TaskSettings(Discipline.FIFO_CEN, FailurePolicy.DEFAULT, DataSettings.DEFAULT, true));
    }

    private static String failure(EngineRun run) throws Exception {
        return run.tasks(Numbers.below(100)).failure();
    }

    /**
     * An application whose results are lists, which merge joins. The joined lists differ with the order of merging, and
     * do not count as equal.
     */
    @SuppressWarnings("NonApiType") // a result must be serializable
    private static final class Lists implements TaskApplication<Integer, ArrayList<Integer>> {
        @Override
        public void createTasks(TaskContext<Integer> context) {}

        @Override
        public ArrayList<Integer> identity() {
            return new ArrayList<>();
        }

        @Override
        public ArrayList<Integer> executeTask(Integer number, TaskContext<Integer> context) {
            return new ArrayList<>(List.of(number));
        }

        @Override
        public ArrayList<Integer> merge(ArrayList<Integer> left, ArrayList<Integer> right) {
            left.addAll(right);
            return left;
        }

        @Override
        public void handleResults(ArrayList<Integer> result, Report report) {}
    }

    @Test
    void shouldShowBothValuesWhenMergeIsNotCommutative() throws Exception {
        assertThat(verified(Lists::new).tasks(List.of(1, 2, 3)).failure())
                .matches(
                        ".*merge is not commutative: merge\\(a, b\\) = \\[(\\d), (\\d)], merge\\(b, a\\) = \\[\\2, \\1],"
                                + " with a = \\[\\1], b = \\[\\2].*");
    }
}
