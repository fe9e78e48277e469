package org.moide.command.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataTotals;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.coordinator.text.JsonFields;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.host.EngineOrder;
import org.moide.engine.host.RunOwner;

/**
 * A reader of the reports that {@link RunJson} writes. It ignores unknown fields; {@link ReportSchema#unknown} finds
 * them.
 */
public final class ReportReader {
    /**
     * The total transfer time that is assumed if a report contains only the share of it during which threads computed.
     * A power of two keeps the share exact.
     */
    private static final long ANY_NANOS = 1L << 52;

    private ReportReader() {}

    /**
     * Parses a report.
     *
     * @throws JsonParseException if the text is not a report, or of an unsupported version; the message says where
     */
    public static RunReport of(String text) {
        return of(JsonFields.parse(text));
    }

    /** Reads a report from parsed JSON, like {@link #of(String)}. */
    public static RunReport of(JsonFields json) {
        if (!json.has("schemaVersion")) {
            throw new JsonParseException(
                    "it has no schemaVersion: an older version of MOIDE wrote it, or it is no report of a run");
        }
        if (json.whole("schemaVersion") != RunJson.SCHEMA_VERSION) {
            throw json.wrong("schemaVersion", RunJson.SCHEMA_VERSION + ", which this version of MOIDE writes");
        }
        try {
            return report(json);
        } catch (IllegalArgumentException refused) {
            throw new JsonParseException(refused.getMessage(), refused);
        }
    }

    private static RunReport report(JsonFields json) {
        List<RunReport.EngineTimes> engines =
                json.all("engines").stream().map(ReportReader::engine).toList();
        JsonFields messages = json.fields("messages");
        return new RunReport(
                origin(json),
                json.text("application"),
                json.texts("arguments"),
                result(json.fields("result")),
                json.seconds("wallSeconds"),
                engines,
                new RunReport.Messages(
                        messages.count("local"),
                        messages.count("rmi"),
                        messages.count("bytes"),
                        messages.count("collectives"),
                        traffic(messages.fields("matrix"))),
                loans(json),
                json.has("workers") ? workers(json.fields("workers")) : null,
                json.all("reconfigurations").stream()
                        .map(change -> new RunReport.Reconfiguration(
                                change.text("kind"),
                                change.text("why"),
                                change.seconds("atSeconds"),
                                change.seconds("tookSeconds")))
                        .toList(),
                json.has("sharedHosts")
                        ? json.all("sharedHosts").stream()
                                .map(ReportReader::sharedHost)
                                .toList()
                        : List.of(),
                json.has("advice")
                        ? json.all("advice").stream().map(ReportReader::advice).toList()
                        : List.of());
    }

    private static RunReport.SharedHost sharedHost(JsonFields json) {
        return new RunReport.SharedHost(
                json.text("host"),
                (int) Math.min(json.count("processors"), EngineOrder.MOST_THREADS),
                json.truth("fewerThreads"),
                json.all("runs").stream()
                        .map(run -> new SharedRun(
                                new HostedRun(
                                        run.text("run"),
                                        run.index("engines"),
                                        run.index("threads"),
                                        RunOwner.of(run.text("owner")),
                                        run.instant("since")),
                                run.has("until") ? run.instant("until") : null))
                        .toList());
    }

    private static RunStatus.Advice advice(JsonFields json) {
        return new RunStatus.Advice(
                json.text("kind"),
                json.text("why"),
                json.text("command"),
                json.seconds("atSeconds"),
                json.seconds("leftSeconds"),
                json.seconds("savedSeconds"));
    }

    private static RunOrigin origin(JsonFields json) {
        return new RunOrigin(
                json.text("run"),
                json.instant("startedAt"),
                json.text("moide"),
                json.text("java"),
                json.text("strategy"),
                seed(json),
                json.fields("options").allTexts());
    }

    private static long seed(JsonFields json) {
        try {
            return Long.parseLong(json.text("seed"));
        } catch (NumberFormatException none) {
            throw json.wrong("seed", "a whole number of 64 bits, as a text");
        }
    }

    private static Map<String, Object> result(JsonFields json) {
        Map<String, Object> result = new LinkedHashMap<>();
        json.elements().forEach((name, value) -> result.put(name, value(name, value)));
        return result;
    }

    private static Object value(String name, JsonElement element) {
        if (element.isJsonArray()) {
            double[] numbers = new double[element.getAsJsonArray().size()];
            for (int i = 0; i < numbers.length; i++) {
                if (!(value(name, element.getAsJsonArray().get(i)) instanceof Number number)) {
                    throw new JsonParseException("at result." + name + "[" + i + "]: expected a number, found "
                            + element.getAsJsonArray().get(i));
                }
                numbers[i] = number.doubleValue();
            }
            return numbers;
        }
        if (!(element instanceof JsonPrimitive value)) {
            throw new JsonParseException("at result." + name + ": expected one value or an array of numbers");
        }
        if (value.isBoolean()) {
            return value.getAsBoolean();
        }
        if (value.isString()) {
            Double odd = JsonFields.odd(value.getAsString());
            return odd == null ? value.getAsString() : odd;
        }
        return number(value);
    }

    /** Converts a JSON number; whole numbers become integer types. */
    private static Number number(JsonPrimitive value) {
        String text = value.getAsString();
        if (text.length() < 20 && text.chars().allMatch(letter -> letter == '-' || Character.isDigit(letter))) {
            BigDecimal whole = new BigDecimal(text);
            if (whole.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
                return whole.longValue();
            }
        }
        return value.getAsDouble();
    }

    private static RunReport.EngineTimes engine(JsonFields json) {
        return new RunReport.EngineTimes(
                json.index("id"),
                json.text("host"),
                new RunReport.EngineTimes.Place(json.has("daemon") ? json.text("daemon") : "", json.texts("addresses")),
                json.number("power"),
                json.all("threads").stream().map(ReportReader::thread).toList(),
                json.has("assistantOf") ? json.index("assistantOf") : -1,
                json.has("joined") ? joined(json.fields("joined")) : null,
                json.has("data") ? data(json.fields("data")) : DataStatistics.NONE,
                json.seconds("pauseSeconds"),
                json.has("processorSeconds") ? json.seconds("processorSeconds") : Double.NaN,
                json.has("pace") ? pace(json.fields("pace")) : List.of());
    }

    private static List<RunReport.Pace> pace(JsonFields json) {
        List<Double> times = json.numbers("atSeconds");
        List<Double> tasks = json.numbers("tasks");
        List<Double> waited = json.numbers("waitedSeconds");
        if (tasks.size() != times.size() || waited.size() != times.size()) {
            throw json.wrong("tasks", "as many as there are in atSeconds and in waitedSeconds");
        }
        List<RunReport.Pace> pace = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            pace.add(new RunReport.Pace(times.get(i), tasks.get(i).longValue(), waited.get(i)));
        }
        return pace;
    }

    private static RunReport.Joined joined(JsonFields json) {
        return new RunReport.Joined(
                json.seconds("readySeconds"),
                json.number("firstTaskSeconds"),
                json.number("taskShare"),
                json.number("powerShare"));
    }

    private static RunReport.ThreadTimes thread(JsonFields json) {
        Map<String, Double> waits = new LinkedHashMap<>();
        JsonFields told = json.fields("waits");
        told.elements().keySet().forEach(primitive -> waits.put(primitive, told.seconds(primitive)));
        return new RunReport.ThreadTimes(
                json.index("id"),
                json.seconds("computeSeconds"),
                json.seconds("communicateSeconds"),
                json.seconds("waitSeconds"),
                json.seconds("fetchSeconds"),
                json.seconds("checkpointSeconds"),
                json.seconds("migrateSeconds"),
                json.count("tasks"),
                waits,
                json.has("processorSeconds") ? json.seconds("processorSeconds") : Double.NaN,
                json.has("readySeconds") ? json.seconds("readySeconds") : Double.NaN);
    }

    private static DataTotals totals(JsonFields json) {
        // The report contains only their hidden share.
        double hidden = json.number("hiddenShare");
        long coming = hidden < 1 ? ANY_NANOS : 0;
        return new DataTotals(
                json.count("hits"),
                json.count("fetched"),
                json.count("fetchedBytes"),
                json.count("fromRoot"),
                json.count("fromRootBytes"),
                json.count("dropped"),
                json.count("mostBytes"),
                coming,
                Math.round(coming * (1 - hidden)));
    }

    private static DataStatistics data(JsonFields json) {
        return new DataStatistics(
                totals(json),
                json.count("given"),
                json.count("givenBytes"),
                json.count("spilled"),
                json.count("spilledBytes"),
                json.count("readBack"),
                json.count("recomputed"));
    }

    private static List<RunReport.Traffic> traffic(JsonFields matrix) {
        List<List<Double>> messages = matrix.rows("messages");
        List<List<Double>> bytes = matrix.rows("bytes");
        List<List<Double>> waits = matrix.rows("waitSeconds");
        List<RunReport.Traffic> traffic = new ArrayList<>();
        for (int from = 0; from < messages.size(); from++) {
            for (int to = 0; to < messages.get(from).size(); to++) {
                double sent = messages.get(from).get(to);
                double length = cell(bytes, from, to);
                double waited = cell(waits, from, to);
                if (sent != 0 || length != 0 || waited != 0) {
                    traffic.add(new RunReport.Traffic(from, to, (long) sent, (long) length, waited));
                }
            }
        }
        return traffic;
    }

    private static double cell(List<List<Double>> rows, int row, int column) {
        if (row >= rows.size() || column >= rows.get(row).size()) {
            throw new JsonParseException("at messages.matrix: expected three of the same size, found others");
        }
        return rows.get(row).get(column);
    }

    private static RunReport.Loans loans(JsonFields json) {
        JsonFields loans = json.fields("loans");
        JsonFields tasks = json.fields("tasks");
        JsonFields copies = tasks.fields("secondCopies");
        return new RunReport.Loans(
                loans.count("made"),
                loans.count("returned"),
                loans.count("retaken"),
                loans.count("betweenEngines"),
                new RunReport.TaskCounts(
                        tasks.count("put"),
                        tasks.count("created"),
                        tasks.count("counted"),
                        tasks.count("runAgain"),
                        new RunReport.SecondCopies(copies.count("begun"), copies.count("first")),
                        tasks.count("failed"),
                        tasks.all("failures").stream()
                                .map(failed -> new RunReport.FailedTask(
                                        failed.text("task"), failed.text("error"), failed.texts("tries")))
                                .toList()),
                totals(json.fields("data")));
    }

    private static @Nullable WorkersReport workers(JsonFields json) {
        return new WorkersReport(
                json.all("engines").stream()
                        .map(engine -> new WorkersReport.EngineWorkers(
                                engine.index("id"),
                                engine.count("workers"),
                                engine.count("tasks"),
                                engine.count("sentAway"),
                                engine.count("forwarded"),
                                engine.count("mostForwards"),
                                engine.count("moves"),
                                engine.count("movedBytes"),
                                engine.seconds("pauseSeconds")))
                        .toList(),
                json.all("lastMoves").stream()
                        .map(move -> new WorkersReport.Move(
                                move.whole("worker"),
                                move.index("from"),
                                move.index("to"),
                                move.text("why"),
                                move.count("bytes"),
                                move.seconds("pauseSeconds"),
                                move.seconds("atSeconds")))
                        .toList(),
                json.all("activity").stream().map(ReportReader::activity).toList());
    }

    private static WorkersReport.Activity activity(JsonFields json) {
        List<Double> times = json.numbers("atSeconds");
        List<Double> workers = json.numbers("workers");
        List<Double> shares = json.numbers("share");
        if (workers.size() != times.size() || shares.size() != times.size()) {
            throw json.wrong("share", "as many as there are in atSeconds and in workers");
        }
        List<WorkersReport.Sample> samples = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            samples.add(new WorkersReport.Sample(times.get(i), workers.get(i).longValue(), shares.get(i)));
        }
        return new WorkersReport.Activity(json.index("id"), samples);
    }
}
