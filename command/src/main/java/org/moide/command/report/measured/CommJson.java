package org.moide.command.report.measured;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.JsonText;
import org.moide.coordinator.text.WholeFile;

/**
 * A writer of the measurements of {@code moide bench comm} as JSON: UTF-8, fields in a fixed order, times in
 * nanoseconds.
 */
public final class CommJson {
    private CommJson() {}

    /**
     * Writes the file, completely or not at all.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(RunReport report, MeasuredRows measured, Path file) {
        WholeFile.write(text(report, measured), file, "measurements");
    }

    /** Returns the file's content. */
    static String text(RunReport report, MeasuredRows measured) {
        return JsonText.pretty(json -> {
                    json.name("arguments").beginArray();
                    for (String argument : report.arguments()) {
                        json.value(argument);
                    }
                    json.endArray();
                    json.name("java").value(Runtime.version().toString());
                    json.name("engines").beginArray();
                    for (RunReport.EngineTimes engine : report.engines()) {
                        json.beginObject();
                        json.name("id").value(engine.id());
                        json.name("host").value(engine.host());
                        json.name("threads").value(engine.threads().size());
                        json.endObject();
                    }
                    json.endArray();
                    json.name("measurements").beginArray();
                    for (MeasuredRows.Row row : measured.rows()) {
                        write(row, json);
                    }
                    json.endArray();
                })
                + "\n";
    }

    private static void write(MeasuredRows.Row row, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("operation").value(row.operation());
        json.name("place").value(row.place());
        json.name("bytes").value(row.bytes());
        json.name("repetitions").value(row.repetitions());
        json.name("meanNanos").value(row.meanNanos());
        json.name("p50Nanos").value(row.p50Nanos());
        json.name("p99Nanos").value(row.p99Nanos());
        json.name("p999Nanos").value(row.p999Nanos());
        json.name("maxNanos").value(row.maxNanos());
        json.name("bytesPerSecond").value(row.bytesPerSecond());
        json.endObject();
    }
}
