package org.moide.command.report;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.moide.balance.data.DataTotals;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.TextTable;
import org.moide.engine.control.DataStatistics;

/** The table of data objects that engines have read and transferred, without columns that are 0 everywhere. */
final class DataTable {
    private record Column(String head, Function<DataStatistics, String> text, ToLongFunction<DataStatistics> isUsed) {}

    private static final List<Column> COLUMNS = List.of(
            column(
                    "fetched",
                    data -> data.store().fetched(),
                    data -> data.store().fetchedBytes()),
            column(
                    "from the root",
                    data -> data.store().fromRoot(),
                    data -> data.store().fromRootBytes()),
            column("given", DataStatistics::given, DataStatistics::givenBytes),
            column("in place", data -> data.store().hits()),
            column("dropped", data -> data.store().dropped()),
            column("to disk", DataStatistics::spilled, DataStatistics::spilledBytes),
            column("from disk", DataStatistics::readBack),
            column("made again", DataStatistics::recomputed),
            new Column(
                    "most held",
                    data -> Figures.bytes(data.store().mostBytes()),
                    data -> data.store().mostBytes()),
            new Column("hidden", DataTable::hidden, data -> data.store().comingNanos()));

    private DataTable() {}

    private static Column column(String head, ToLongFunction<DataStatistics> count) {
        return new Column(head, data -> Figures.count(count.applyAsLong(data)), count);
    }

    private static Column column(
            String head, ToLongFunction<DataStatistics> count, ToLongFunction<DataStatistics> bytes) {
        return new Column(
                head,
                data -> Figures.count(count.applyAsLong(data)) + " (" + Figures.bytes(bytes.applyAsLong(data)) + ")",
                bytes);
    }

    private static String hidden(DataStatistics data) {
        return data.store().comingNanos() == 0
                ? "-"
                : Figures.percent(data.store().hiddenShare());
    }

    /** Returns the table's lines; empty for a run without data objects. */
    static List<String> lines(List<RunReport.EngineTimes> engines) {
        List<Column> used = COLUMNS.stream()
                .filter(column ->
                        engines.stream().anyMatch(engine -> column.isUsed().applyAsLong(engine.data()) > 0))
                .toList();
        if (used.isEmpty()) {
            return List.of();
        }
        List<String> heads = new ArrayList<>(List.of("data of engine"));
        used.forEach(column -> heads.add(column.head()));
        TextTable table = new TextTable("l" + "r".repeat(used.size()), heads.toArray(String[]::new));
        engines.stream().limit(RunTable.MOST_ENGINE_LINES).forEach(engine -> {
            List<String> cells = new ArrayList<>(List.of(engine.label()));
            used.forEach(column -> cells.add(column.text().apply(engine.data())));
            table.row(cells.toArray(String[]::new));
        });
        return table.lines();
    }

    /** Writes the field {@code data} of the whole run. */
    static void write(DataTotals totals, JsonWriter json) throws IOException {
        json.name("data").beginObject();
        fields(totals, json);
        json.endObject();
    }

    /** Writes the field {@code data} of an engine. */
    static void write(DataStatistics data, JsonWriter json) throws IOException {
        json.name("data").beginObject();
        fields(data.store(), json);
        json.name("given").value(data.given());
        json.name("givenBytes").value(data.givenBytes());
        json.name("spilled").value(data.spilled());
        json.name("spilledBytes").value(data.spilledBytes());
        json.name("readBack").value(data.readBack());
        json.name("recomputed").value(data.recomputed());
        json.endObject();
    }

    private static void fields(DataTotals totals, JsonWriter json) throws IOException {
        json.name("fetched").value(totals.fetched());
        json.name("fetchedBytes").value(totals.fetchedBytes());
        json.name("fromRoot").value(totals.fromRoot());
        json.name("fromRootBytes").value(totals.fromRootBytes());
        json.name("hits").value(totals.hits());
        json.name("dropped").value(totals.dropped());
        json.name("mostBytes").value(totals.mostBytes());
        json.name("hiddenShare").value(totals.hiddenShare());
    }
}
