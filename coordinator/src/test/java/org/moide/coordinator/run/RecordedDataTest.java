package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.BagWorkload;
import org.moide.commlib.contract.StreamCodec;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.coordinator.workload.RecordedData;
import org.moide.coordinator.workload.RecordedTasks;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/** Tests the recorded workloads of real runs whose tasks read data objects. */
class RecordedDataTest {
    private static final int OBJECTS = 6;

    /**
     * The difference between the IDs of successive objects. It is large, to show that a recorded workload does not rely
     * on IDs that count from 0.
     */
    private static final long STEP = 1_000_000_007L;

    /**
     * A bag whose tasks each read two neighbouring objects, or none. Some tasks put another task, which reads the
     * object before theirs.
     */
    private record Readers(int tasks, boolean putting) implements TaskApplication<Integer, Long> {
        @Override
        public void createTasks(TaskContext<Integer> context) {
            for (int object = 0; object < OBJECTS; object++) {
                context.write(object * STEP, value(object));
            }
            for (int task = 0; task < tasks; task++) {
                context.put(task, reads(task).ids());
            }
        }

        static int[] value(int object) {
            return new int[10 * (object + 1)];
        }

        static TaskClass reads(int task) {
            int object = task % OBJECTS;
            return object == 0 ? TaskClass.NONE : TaskClass.of((object - 1) * STEP, object * STEP);
        }

        static TaskClass readsPut(int task) {
            return TaskClass.of((task + 1) % OBJECTS * STEP);
        }

        Map<TaskClass, Long> classes() {
            Map<TaskClass, Long> classes = new HashMap<>();
            for (int task = 0; task < tasks; task++) {
                classes.merge(reads(task), 1L, Long::sum);
                if (putting) {
                    classes.merge(readsPut(task), 1L, Long::sum);
                }
            }
            return classes;
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long executeTask(Integer task, TaskContext<Integer> context) {
            if (task < tasks && putting) {
                context.put(tasks + task, readsPut(task).ids());
            }
            return 1L;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void handleResults(Long count, Report report) {
            report.put("count", count);
        }
    }

    private static RecordedTasks recorded(Readers application, int mostTasks, int... threads)
            throws InterruptedException {
        WorkloadRecorder recorder = new WorkloadRecorder(mostTasks);
        TestRun run = TestRun.of(() -> application, threads).recordedBy(recorder);
        assertThat(run.run().failure()).isNull();
        assertThat(run.faults).isEmpty();
        return recorder.recorded(
                        "readers",
                        IntStream.of(threads)
                                .mapToObj(count -> new RecordedWorkload.Engine("h", count, count))
                                .toList())
                .bag();
    }

    private static Map<TaskClass, Long> counted(RecordedData data) {
        return IntStream.range(0, data.taskClasses().length)
                .mapToObj(data::taskClass)
                .collect(Collectors.groupingBy(reads -> reads, Collectors.counting()));
    }

    @Test
    void shouldRecordWhatEachTaskReadsAndHowLargeThatIs() throws InterruptedException {
        Readers application = new Readers(600, true);

        RecordedTasks recorded = recorded(application, 1_000_000, 2, 1);
        RecordedData data = recorded.data();

        assertThat(counted(data)).isEqualTo(application.classes());
        StreamCodec codec = new StreamCodec(RecordedDataTest.class.getClassLoader());
        assertThat(data.ids())
                .containsExactly(IntStream.range(0, OBJECTS)
                        .mapToLong(object -> object * STEP)
                        .toArray());
        assertThat(data.bytes())
                .containsExactly(IntStream.range(0, OBJECTS)
                        .mapToLong(object -> codec.encode(Readers.value(object)).length)
                        .toArray());
        assertThat(data.atMembers()).isFalse();
        for (int task = 0; task < recorded.parents().length; task++) {
            int parent = recorded.parents()[task];
            if (parent >= 0) {
                TaskClass reads = data.taskClass(parent);
                long last = reads.isNone() ? 0 : reads.ids()[1] / STEP;
                assertThat(data.taskClass(task)).isEqualTo(Readers.readsPut((int) last));
            }
        }
        assertThat(recorded.workload("w").data().isNone()).isFalse();
    }

    @Test
    void shouldHaveTasksThatWereThereAtTheStartInTheOrderOfTheirObjects() throws InterruptedException {
        BagWorkload workload =
                recorded(new Readers(600, false), 1_000_000, 1, 1).workload("w");

        List<Long> firsts = IntStream.range(0, 500)
                .mapToObj(task -> workload.taskClass(task).ids()[0])
                .toList();
        assertThat(firsts).isSorted();
        assertThat(IntStream.range(500, 600)
                        .allMatch(task -> workload.taskClass(task).isNone()))
                .isTrue();
    }

    @Test
    void shouldRecordMoreThanOneMessageTakes() throws InterruptedException {
        Readers application = new Readers(70_000, false);

        assertThat(counted(recorded(application, 1_000_000, 1).data())).isEqualTo(application.classes());
    }

    @Test
    void shouldFoldTasksIntoThoseThatReadTheSame() throws InterruptedException {
        Readers application = new Readers(600, false);

        // There are 100 tasks of each class, so that some of each are among the first, which are recorded one by one.
        RecordedTasks recorded = recorded(application, 550, 1);
        BagWorkload workload = recorded.workload("w");

        assertThat(recorded.parents()).hasSize(550);
        Map<TaskClass, Long> classes = IntStream.range(0, workload.tasks())
                .mapToObj(task ->
                        workload.taskClass(task).stream().map(id -> id * STEP).toArray())
                .collect(Collectors.groupingBy(TaskClass::of, Collectors.counting()));
        assertThat(classes).isEqualTo(application.classes());
        assertThat(workload.tasks()).isEqualTo(600);
    }

    @Test
    void shouldRecordNoObjectsOfTasksThatReadNothing() throws InterruptedException {
        WorkloadRecorder recorder = new WorkloadRecorder(100);
        assertThat(TestRun.of(() -> new Readers(1, false), 1)
                        .recordedBy(recorder)
                        .run()
                        .failure())
                .isNull();

        assertThat(recorder.recorded("one", List.of(new RecordedWorkload.Engine("h", 1, 1)))
                        .bag()
                        .data())
                .isSameAs(RecordedData.NONE);
    }
}
