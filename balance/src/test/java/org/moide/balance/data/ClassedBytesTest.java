package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.RetriedTask;

class ClassedBytesTest {
    private static final byte[] TASK = {(byte) 0xAC, (byte) 0xED, 1, 2, 3};

    @Test
    void shouldFindClassAndTaskInBytes() {
        byte[] classed = ClassedBytes.of(TaskClass.of(9, 4, 9), TASK);

        assertThat(ClassedBytes.classIn(classed)).isEqualTo(TaskClass.of(4, 9)).isNotEqualTo(TaskClass.of(4));
        assertThat(ClassedBytes.taskIn(classed)).isEqualTo(TASK);
        assertThat(classed).hasSize(ClassedBytes.headBytes(classed) + TASK.length);
    }

    @Test
    void shouldLeaveTheBytesOfATaskThatReadsNothing() {
        assertThat(ClassedBytes.of(TaskClass.NONE, TASK)).isSameAs(TASK);
        assertThat(ClassedBytes.classIn(TASK)).isSameAs(TaskClass.NONE);
        assertThat(ClassedBytes.taskIn(TASK)).isSameAs(TASK);
        assertThat(ClassedBytes.classIn(new byte[0])).isSameAs(TaskClass.NONE);
    }

    @Test
    void shouldKeepTheClassOfATaskThatIsTriedAgain() {
        byte[] classed = ClassedBytes.of(TaskClass.of(7), TASK);

        byte[] again = RetriedTask.of(5, classed);

        assertThat(ClassedBytes.classIn(again)).isEqualTo(TaskClass.of(7));
        assertThat(RetriedTask.numberIn(again)).isEqualTo(5);
        assertThat(RetriedTask.taskIn(again)).isEqualTo(classed);
        assertThat(RetriedTask.headBytes(again)).isEqualTo(again.length - TASK.length);
        assertThat(RetriedTask.numberIn(classed)).isZero();
    }

    @Test
    void shouldRefuseBytesThatPromiseMoreObjectsThanThereAre() {
        byte[] classed = ClassedBytes.of(TaskClass.of(7, 8), TASK);
        classed[6] = 100; // the number of objects is in bytes 4 to 7

        assertThatThrownBy(() -> ClassedBytes.classIn(classed))
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
