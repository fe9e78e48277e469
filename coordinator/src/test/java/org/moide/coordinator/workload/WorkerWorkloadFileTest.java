package org.moide.coordinator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.coordinator.plan.PlanException;

class WorkerWorkloadFileTest {
    private static final WorkerRule NEAR = new WorkerRule(
            List.of(0, 1), true, List.of(2), List.of(3L, 9L), List.of(), List.of(), Map.of(1, 2.5, 0, 0.5));

    @TempDir
    Path folder;

    @Test
    void shouldReadWhatItHasWritten() throws IOException {
        RecordedWorkers workers = new RecordedWorkers(
                List.of(
                        new WorkerWorkload.Worker(3, WorkerRule.MOVES, 70),
                        new WorkerWorkload.Worker(4, WorkerRule.MOVES, 70),
                        new WorkerWorkload.Worker(5, WorkerRule.MOVES, 71),
                        new WorkerWorkload.Worker(9, NEAR, 71),
                        new WorkerWorkload.Worker(10, WorkerRule.STAYS, 0)),
                new long[] {3, 9, 10},
                new int[] {-1, 0, 0},
                new long[] {5, 6, 7},
                new int[] {0, 100, 200});
        RecordedWorkload recorded = new RecordedWorkload(
                "servers --accesses 5", 2.5, List.of(new RecordedWorkload.Engine("h", 2, 5)), workers);
        Path file = folder.resolve("w.json");

        WorkloadFile.write(recorded, file);

        assertThat(WorkloadFile.read(file).content()).isInstanceOf(RecordedWorkers.class);
        assertThat(WorkloadFile.read(file)).usingRecursiveComparison().isEqualTo(recorded);
        assertThat(Files.readString(file)).contains("{\"id\":3,\"count\":2,\"stateBytes\":70,\"moves\":true}");
        WorkerWorkload workload = workers.workload("w");
        assertThat(workload.workNanos()).isEqualTo(18);
        assertThat(workload.longestNanos()).as("5 and 7").isEqualTo(12);
        assertThat(workload.receiver(1).rule()).isEqualTo(NEAR);
        assertThat(workload.childCount(0)).isEqualTo(2);
        assertThat(workload.child(0, 1)).isEqualTo(2);
    }

    @Test
    void shouldReadAFileAsTheFormatThatItSaysWhereverItSaysIt() throws IOException {
        String workers =
                "{\"workers\":[{\"id\":1}],\"taskWorkers\":[1],\"causes\":[-1],\"nanos\":[7],\"taskBytes\":[1],";
        String tasks = "{\"parents\":[-1],\"nanos\":[7],\"foldedTasks\":[0],\"foldedNanos\":[0],";

        assertThat(WorkloadFile.read(file(workers + "\"format\":\"moide-workers-1\"}"))
                        .workers()
                        .nanos())
                .containsExactly(7);
        assertThat(WorkloadFile.read(file(tasks + "\"format\":\"moide-workload-1\"}"))
                        .bag()
                        .nanos())
                .containsExactly(7);
        assertThatThrownBy(() -> WorkloadFile.read(file(tasks + "\"format\":\"moide-workers-1\"}")))
                .hasMessageContaining("at parents: expected one of format, application,");
        assertThatThrownBy(() -> WorkloadFile.read(file(workers + "\"format\":\"moide-workers-2\"}")))
                .hasMessageContaining("or \"moide-workers-1\", found \"moide-workers-2\"");
        assertThatThrownBy(() -> WorkloadFile.read(file("{\"form")))
                .hasMessageContaining("wrong.json, line 1, column 7: expected a workload in JSON");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [{"id":1}] | [1] | [-1] | [0] | task 0: expected from 1 to 1000000000000 ns and no less than 0 bytes, found 0 ns
                    [{"id":1}] | [1] | [-1] | [9000000000000000000] | task 0: expected from 1 to 1000000000000 ns
                    [{"id":1}] | [1,1] | [-1,1] | [1,1] | task 1: expected the number of an earlier task as cause, or -1, found 1
                    [{"id":1}] | [1] | [-2] | [1] | task 0: expected the number of an earlier task as cause, or -1, found -2
                    [{"id":1}] | [1] | [4294967295] | [1] | task 0: expected a cause of at most 2147483647, found 4294967295
                    [{"id":1}] | [2] | [-1] | [1] | task 0: expected one of the workers to handle it, found worker 2
                    [{"id":1}] | [1,1] | [-1] | [1] | expected for each task a worker, a cause, a time and a length, found 2, 1, 1 and 1
                    [{"id":1}] | [] | [] | [] | expected from 1 to 1000000 workers and from 1 to 20000000 tasks, found 1 workers and 0 tasks
                    [] | [1] | [-1] | [1] | found 0 workers and 1 tasks
                    [{"id":2},{"id":1}] | [1] | [-1] | [1] | expected each worker once, and in rising order, found 1 after 2
                    [{"id":1,"count":2},{"id":2}] | [1] | [-1] | [1] | expected each worker once, and in rising order, found 2 after 2
                    [{}] | [1] | [-1] | [1] | expected workers from 0 on, with states of at most 1099511627776 bytes, found worker -1 with 0
                    [{"id":1,"stateBytes":-1}] | [1] | [-1] | [1] | found worker 1 with -1
                    [{"id":9223372036854775807,"count":2}] | [1] | [-1] | [1] | found worker -9223372036854775808
                    [{"id":0,"count":1000001}] | [1] | [-1] | [1] | expected from 1 to 1000000 workers in all, found a count of 1000001 for worker 0 after 0
                    [{"id":0,"count":600000},{"id":600000,"count":600000}] | [1] | [-1] | [1] | found a count of 600000 for worker 600000 after 600000
                    [{"id":1,"moves":false,"moveTo":[1]}] | [1] | [-1] | [1] | worker 1: expected a worker that may move if it may move to processes [1]
                    [{"id":1,"startOn":[-4]}] | [1] | [-1] | [1] | worker 1: expected a process to start on from 0 on, found -1
                    [{"id":1,"weights":{"0":0}}] | [1] | [-1] | [1] | worker 1: weight for process 0: expected above 0 and at most a million, found 0.0
                    [{"id":1,"weights":{"x":1}}] | [1] | [-1] | [1] | expected a workload in JSON as 'moide run --record-workload' writes it
                    [{"id":1,"weights":{"0":1,"00":2}}] | [1] | [-1] | [1] | worker 1: expected one weight for engine 0, found another
                    [{"id":1,"neighbors":[0]}] | [1] | [-1] | [1] | at workers[0].neighbors: expected one of id, count, stateBytes,
                    [{"id":1,"id":2}] | [1] | [-1] | [1] | at workers[0].id: expected it once, found it again
                    [],"nanoseconds":[] | [] | [] | [] | at nanoseconds: expected one of format, application,
                    [{"id":"x"}] | [1] | [-1] | [1] | expected a workload in JSON as 'moide run --record-workload' writes it
                    [{"id":1} | [1] | [-1] | [1] | expected a workload in JSON as 'moide run --record-workload' writes it
                    """)
    void shouldSayWhatIsWrong(String workers, String receivers, String causes, String nanos, String message)
            throws IOException {
        Path file = file("{\"format\":\"moide-workers-1\",\"workers\":" + workers + ",\"taskWorkers\":" + receivers
                + ",\"causes\":" + causes + ",\"nanos\":" + nanos + ",\"taskBytes\":"
                + nanos.replaceAll("\\d+", "1") + "}");

        assertThatThrownBy(() -> WorkloadChoice.of(file.toString()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("wrong.json")
                .hasMessageContaining(message);
    }

    @Test
    void shouldSayWhereAFileEndsTooSoon() throws IOException {
        String whole = "{\"format\":\"moide-workers-1\",\n\"workers\":[{\"id\":1,\"neighbours\":[0]}],\n"
                + "\"taskWorkers\":[1],\"causes\":[-1],\"nanos\":[1],\"taskBytes\":[1]}";
        for (int length = 30; length < whole.length(); length += 3) {
            Path cut = file(whole.substring(0, length));
            assertThatThrownBy(() -> WorkloadChoice.of(cut.toString()))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("wrong.json, line ")
                    .hasMessageContaining("expected a workload in JSON");
        }
        assertThat(WorkloadChoice.of(file(whole).toString()).workload()).isInstanceOf(WorkerWorkload.class);
        Path other = file(whole.replace("[1],\"causes\"", "[true],\"causes\""));
        assertThatThrownBy(() -> WorkloadChoice.of(other.toString()))
                .hasMessageContaining("wrong.json, line 3, column ");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("wrong.json"), text);
    }
}
