package org.moide.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataTotals;
import org.moide.engine.control.DataStatistics;

class RunSchemaTest {
    private static final DataTotals DATA = new DataTotals(10, 4_096, 2, 512, 7, 3, 2_048, 100, 50);

    /** A report in which each field has a value. */
    static RunReport whole() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("zeta", 8.5971775078648);
        result.put("verification", "successful");
        result.put("checked", true);
        result.put("steps", Long.MAX_VALUE);
        result.put("residual", Float.NaN);
        result.put("residuals", new double[] {1e-13, Double.NaN, Double.NEGATIVE_INFINITY});
        RunReport.ThreadTimes times =
                new RunReport.ThreadTimes(0, 1, 0.25, 0.5, 0, 0, 0, 12, Map.of("receive", 0.25, "beginAndEnd", 0.25));
        return new RunReport(
                new RunOrigin(
                        "4k2",
                        Instant.parse("2026-01-02T03:04:05.678Z"),
                        "0.1.0",
                        "25.0.1",
                        "greedy",
                        Long.MIN_VALUE,
                        Map.of("engines on", "this JVM")),
                "cg",
                List.of("--class", "S"),
                result,
                1.5,
                List.of(
                        new RunReport.EngineTimes(0, "h", 1.5, List.of(times)),
                        new RunReport.EngineTimes(
                                1,
                                "h2",
                                new RunReport.EngineTimes.Place("h2:7101", List.of("h2:40123", "10.0.0.2:40123")),
                                Double.NaN,
                                List.of(),
                                0,
                                new RunReport.Joined(0.5, Double.NaN, 0.5, 0.25),
                                new DataStatistics(DATA, 3, 2_048, 1, 2, 3, 7),
                                0.25)),
                new RunReport.Messages(7, 8, 1 << 20, 9, List.of(new RunReport.Traffic(0, 1, 7, 56, 0.5))),
                new RunReport.Loans(
                        3,
                        2,
                        1,
                        1,
                        new RunReport.TaskCounts(
                                10, 5, 14, 2, 1, List.of(new RunReport.FailedTask("t", "e", List.of("engine-0")))),
                        DATA),
                new WorkersReport(
                        List.of(new WorkersReport.EngineWorkers(0, 60, 12_000, 500, 3, 2, 2, 3_072, 0.001)),
                        List.of(new WorkersReport.Move(7, 0, 1, "receiver", 2_048, 0.001, 1.5)),
                        List.of(new WorkersReport.Activity(0, List.of(new WorkersReport.Sample(1, 100, 2))))),
                List.of(new RunReport.Reconfiguration("loss", "its host is gone", 0.5, 0.125)));
    }

    @Test
    void shouldDescribeAReportInWhichEachFieldHasAValue() {
        assertThat(RunSchema.problems(RunJson.text(whole()))).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsNoReport() {
        JsonObject more = JsonParser.parseString(RunJson.text(whole())).getAsJsonObject();
        more.addProperty("mood", "good");
        assertThat(RunSchema.problems(more.toString()))
                .hasSize(1)
                .first()
                .asString()
                .contains("mood");

        JsonObject less = JsonParser.parseString(RunJson.text(whole())).getAsJsonObject();
        less.remove("wallSeconds");
        less.addProperty("schemaVersion", 2);
        assertThat(RunSchema.problems(less.toString())).hasSize(2);
    }

    @Test
    void shouldAllowNoFieldThatItDoesNotDescribe() {
        JsonObject schema = JsonParser.parseString(ReportSchema.text()).getAsJsonObject();
        objects(schema, "#");
    }

    private static void objects(JsonElement part, String where) {
        if (part.isJsonArray()) {
            part.getAsJsonArray().forEach(each -> objects(each, where));
        } else if (part.isJsonObject()) {
            JsonObject object = part.getAsJsonObject();
            if (object.has("properties") && object.get("properties").isJsonObject() && object.has("type")) {
                assertThat(object.get("additionalProperties"))
                        .as(where)
                        .isNotNull()
                        .matches(closed -> !closed.getAsBoolean());
                assertThat(object.has("description")).as(where).isTrue();
            }
            object.entrySet().forEach(entry -> objects(entry.getValue(), where + "/" + entry.getKey()));
        }
    }

    @Test
    void shouldDescribeNothingThatNoReportHas() {
        Set<String> described = new TreeSet<>();
        names(JsonParser.parseString(ReportSchema.text()), described);
        Set<String> written = new TreeSet<>();
        keys(JsonParser.parseString(RunJson.text(whole())), written);
        described.removeAll(written);
        // Of the options there is one, for all.
        assertThat(described)
                .containsExactlyInAnyOrder(
                        "assistants", "checkpoints", "eachEngine", "files", "mode", "network", "output");
    }

    private static void names(JsonElement part, Set<String> into) {
        if (part.isJsonArray()) {
            part.getAsJsonArray().forEach(each -> names(each, into));
        } else if (part.isJsonObject()) {
            JsonObject object = part.getAsJsonObject();
            if (object.has("properties") && object.has("type")) {
                into.addAll(object.getAsJsonObject("properties").keySet());
            }
            object.entrySet().forEach(entry -> names(entry.getValue(), into));
        }
    }

    private static void keys(JsonElement part, Set<String> into) {
        if (part.isJsonArray()) {
            part.getAsJsonArray().forEach(each -> keys(each, into));
        } else if (part.isJsonObject()) {
            part.getAsJsonObject().entrySet().forEach(entry -> {
                into.add(entry.getKey());
                keys(entry.getValue(), into);
            });
        }
    }
}
