package org.moide.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.StatusJson;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.engine.control.WorkersNow;

class WorkerReportTest {
    private static final WorkersReport REPORT = new WorkersReport(
            List.of(
                    new WorkersReport.EngineWorkers(0, 60, 12_000, 500, 3, 2, 2, 3_072, 0.001),
                    new WorkersReport.EngineWorkers(2, 40, 8_000, 400, 1, 1, 1, 1_024, 0.002)),
            List.of(new WorkersReport.Move(7, 0, 2, "receiver", 2_048, 0.001, 1.5)),
            List.of(new WorkersReport.Activity(
                    0, List.of(new WorkersReport.Sample(1, 100, 2), new WorkersReport.Sample(2, 60, 0.5)))));

    @Test
    void shouldShowWhatWorkersDidOnEachEngine() {
        assertThat(String.join("\n", RunTable.times(report(REPORT)))).contains("""
                        engine  workers  activity   tasks  sent away  forwarded  moved away
                             0       60      1.25  12,000        500          3           2
                             2       40         -   8,000        400          1           1
                           all      100            20,000        900          4           3
                        moves: 3 (4.0 KiB), 1.00 ms without handling each in the mean""");
        assertThat(String.join("\n", RunTable.times(report(null)))).doesNotContain("workers");
    }

    @Test
    void shouldWriteWhatWorkersDid() {
        JsonObject workers = json(RunJson.text(report(REPORT))).getAsJsonObject("workers");
        assertThat(workers.get("workers").getAsLong()).isEqualTo(100);
        assertThat(workers.get("moves").getAsLong()).isEqualTo(3);
        assertThat(workers.get("mostForwards").getAsLong()).isEqualTo(2);
        JsonObject engine = workers.getAsJsonArray("engines").get(1).getAsJsonObject();
        assertThat(engine.toString())
                .isEqualTo("{\"id\":2,\"workers\":40,\"tasks\":8000,\"sentAway\":400,\"forwarded\":1,"
                        + "\"mostForwards\":1,\"moves\":1,"
                        + "\"movedBytes\":1024,\"pauseSeconds\":0.002}");
        JsonArray activity = workers.getAsJsonArray("activity");
        assertThat(activity.get(0).toString())
                .isEqualTo("{\"id\":0,\"atSeconds\":[1.0,2.0],\"workers\":[100,60],\"share\":[2.0,0.5]}");
        assertThat(workers.getAsJsonArray("lastMoves").get(0).toString())
                .isEqualTo("{\"worker\":7,\"from\":0,\"to\":2,\"why\":\"receiver\",\"bytes\":2048,"
                        + "\"pauseSeconds\":0.001,\"atSeconds\":1.5}");
        assertThat(json(RunJson.text(report(null))).has("workers")).isFalse();
    }

    @Test
    void shouldShowHowWorkersStand() {
        RunStatus status = new RunStatus(
                RunStatus.State.COMPUTING,
                2,
                0,
                0,
                List.of(),
                List.of(
                        engine(0, new WorkersNow(60, 3, 1_200, 5, null)),
                        engine(
                                1,
                                new WorkersNow(
                                        40,
                                        0,
                                        0,
                                        9,
                                        new WorkersNow.Handler(
                                                7, "Border[step=3]", "an answer of worker 9", 3_200_000_000L))),
                        engine(2, WorkersNow.NONE)),
                List.of());
        assertThat(String.join("\n", StatusTable.lines("abc", "strips", status, 0)))
                .as("tasks are those of workers")
                .endsWith("""

                        engine  host  at  process  threads  power  state
                             0  h     -         -        2   1.00  computing
                             1  h     -         -        2   1.00  computing
                             2  h     -         -        2   1.00  computing

                        engine  workers  activity  queued  handled  longest handler
                             0       60      1.50   1,200        5
                             1       40      0.00       0        9  worker 7 for 3.20 s in Border[step=3], waits for an answer of worker 9""");
        JsonArray engines = json(StatusJson.text("abc", "strips", status)).getAsJsonArray("engines");
        assertThat(engines.get(0).getAsJsonObject().get("workers").toString())
                .isEqualTo("{\"workers\":60,\"active\":3,\"activity\":1.5,\"queued\":1200,\"handled\":5}");
        assertThat(engines.get(1)
                        .getAsJsonObject()
                        .getAsJsonObject("workers")
                        .get("longestHandler")
                        .toString())
                .isEqualTo("{\"worker\":7,\"task\":\"Border[step=3]\",\"waitsFor\":\"an answer of worker 9\","
                        + "\"seconds\":3.2}");
        assertThat(engines.get(2).getAsJsonObject().has("workers")).isFalse();
    }

    private static RunStatus.EngineStatus engine(int seat, WorkersNow workers) {
        return new RunStatus.EngineStatus(
                seat, "h", 2, 1, RunStatus.EngineStatus.Standing.COMPUTING, -1, 0, "", 0, 0, 0, workers, null);
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }

    private static RunReport report(WorkersReport workers) {
        return new RunReport(
                RunOrigin.UNKNOWN,
                "strips",
                List.of(),
                Map.of(),
                3,
                List.of(),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                workers,
                List.of(),
                List.of(),
                List.of());
    }
}
