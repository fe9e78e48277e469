package org.moide.coordinator.report;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** Writes what {@code run.json} says under {@code workers}. */
final class WorkerJson {
    private WorkerJson() {}

    static void write(WorkerReport report, JsonWriter json) throws IOException {
        json.beginObject();
        counts(report.sum(), json);
        json.name("engines").beginArray();
        for (WorkerReport.EngineWorkers engine : report.engines()) {
            json.beginObject();
            json.name("id").value(engine.engine());
            counts(engine, json);
            json.endObject();
        }
        json.endArray();
        json.name("activity").beginArray();
        for (WorkerReport.Activity engine : report.activity()) {
            activity(engine, json);
        }
        json.endArray();
        json.name("lastMoves").beginArray();
        for (WorkerReport.Move move : report.lastMoves()) {
            move(move, json);
        }
        json.endArray();
        json.endObject();
    }

    private static void counts(WorkerReport.EngineWorkers counts, JsonWriter json) throws IOException {
        json.name("workers").value(counts.workers());
        json.name("tasks").value(counts.tasks());
        json.name("sentAway").value(counts.sentAway());
        json.name("forwarded").value(counts.forwarded());
        json.name("moves").value(counts.moves());
        json.name("movedBytes").value(counts.movedBytes());
        json.name("pauseSeconds").value(counts.pauseSeconds());
    }

    private static void activity(WorkerReport.Activity engine, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("id").value(engine.engine());
        json.name("atSeconds").beginArray();
        for (WorkerReport.Sample sample : engine.samples()) {
            json.value(sample.atSeconds());
        }
        json.endArray();
        json.name("workers").beginArray();
        for (WorkerReport.Sample sample : engine.samples()) {
            json.value(sample.workers());
        }
        json.endArray();
        json.name("share").beginArray();
        for (WorkerReport.Sample sample : engine.samples()) {
            json.value(sample.share());
        }
        json.endArray();
        json.endObject();
    }

    private static void move(WorkerReport.Move move, JsonWriter json) throws IOException {
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
}
