package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an application in several JVMs whose tasks all read the same large data. */
@Tag("full")
class SharingStoryTest {
    private static final long TABLE_BYTES = 13_000_000L * Long.BYTES;

    @TempDir
    Path home;

    @Test
    void shouldShare100MegabytesWithTwoEnginesThatHaveRoomForOneOfData() throws IOException {
        OwnApplication application = OwnApplication.compile(home, "own.Lookup", """
                package own;
                import java.util.Arrays;
                import org.moide.engine.*;
                public final class Lookup implements TaskApplication<Integer, Long> {
                    private static final int ROWS = 13_000_000;
                    public void createTasks(TaskContext<Integer> context) {
                        long[] table = new long[ROWS];
                        Arrays.setAll(table, row -> 3L * row);
                        context.share("table", table);
                        for (int task = 0; task < 64; task++) {
                            context.put(task);
                        }
                    }
                    public void prepare(TaskContext<Integer> context) {
                        context.shared("table", long[].class);
                    }
                    public Long identity() { return 0L; }
                    public Long executeTask(Integer task, TaskContext<Integer> context) {
                        long[] table = context.shared("table", long[].class);
                        long right = 0;
                        for (int row = task; row < ROWS; row += 64) {
                            right += table[row] == 3L * row ? 1 : 0;
                        }
                        return right;
                    }
                    public Long merge(Long left, Long right) { return left + right; }
                    public void handleResults(Long right, Report report) { report.put("right", right); }
                }
                """);
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "2",
                "--threads",
                "2",
                "--data-memory",
                "1m",
                "--report",
                "run.json",
                "--classpath",
                application.classes().toString(),
                "own.Lookup")) {
            run.awaitSuccess();
            assertThat(run.out()).contains("right: 13000000");
        }

        JsonObject report = Json.read(home.resolve("run.json"));
        List<JsonElement> engines = report.getAsJsonArray("engines").asList();
        assertThat(engines).hasSize(2).allSatisfy(engine -> {
            JsonObject data = engine.getAsJsonObject().getAsJsonObject("data");
            assertThat(data.get("fetched").getAsLong()).isEqualTo(1);
            assertThat(data.get("fetchedBytes").getAsLong()).isBetween(TABLE_BYTES, TABLE_BYTES + 100);
            assertThat(data.get("mostBytes").getAsLong()).isZero();
        });
        assertThat(report.getAsJsonObject("data").get("fetched").getAsLong()).isEqualTo(2);
    }
}
