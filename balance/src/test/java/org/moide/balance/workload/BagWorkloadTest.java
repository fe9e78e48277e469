package org.moide.balance.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskClass;
import org.moide.balance.strategy.Membership;

class BagWorkloadTest {
    /** Makes a workload in which task 1 puts task 2, task 3 puts task 4, and task 5 reads no objects. */
    private static BagWorkload workload() {
        TaskClass[] classes = {
            TaskClass.of(0, 1), TaskClass.of(1, 2), TaskClass.of(0), TaskClass.of(0), TaskClass.of(1), TaskClass.NONE
        };
        return new BagWorkload(
                "w",
                new int[] {-1, -1, 1, -1, 3, -1},
                new long[] {10, 20, 30, 40, 50, 60},
                9,
                new DataLayout(new long[] {100, 200, 300}, classes, false));
    }

    @Test
    void shouldKeepTasksThatReadTheFirstObjectsOnlyWithWhatTheyPut() {
        BagWorkload some = workload().ofFirstObjects(2);

        assertThat(some.tasks()).isEqualTo(4);
        assertThat(some.rootTasks()).isEqualTo(3);
        assertThat(some.nanos(0)).isEqualTo(10);
        assertThat(some.nanos(1)).isEqualTo(40);
        assertThat(some.child(1, 0)).isEqualTo(2);
        assertThat(some.nanos(2)).isEqualTo(50);
        assertThat(some.nanos(3)).isEqualTo(60);
        assertThat(some.taskClass(0)).isEqualTo(TaskClass.of(0, 1));
        assertThat(some.taskClass(2)).isEqualTo(TaskClass.of(1));
        assertThat(some.taskClass(3).isNone()).isTrue();
        assertThat(some.data().bytes()).containsExactly(100, 200);
        assertThat(some.taskBytes()).isEqualTo(9);
    }

    @Test
    void shouldRepeatTasksWithObjectsOfTheirOwn() {
        BagWorkload twice = workload().repeated(2);

        assertThat(twice.tasks()).isEqualTo(12);
        assertThat(twice.workNanos()).isEqualTo(2 * workload().workNanos());
        assertThat(twice.data().bytes()).containsExactly(100, 200, 300, 100, 200, 300);
        assertThat(twice.taskClass(1)).isEqualTo(TaskClass.of(1, 2));
        assertThat(twice.taskClass(7)).isEqualTo(TaskClass.of(4, 5));
        assertThat(twice.taskClass(11).isNone()).isTrue();
        assertThat(twice.child(7, 0)).isEqualTo(8);
        assertThat(twice.childCount(6)).isZero();
    }

    @Test
    void shouldSpreadObjectsOverTheMembers() {
        BagWorkload spread = workload().placed(true);

        assertThat(spread.data().home(2, 3)).isEqualTo(2);
        assertThat(spread.tasks()).isEqualTo(6);
        assertThat(spread.placed(false).data().home(2, 3)).isEqualTo(Membership.ROOT);
        assertThat(spread.placed(true)).isSameAs(spread);
    }

    @Test
    void shouldRefuseWhatCannotBeMade() {
        BagWorkload plain = (BagWorkload) WorkloadSpec.make("uniform:tasks=10");

        assertThatThrownBy(() -> workload().ofFirstObjects(4))
                .hasMessage("w: expected objects from 1 to 3, as many as tasks read, found 4");
        assertThatThrownBy(() -> workload().repeated(4_000_000))
                .hasMessageContaining("expected at most 20000000 tasks")
                .hasMessageContaining("found 6 tasks and 6 objects 4000000 times");
        assertThatThrownBy(() -> plain.placed(true))
                .hasMessageContaining("expected tasks that read data objects for place=members, found none");
        assertThatThrownBy(() -> WorkloadSpec.make("frames:place=rot"))
                .hasMessage("workload frames: expected place to be root or members, found \"rot\"");
        BagWorkload other = new BagWorkload(
                "o",
                new int[] {-1},
                new long[] {1},
                1,
                new DataLayout(new long[] {1, 1}, new TaskClass[] {TaskClass.of(1)}, false));
        assertThatThrownBy(() -> other.ofFirstObjects(1))
                .hasMessage("o: expected a task that reads only the first 1 objects, found none");
    }
}
