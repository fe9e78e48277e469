package org.moide.command.report;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.StatusJson;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.coordinator.selection.SharedRun;
import org.moide.coordinator.text.JsonText;
import org.moide.coordinator.text.WholeFile;
import org.moide.engine.control.DataStatistics;

/**
 * A writer of {@code run.json} in UTF-8, with fields in a fixed order. Numbers that JSON cannot express are the strings
 * {@code "NaN"}, {@code "Infinity"} and {@code "-Infinity"}.
 */
public final class RunJson {
    /** The version of {@code docs/run.schema.json}. Added fields do not change it. */
    public static final int SCHEMA_VERSION = 1;

    private RunJson() {}

    /**
     * Writes the file, completely or not at all.
     *
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public static void write(RunReport report, Path file) {
        WholeFile.write(text(report), file, "report");
    }

    /** Returns the file's content. */
    public static String text(RunReport report) {
        return JsonText.pretty(json -> fields(report, json)) + "\n";
    }

    /** Writes the report as a JSON object within a larger text. */
    public static void write(RunReport report, JsonWriter json) throws IOException {
        json.beginObject();
        fields(report, json);
        json.endObject();
    }

    private static void fields(RunReport report, JsonWriter json) throws IOException {
        json.name("schemaVersion").value(SCHEMA_VERSION);
        origin(report.origin(), json);
        json.name("application").value(report.application());
        json.name("arguments").beginArray();
        for (String argument : report.arguments()) {
            json.value(argument);
        }
        json.endArray();
        json.name("result").beginObject();
        for (Map.Entry<String, Object> entry : report.result().entrySet()) {
            json.name(entry.getKey());
            value(entry.getValue(), json);
        }
        json.endObject();
        json.name("wallSeconds").value(report.wallSeconds());
        json.name("engines").beginArray();
        for (RunReport.EngineTimes engine : report.engines()) {
            engine(engine, json);
        }
        json.endArray();
        json.name("messages").beginObject();
        json.name("local").value(report.messages().local());
        json.name("rmi").value(report.messages().rmi());
        json.name("bytes").value(report.messages().bytes());
        json.name("collectives").value(report.messages().collectives());
        TrafficMatrix.of(report).write(json);
        json.endObject();
        json.name("loans").beginObject();
        json.name("made").value(report.loans().made());
        json.name("returned").value(report.loans().returned());
        json.name("retaken").value(report.loans().retaken());
        json.name("betweenEngines").value(report.loans().betweenEngines());
        json.endObject();
        json.name("tasks").beginObject();
        json.name("put").value(report.loans().tasks().put());
        json.name("created").value(report.loans().tasks().created());
        json.name("counted").value(report.loans().tasks().counted());
        json.name("runAgain").value(report.loans().tasks().runAgain());
        RunReport.SecondCopies copies = report.loans().tasks().copies();
        json.name("secondCopies").beginObject();
        json.name("begun").value(copies.begun());
        json.name("first").value(copies.first());
        json.endObject();
        json.name("failed").value(report.loans().tasks().failed());
        failures(report.loans().tasks().failures(), json);
        json.endObject();
        DataTable.write(report.loans().data(), json);
        WorkersReport workers = report.workers();
        if (workers != null) {
            json.name("workers");
            workers(workers, json);
        }
        json.name("reconfigurations").beginArray();
        for (RunReport.Reconfiguration change : report.reconfigurations()) {
            json.beginObject();
            json.name("kind").value(change.kind());
            json.name("why").value(change.why());
            json.name("atSeconds").value(change.atSeconds());
            json.name("tookSeconds").value(change.tookSeconds());
            json.endObject();
        }
        json.endArray();
        sharedHosts(report.sharedHosts(), json);
        json.name("advice").beginArray();
        for (RunStatus.Advice advice : report.advice()) {
            StatusJson.fields(advice, json);
        }
        json.endArray();
    }

    private static void sharedHosts(List<RunReport.SharedHost> hosts, JsonWriter json) throws IOException {
        json.name("sharedHosts").beginArray();
        for (RunReport.SharedHost host : hosts) {
            json.beginObject();
            json.name("host").value(host.host());
            json.name("processors").value(host.processors());
            json.name("fewerThreads").value(host.cut());
            json.name("runs").beginArray();
            for (SharedRun shared : host.runs()) {
                json.beginObject();
                json.name("run").value(shared.run().id());
                json.name("owner").value(shared.run().owner().text());
                json.name("engines").value(shared.run().engines());
                json.name("threads").value(shared.run().threads());
                json.name("since").value(shared.run().since().toString());
                if (shared.until() != null) {
                    json.name("until").value(shared.until().toString());
                }
                json.endObject();
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
    }

    private static void origin(RunOrigin origin, JsonWriter json) throws IOException {
        json.name("run").value(origin.runId());
        json.name("startedAt").value(origin.startedAt().toString());
        json.name("moide").value(origin.moide());
        json.name("java").value(origin.java());
        json.name("strategy").value(origin.strategy());
        json.name("seed").value(Long.toString(origin.seed()));
        json.name("options").beginObject();
        for (Map.Entry<String, String> option : origin.options().entrySet()) {
            json.name(camelCase(option.getKey())).value(option.getValue());
        }
        json.endObject();
    }

    /** Converts the name of a setting, such as "own engine", to the name of a field, such as {@code ownEngine}. */
    private static String camelCase(String words) {
        return Pattern.compile(" (\\p{javaLowerCase})")
                .matcher(words)
                .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    private static void failures(List<RunReport.FailedTask> failures, JsonWriter json) throws IOException {
        json.name("failures").beginArray();
        for (RunReport.FailedTask failure : failures) {
            json.beginObject();
            json.name("task").value(failure.task());
            json.name("error").value(failure.error());
            json.name("tries").beginArray();
            for (String place : failure.places()) {
                json.value(place);
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
    }

    private static void workers(WorkersReport report, JsonWriter json) throws IOException {
        json.beginObject();
        counts(report.sum(), json);
        json.name("engines").beginArray();
        for (WorkersReport.EngineWorkers engine : report.engines()) {
            json.beginObject();
            json.name("id").value(engine.engine());
            counts(engine, json);
            json.endObject();
        }
        json.endArray();
        json.name("activity").beginArray();
        for (WorkersReport.Activity engine : report.activity()) {
            activity(engine, json);
        }
        json.endArray();
        json.name("lastMoves").beginArray();
        for (WorkersReport.Move move : report.lastMoves()) {
            move(move, json);
        }
        json.endArray();
        json.endObject();
    }

    private static void counts(WorkersReport.EngineWorkers counts, JsonWriter json) throws IOException {
        json.name("workers").value(counts.workers());
        json.name("tasks").value(counts.tasks());
        json.name("sentAway").value(counts.sentAway());
        json.name("forwarded").value(counts.forwarded());
        json.name("mostForwards").value(counts.mostForwards());
        json.name("moves").value(counts.moves());
        json.name("movedBytes").value(counts.movedBytes());
        json.name("pauseSeconds").value(counts.pauseSeconds());
    }

    private static void activity(WorkersReport.Activity engine, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("id").value(engine.engine());
        json.name("atSeconds").beginArray();
        for (WorkersReport.Sample sample : engine.samples()) {
            json.value(sample.atSeconds());
        }
        json.endArray();
        json.name("workers").beginArray();
        for (WorkersReport.Sample sample : engine.samples()) {
            json.value(sample.workers());
        }
        json.endArray();
        json.name("share").beginArray();
        for (WorkersReport.Sample sample : engine.samples()) {
            json.value(sample.share());
        }
        json.endArray();
        json.endObject();
    }

    private static void move(WorkersReport.Move move, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("worker").value(move.worker());
        json.name("from").value(move.from());
        json.name("to").value(move.to());
        json.name("why").value(move.why());
        json.name("bytes").value(move.bytes());
        json.name("pauseSeconds").value(move.pauseSeconds());
        json.name("atSeconds").value(move.atSeconds());
        json.endObject();
    }

    private static void engine(RunReport.EngineTimes engine, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("id").value(engine.id());
        json.name("host").value(engine.host());
        if (!engine.place().daemon().isEmpty()) {
            json.name("daemon").value(engine.place().daemon());
        }
        json.name("addresses").beginArray();
        for (String address : engine.place().addresses()) {
            json.value(address);
        }
        json.endArray();
        if (engine.assistantOf() >= 0) {
            json.name("assistantOf").value(engine.assistantOf());
        }
        json.name("power");
        value(engine.power(), json);
        json.name("pauseSeconds").value(engine.pauseSeconds());
        ifKnown("processorSeconds", engine.processorSeconds(), json);
        RunReport.Joined joined = engine.joined();
        if (joined != null) {
            json.name("joined").beginObject();
            json.name("readySeconds").value(joined.readySeconds());
            json.name("firstTaskSeconds");
            value(joined.firstTaskSeconds(), json);
            json.name("taskShare").value(joined.taskShare());
            json.name("powerShare").value(joined.powerShare());
            json.endObject();
        }
        json.name("threads").beginArray();
        for (RunReport.ThreadTimes thread : engine.threads()) {
            json.beginObject();
            json.name("id").value(thread.id());
            json.name("computeSeconds").value(thread.computeSeconds());
            json.name("communicateSeconds").value(thread.communicateSeconds());
            json.name("waitSeconds").value(thread.waitSeconds());
            json.name("fetchSeconds").value(thread.fetchSeconds());
            json.name("checkpointSeconds").value(thread.checkpointSeconds());
            json.name("migrateSeconds").value(thread.migrateSeconds());
            json.name("wallSeconds").value(thread.totalSeconds());
            json.name("waits").beginObject();
            for (Map.Entry<String, Double> wait : thread.waits().entrySet()) {
                json.name(wait.getKey()).value(wait.getValue());
            }
            json.endObject();
            json.name("tasks").value(thread.tasks());
            ifKnown("processorSeconds", thread.processorSeconds(), json);
            ifKnown("readySeconds", thread.readySeconds(), json);
            json.endObject();
        }
        json.endArray();
        pace(engine.pace(), json);
        if (!engine.data().equals(DataStatistics.NONE)) {
            DataTable.write(engine.data(), json);
        }
        json.endObject();
    }

    private static void ifKnown(String name, double seconds, JsonWriter json) throws IOException {
        if (!Double.isNaN(seconds)) {
            json.name(name).value(seconds);
        }
    }

    private static void pace(List<RunReport.Pace> pace, JsonWriter json) throws IOException {
        if (pace.isEmpty()) {
            return;
        }
        json.name("pace").beginObject();
        json.name("atSeconds").beginArray();
        for (RunReport.Pace at : pace) {
            json.value(at.atSeconds());
        }
        json.endArray();
        json.name("tasks").beginArray();
        for (RunReport.Pace at : pace) {
            json.value(at.tasks());
        }
        json.endArray();
        json.name("waitedSeconds").beginArray();
        for (RunReport.Pace at : pace) {
            json.value(at.waitedSeconds());
        }
        json.endArray();
        json.endObject();
    }

    private static void value(Object value, JsonWriter json) throws IOException {
        if (value instanceof Boolean truth) {
            json.value(truth);
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (Double.isFinite(number)) {
                json.value((Number) value);
            } else {
                json.value(Double.toString(number));
            }
        } else if (value instanceof Number number) {
            json.value(number);
        } else if (value.getClass().isArray()) {
            json.beginArray();
            for (int i = 0; i < Array.getLength(value); i++) {
                value(Array.get(value, i), json);
            }
            json.endArray();
        } else {
            json.value(value.toString());
        }
    }
}
