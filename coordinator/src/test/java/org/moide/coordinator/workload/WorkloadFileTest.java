package org.moide.coordinator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.BagWorkload;
import org.moide.coordinator.plan.PlanException;

class WorkloadFileTest {
    @TempDir
    Path folder;

    private static RecordedWorkload recorded() {
        return new RecordedWorkload(
                "uts --tree T1",
                2,
                List.of(new RecordedWorkload.Engine("a", 2, 4), new RecordedWorkload.Engine("b", 1, 3)),
                new RecordedTasks(
                        80, new int[] {-1, 0, 0}, new long[] {10, 20, 30}, new long[] {0, 3, 0}, new long[] {0, 90, 0
                        }));
    }

    @Test
    void shouldReadWhatWasWritten() {
        Path file = folder.resolve("w.json");

        WorkloadFile.write(recorded(), file);
        RecordedWorkload read = WorkloadFile.read(file);

        assertThat(read).usingRecursiveComparison().isEqualTo(recorded());
    }

    private static RecordedWorkload withData(RecordedData data) {
        RecordedTasks plain = recorded().bag();
        return new RecordedWorkload(
                recorded().application(),
                recorded().threadPower(),
                recorded().engines(),
                new RecordedTasks(
                        plain.taskBytes(),
                        plain.parents(),
                        plain.nanos(),
                        plain.foldedTasks(),
                        plain.foldedNanos(),
                        data));
    }

    private static RecordedData data() {
        return new RecordedData(
                new long[] {3, 50, Long.MAX_VALUE},
                new long[] {10, 1L << 33, 30},
                List.of(TaskClass.of(3, Long.MAX_VALUE), TaskClass.of(50)),
                new int[] {1, 0, RecordedData.READS_NOTHING},
                true);
    }

    @Test
    void shouldReadWhatTasksReadAsItWasWritten() throws IOException {
        Path file = folder.resolve("w.json");

        WorkloadFile.write(withData(data()), file);

        assertThat(Files.readString(file)).startsWith("{\"format\":\"moide-workload-2\"");
        assertThat(WorkloadFile.read(file)).usingRecursiveComparison().isEqualTo(withData(data()));
    }

    @Test
    void shouldWriteTheFirstFormatIfTasksReadNothingAndReadIt() throws IOException {
        Path file = folder.resolve("w.json");
        WorkloadFile.write(recorded(), file);
        String text = Files.readString(file);

        assertThat(text).startsWith("{\"format\":\"moide-workload-1\"").doesNotContain("classes");
        assertThat(WorkloadFile.read(file).bag().data().isNone()).isTrue();
        assertThat(WorkloadFile.read(file).bag().workload("w").data().isNone()).isTrue();
    }

    @Test
    void shouldNumberObjectsFrom0AndHaveFoldedTasksReadWhatTheirTaskReads() {
        BagWorkload workload = withData(data()).bag().workload("w");

        assertThat(workload.data().bytes()).containsExactly(10, 1L << 33, 30);
        assertThat(workload.data().atMembers()).isTrue();
        assertThat(workload.taskClass(0)).isEqualTo(TaskClass.of(1));
        assertThat(workload.taskClass(1)).isEqualTo(TaskClass.of(0, 2));
        assertThat(workload.taskClass(2).isNone()).isTrue();
        for (int folded = 3; folded < 6; folded++) {
            assertThat(workload.taskClass(folded)).isEqualTo(TaskClass.of(0, 2));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [2] | [5] | [[2]] | [0,1] | task 1: expected the number of one of 1 classes, or -1, found 1
                    [2] | [5] | [[2]] | [0,-2] | task 1: expected the number of one of 1 classes, or -1, found -2
                    [2] | [5] | [[2]] | [0,4294967296] | task 1: expected the number of one of 1 classes, or -1, found 4294967296
                    [2] | [5] | [[2]] | [0] | expected a class for each of 2 tasks, found 1 taskClasses
                    [3,2] | [5,5] | [[2]] | [0,0] | object 1: expected an ID from 0 on, each once and in rising order, found 2 after 3
                    [-1] | [5] | [] | [-1,-1] | object 0: expected an ID from 0 on, each once and in rising order, found -1
                    [2] | [-5] | [[2]] | [0,0] | object 0: expected from 1 to 1099511627776 bytes, found -5
                    [2] | [9223372036854775807] | [[2]] | [0,0] | object 0: expected from 1 to 1099511627776 bytes, found 9223372036854775807
                    [2] | [] | [[2]] | [0,0] | expected objects and objectBytes of one length, found 1 and 0
                    [2,4] | [5,5] | [[2],[4,2]] | [0,0] | class 1: expected data objects from 0 on, each once and in rising order, found 2 after 4
                    [2] | [5] | [[2],[3]] | [0,0] | class 1: expected IDs that are among objects, found 3
                    [2] | [5] | [[2],[2]] | [0,0] | class 1: expected each class once, found it again
                    [2] | [5] | [[]] | [0,0] | class 0: expected at least 1 object, found none
                    [2] | [5] | [[2]] | [0,"x"] | expected a workload in JSON as 'moide run --record-workload' writes it
                    [2] | [5] | [[2] | [0,0] | expected a workload in JSON as 'moide run --record-workload' writes it
                    """)
    void shouldSayWhatIsWrongWithWhatTasksRead(
            String objects, String bytes, String classes, String taskClasses, String message) throws IOException {
        Path file = file("{\"format\":\"moide-workload-2\",\"parents\":[-1,-1],\"nanos\":[1,1],\"foldedTasks\":[0,0],"
                + "\"foldedNanos\":[0,0],\"objects\":" + objects + ",\"objectBytes\":" + bytes + ",\"classes\":"
                + classes
                + ",\"taskClasses\":" + taskClasses + "}");

        assertThatThrownBy(() -> WorkloadFile.read(file))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("wrong.json")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "taskBytes" | "taskbytes" | at taskbytes: expected one of format, application,
                    "taskBytes" | "taskbytes" | found another field; did you mean taskBytes?
                    "taskBytes" | "task\\u001bBytes" | at task\\u001bBytes: expected one of
                    "threads" | "cores" | at engines[0].cores: expected one of host, threads, power, found another field
                    "nanos" | "parents" | at parents: expected it once, found it again
                    "power":4.0 | "host":"b" | at engines[0].host: expected it once, found it again
                    "nanos" | "objects":[1],"nanos" | expected "format": "moide-workload-2" where there is "objects", found "moide-workload-1"
                    ]}\\n | ]}{} | expected a workload in JSON as 'moide run --record-workload' writes it, found something else
                    """)
    void shouldRefuseWhatWouldHaveNoEffect(String right, String wrong, String message) throws IOException {
        Path file = folder.resolve("w.json");
        WorkloadFile.write(recorded(), file);
        String text = Files.readString(file);
        String from = right.replace("\\n", "\n");
        assertThat(text).contains(from);

        assertThatThrownBy(() -> WorkloadFile.read(file(text.replace(from, wrong))))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("wrong.json")
                .hasMessageContaining(message);
    }

    @Test
    void shouldReadTheTextOfAllEditors() throws IOException {
        Path file = folder.resolve("w.json");
        WorkloadFile.write(recorded(), file);
        String text = "\ufeff" + Files.readString(file).replace("{", "{\r\n");

        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE)) {
            Files.write(file, text.getBytes(charset));

            assertThat(WorkloadFile.read(file)).usingRecursiveComparison().isEqualTo(recorded());
        }
    }

    @Test
    void shouldRefuseFilesThatClaimMoreThanTheyHave() throws IOException {
        WorkloadFile.write(withData(data()), folder.resolve("w.json"));
        String whole = Files.readString(folder.resolve("w.json"));
        String begin = "{\"format\":\"moide-workload-2\",\"parents\":[-1],\"nanos\":[1],\"foldedNanos\":[1],";

        for (int length = 0; length < whole.length() - 2; length += 7) {
            Path cut = file(whole.substring(0, length));
            assertThatThrownBy(() -> WorkloadFile.read(cut))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("expected a workload in JSON");
        }
        assertThatThrownBy(() -> WorkloadFile.read(file(begin + "\"foldedTasks\":[9223372036854775807]}")))
                .hasMessageContaining("task 0: expected at most 274877906944 folded tasks");
        assertThatThrownBy(() -> WorkloadFile.read(file(begin + "\"classes\":[[0" + ",0".repeat(10_000) + "]]}")))
                .hasMessageContaining("expected at most 10000 objects in class 0, found more");
        assertThatThrownBy(() -> WorkloadFile.read(file(begin + "\"foldedTasks\":[0],\"place\":\"here\"}")))
                .hasMessageContaining("expected \"place\": \"root\" or \"members\", found \"here\"");
    }

    @Test
    void shouldPutFoldedTasksBackUnderTheirTask() {
        BagWorkload workload = recorded().bag().workload("w");

        assertThat(recorded().bag().allTasks()).isEqualTo(6);
        assertThat(workload.tasks()).isEqualTo(6);
        assertThat(workload.workNanos()).isEqualTo(150);
        assertThat(workload.longestNanos()).as("10 / 3 + 3 / 4 of 20 + 30").isCloseTo(48.33, within(0.01));
        assertThat(workload.taskBytes()).isEqualTo(80);
        assertThat(recorded().members().at(1).power()).isEqualTo(1.5);
        assertThat(recorded().members().at(0).threads()).isEqualTo(2);
    }

    @Test
    void shouldMakeFewerAndLongerTasksWhenTooManyWereFolded() {
        RecordedWorkload many = new RecordedWorkload(
                "a",
                1,
                List.of(),
                new RecordedTasks(1, new int[] {-1}, new long[] {5}, new long[] {10_000_000}, new long[] {40_000_000}));

        BagWorkload workload = many.bag().workload("w");

        assertThat(workload.tasks()).isEqualTo(1_000_001);
        assertThat(workload.workNanos()).isEqualTo(40_000_005);
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() throws IOException {
        assertThatThrownBy(() -> WorkloadFile.read(folder.resolve("none.json")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("none.json: there is none");
        assertThatThrownBy(() -> WorkloadFile.read(file("{}")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(
                        "expected \"format\": \"moide-workload-1\", \"moide-workload-2\" or \"moide-workers-1\", found \"\"");
        assertThatThrownBy(() -> WorkloadFile.read(file("[1, 2]"))).isInstanceOf(PlanException.class);
        assertThatThrownBy(() -> WorkloadFile.read(file(
                        "{\"format\":\"moide-workload-1\",\"parents\":[-1,7],\"nanos\":[1,1],\"foldedTasks\":[0,0],"
                                + "\"foldedNanos\":[0,0]}")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("task 1: expected another task's number as parent");
        assertThatThrownBy(() ->
                        WorkloadFile.read(file("{\"format\":\"moide-workload-1\",\"parents\":[-1],\"nanos\":[]}")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("of one length, found 1, 0, 0 and 0");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("wrong.json"), text);
    }
}
