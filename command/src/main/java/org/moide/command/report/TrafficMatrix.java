package org.moide.command.report;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.TextTable;

/** A matrix of messages between engines, with senders in rows and receivers in columns. Immutable. */
final class TrafficMatrix {
    /**
     * The greatest number of engines of a matrix. With 256 engines a matrix has 65,536 numbers for each figure. A run
     * with more engines gets no matrix.
     */
    static final int MOST_ENGINES = 256;

    /** The greatest number of columns on the terminal; {@code --report} shows all. */
    static final int MOST_COLUMNS = 12;

    private final int engines;
    private final RunReport.@Nullable Traffic[][] cells;

    private TrafficMatrix(int engines, RunReport.@Nullable Traffic[][] cells) {
        this.engines = engines;
        this.cells = cells;
    }

    static TrafficMatrix of(RunReport report) {
        int engines = report.engines().size();
        if (engines > MOST_ENGINES) {
            return new TrafficMatrix(0, new RunReport.Traffic[0][0]);
        }
        RunReport.Traffic[][] cells = new RunReport.Traffic[engines][engines];
        for (RunReport.Traffic traffic : report.messages().traffic()) {
            if (traffic.from() < engines && traffic.to() < engines) {
                cells[traffic.from()][traffic.to()] = traffic;
            }
        }
        return new TrafficMatrix(engines, cells);
    }

    /**
     * Writes the field {@code matrix}: messages, bytes, and the seconds for which the engine of the row waited for the
     * engine of the column.
     */
    void write(JsonWriter json) throws IOException {
        json.name("matrix").beginObject();
        write(json, "messages", RunReport.Traffic::messages);
        write(json, "bytes", RunReport.Traffic::bytes);
        write(json, "waitSeconds", RunReport.Traffic::waitSeconds);
        json.endObject();
    }

    /** One of the numbers in a cell, such as the number of messages. */
    @FunctionalInterface
    private interface Figure {
        Number of(RunReport.Traffic traffic);
    }

    private void write(JsonWriter json, String name, Figure figure) throws IOException {
        json.name(name).beginArray();
        for (int from = 0; from < engines; from++) {
            json.beginArray();
            for (int to = 0; to < engines; to++) {
                RunReport.Traffic traffic = cells[from][to];
                if (traffic == null) {
                    json.value(0);
                } else {
                    json.value(figure.of(traffic));
                }
            }
            json.endArray();
        }
        json.endArray();
    }

    /** Returns the table for the terminal; empty for a single engine, or for too many engines. */
    List<String> lines() {
        if (engines < 2 || engines > MOST_COLUMNS) {
            return List.of();
        }
        String[] row = new String[engines + 1];
        row[0] = "messages from";
        for (int to = 0; to < engines; to++) {
            row[to + 1] = "to engine " + to;
        }
        TextTable table = new TextTable("l" + "r".repeat(engines), row);
        for (int from = 0; from < engines; from++) {
            row[0] = "engine " + from;
            for (int to = 0; to < engines; to++) {
                row[to + 1] = text(cells[from][to]);
            }
            table.row(row);
        }
        return table.lines();
    }

    private static String text(RunReport.@Nullable Traffic traffic) {
        if (traffic == null || traffic.messages() == 0) {
            return "-";
        }
        return Figures.count(traffic.messages()) + " (" + Figures.bytes(traffic.bytes()) + ")";
    }
}
