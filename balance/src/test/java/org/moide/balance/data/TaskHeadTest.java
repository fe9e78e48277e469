package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.RetriedTask;

class TaskHeadTest {
    private static final byte[] TASK = {(byte) 0xAC, (byte) 0xED, 1, 2, 3};

    @Test
    void shouldFindClassAndTaskInBytes() {
        byte[] classed = TaskHead.of(TaskClass.of(9, 4, 9), TASK);

        assertThat(TaskHead.classIn(classed)).isEqualTo(TaskClass.of(4, 9)).isNotEqualTo(TaskClass.of(4));
        assertThat(TaskHead.taskIn(classed)).isEqualTo(TASK);
        assertThat(classed).hasSize(TaskHead.headBytes(classed) + TASK.length);
    }

    @Test
    void shouldLeaveTheBytesOfATaskThatReadsNothing() {
        assertThat(TaskHead.of(TaskClass.NONE, TASK)).isSameAs(TASK);
        assertThat(TaskHead.classIn(TASK)).isSameAs(TaskClass.NONE);
        assertThat(TaskHead.taskIn(TASK)).isSameAs(TASK);
        assertThat(TaskHead.classIn(new byte[0])).isSameAs(TaskClass.NONE);
    }

    @Test
    void shouldKeepTheClassOfATaskThatIsTriedAgain() {
        byte[] classed = TaskHead.of(TaskClass.of(7), TASK);

        byte[] again = RetriedTask.of(5, classed);

        assertThat(TaskHead.classIn(again)).isEqualTo(TaskClass.of(7));
        assertThat(RetriedTask.numberIn(again)).isEqualTo(5);
        assertThat(RetriedTask.taskIn(again)).isEqualTo(classed);
        assertThat(RetriedTask.headBytes(again)).isEqualTo(again.length - TASK.length);
        assertThat(RetriedTask.numberIn(classed)).isZero();
    }

    @Test
    void shouldFindAPriorityInBytes() {
        byte[] ordered = TaskHead.of(TaskClass.NONE, -2.5, TASK);

        assertThat(TaskHead.priorityIn(ordered)).isEqualTo(-2.5);
        assertThat(TaskHead.classIn(ordered)).isSameAs(TaskClass.NONE);
        assertThat(TaskHead.taskIn(ordered)).isEqualTo(TASK);
        assertThat(ordered).hasSize(TaskHead.headBytes(ordered) + TASK.length);
        assertThat(TaskHead.of(TaskClass.NONE, TaskHead.NO_PRIORITY, TASK)).isSameAs(TASK);
        assertThat(TaskHead.priorityIn(TASK)).isNaN();
        assertThat(TaskHead.priorityIn(new byte[] {0x4D, 0x6F, 0x52, 0x70, 1})).isNaN();
    }

    @Test
    void shouldKeepThePriorityOfATaskThatIsTriedAgain() {
        byte[] ordered = TaskHead.of(TaskClass.NONE, 4, TASK);

        byte[] again = RetriedTask.of(5, ordered);

        assertThat(TaskHead.priorityIn(again)).isEqualTo(4);
        assertThat(RetriedTask.numberIn(again)).isEqualTo(5);
        assertThat(RetriedTask.taskIn(again)).isEqualTo(ordered);
        assertThat(RetriedTask.applicationsOwn(again)).isEqualTo(TASK);
    }

    @Test
    void shouldFindLimitsInBytesAlsoOfATaskThatIsTriedAgain() {
        TaskLimits limits = new TaskLimits(4, true, false, false);
        byte[] limited = TaskHead.of(TaskHead.NO_PRIORITY, limits, TASK);

        assertThat(TaskHead.limitsIn(limited)).isEqualTo(limits);
        assertThat(TaskHead.priorityIn(limited)).isNaN();
        assertThat(TaskHead.classIn(limited)).isSameAs(TaskClass.NONE);
        assertThat(TaskHead.taskIn(limited)).isEqualTo(TASK);
        for (TaskLimits each : List.of(
                new TaskLimits(0, false, true, false), new TaskLimits(0, false, false, true), TaskLimits.BEGINS_HERE)) {
            assertThat(TaskHead.limitsIn(TaskHead.of(2.5, each, TASK))).isEqualTo(each);
        }
        assertThat(TaskHead.priorityIn(TaskHead.of(2.5, limits, TASK))).isEqualTo(2.5);

        byte[] again = RetriedTask.of(5, 1, limited);
        assertThat(TaskHead.limitsIn(again)).isEqualTo(limits);
        assertThat(RetriedTask.deathsIn(again)).isEqualTo(1);
        assertThat(RetriedTask.taskIn(again)).isEqualTo(limited);
        assertThat(RetriedTask.applicationsOwn(again)).isEqualTo(TASK);
    }

    @Test
    void shouldAddNothingToATaskWithoutLimits() {
        assertThat(TaskHead.of(TaskHead.NO_PRIORITY, TaskLimits.NONE, TASK)).isSameAs(TASK);
        assertThat(TaskHead.limitsIn(TASK)).isSameAs(TaskLimits.NONE);
        assertThat(TaskHead.limitsIn(TaskHead.of(TaskClass.NONE, 4, TASK))).isSameAs(TaskLimits.NONE);
        assertThat(TaskHead.limitsIn(new byte[] {0x4D, 0x6F, 0x52, 0x6C, 0, 0, 0, 0, 0, 0, 0, 0, 1}))
                .isSameAs(TaskLimits.NONE);
        assertThatThrownBy(() -> new TaskLimits(-1, false, false, false)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRatherKnowTheClassWhenATaskHasAPriorityToo() {
        assertThat(TaskHead.of(TaskClass.of(7), 4, TASK)).isEqualTo(TaskHead.of(TaskClass.of(7), TASK));
    }

    @Test
    void shouldRefuseBytesThatPromiseMoreObjectsThanThereAre() {
        byte[] classed = TaskHead.of(TaskClass.of(7, 8), TASK);
        classed[6] = 100; // bytes 4 to 7 are the number of objects

        assertThatThrownBy(() -> TaskHead.classIn(classed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 10000 data objects");
    }

    @Test
    void shouldRefuseATaskThatNamesTooManyObjects() {
        assertThat(TaskClass.of(LongStream.range(0, 10_000).toArray()).size()).isEqualTo(10_000);
        assertThatThrownBy(() -> TaskClass.of(LongStream.range(0, 10_001).toArray()))
                .hasMessage("expected a task that reads at most 10000 data objects, found 10001");
        assertThatThrownBy(() -> TaskClass.of(3, -1)).hasMessageContaining("from 0 on");
        assertThatThrownBy(() -> new TaskClass(new long[] {3, 3})).hasMessageContaining("3 after 3");
    }
}
