package org.moide.coordinator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.workload.Workload;
import org.moide.coordinator.plan.PlanException;

class WorkloadFileTest {
    @TempDir
    Path folder;

    private static RecordedWorkload recorded() {
        return new RecordedWorkload(
                "uts --tree T1",
                2,
                80,
                List.of(new RecordedWorkload.Engine("a", 2, 4), new RecordedWorkload.Engine("b", 1, 3)),
                new int[] {-1, 0, 0},
                new long[] {10, 20, 30},
                new long[] {0, 3, 0},
                new long[] {0, 90, 0});
    }

    @Test
    void shouldReadWhatWasWritten() {
        Path file = folder.resolve("w.json");

        WorkloadFile.write(recorded(), file);
        RecordedWorkload read = WorkloadFile.read(file);

        assertThat(read).usingRecursiveComparison().isEqualTo(recorded());
    }

    @Test
    void shouldPutFoldedTasksBackUnderTheirTask() {
        Workload workload = recorded().workload("w");

        assertThat(recorded().allTasks()).isEqualTo(6);
        assertThat(workload.tasks()).isEqualTo(6);
        assertThat(workload.workNanos()).isEqualTo(150);
        assertThat(workload.longestChainNanos()).as("10 / 3 + 3 / 4 of 20 + 30").isCloseTo(48.33, within(0.01));
        assertThat(workload.taskBytes()).isEqualTo(80);
        assertThat(recorded().members().at(1).power()).isEqualTo(1.5);
        assertThat(recorded().members().at(0).threads()).isEqualTo(2);
    }

    @Test
    void shouldMakeFewerAndLongerTasksWhenTooManyWereFolded() {
        RecordedWorkload many = new RecordedWorkload(
                "a", 1, 1, List.of(), new int[] {-1}, new long[] {5}, new long[] {10_000_000}, new long[] {40_000_000});

        Workload workload = many.workload("w");

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
                .hasMessageContaining("expected \"format\": \"moide-workload-1\", found \"\"");
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
