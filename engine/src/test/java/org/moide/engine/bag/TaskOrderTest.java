package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.engine.TaskContext;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.core.EngineRun;

/** Tests the order in which the threads of one engine take tasks, and that they take tasks from each other's queues. */
class TaskOrderTest {
    private static final int DEPTH = 9;

    /**
     * An application with one first task, which puts the numbers from 0 to 99 as further tasks, shuffled, with their
     * values as priorities.
     */
    private static final class Ordered extends Numbers {
        private static final int ALL = -1;

        private final List<Integer> run = Collections.synchronizedList(new ArrayList<>());

        @Override
        public double priority(Integer number) {
            return number;
        }

        @Override
        public Long executeTask(Integer number, TaskContext<Integer> context) {
            run.add(number);
            for (int task = 0; number == ALL && task < 100; task++) {
                context.put(task * 37 % 100);
            }
            return 1L;
        }
    }

    @Test
    void shouldRunTasksInTheOrderOfTheirPriorities() throws Exception {
        Ordered application = new Ordered();
        assertThat(EngineRun.of(() -> application, 1)
                        .tasks(List.of(Ordered.ALL))
                        .complete())
                .containsEntry("sum", 101L);
        assertThat(application.run.subList(1, 101)).isSortedAccordingTo(Comparator.reverseOrder());
    }

    /** An application whose tasks form a binary tree: each task is a depth, and puts two tasks of the next depth. */
    private static final class Tree extends Numbers {
        @Override
        public Long executeTask(Integer depth, TaskContext<Integer> context) {
            if (depth > 0) {
                context.put(depth - 1);
                context.put(depth - 1);
            }
            return 1L;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunEveryTaskOnceWhicheverThreadPutIt(Discipline discipline) throws Exception {
        TaskSettings settings = new TaskSettings(discipline, FailurePolicy.DEFAULT, DataSettings.DEFAULT, true);
        EngineRun run = EngineRun.of(Tree::new, 3).with(settings).tasks(List.of(DEPTH));
        assertThat(run.complete()).containsEntry("sum", (1L << (DEPTH + 1)) - 1);
        long ran = 0;
        for (int thread = 0; thread < 3; thread++) {
            ran += run.thread(0, thread).tasks();
        }
        assertThat(ran).isEqualTo((1L << (DEPTH + 1)) - 1);
    }
}
