package org.moide.coordinator.control;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.time.Instant;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.text.JsonText;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.WorkersNow;

/** Writes the output of {@code moide status --json}. */
public final class StatusJson {
    private static final double NANOS = 1e9;

    private StatusJson() {}

    /** Returns the status as one JSON object without a line end after it. */
    public static String text(String id, String words, RunStatus status) {
        return JsonText.pretty(json -> {
            fields(id, words, status, json);
        });
    }

    /**
     * Writes the fields of a status into a JSON object. The caller has opened the object, and may write further fields
     * into it.
     */
    public static void fields(String id, String words, RunStatus status, JsonWriter json) throws IOException {
        json.name("run").value(id);
        json.name("application").value(words);
        json.name("state").value(status.state().words());
        json.name("seconds").value(status.seconds());
        json.name("tasksDone").value(status.tasksDone());
        json.name("tasksKnown").value(status.tasksKnown());
        progress(status.progress(), json);
        json.name("engines").beginArray();
        for (RunStatus.EngineStatus engine : status.engines()) {
            engine(engine, json);
        }
        json.endArray();
        json.name("waits").beginArray();
        for (String line : status.waits()) {
            json.value(line);
        }
        json.endArray();
        beside(status, json);
        advice(status, json);
        history(status, json);
    }

    private static void beside(RunStatus status, JsonWriter json) throws IOException {
        json.name("beside").beginArray();
        for (RunStatus.Beside other : status.beside()) {
            json.beginObject();
            json.name("host").value(other.host());
            json.name("processors").value(other.processors());
            json.name("run").value(other.run());
            json.name("owner").value(other.owner());
            json.name("threads").value(other.threads());
            json.name("since").value(Instant.ofEpochMilli(other.sinceMillis()).toString());
            json.endObject();
        }
        json.endArray();
    }

    private static void advice(RunStatus status, JsonWriter json) throws IOException {
        json.name("advice").beginArray();
        for (RunStatus.Advice advice : status.advice()) {
            fields(advice, json);
        }
        json.endArray();
    }

    /** Writes a change with which a run would end sooner as a JSON object. */
    public static void fields(RunStatus.Advice advice, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("kind").value(advice.kind());
        json.name("why").value(advice.why());
        json.name("command").value(advice.command());
        json.name("atSeconds").value(advice.atSeconds());
        json.name("leftSeconds").value(advice.leftSeconds());
        json.name("savedSeconds").value(advice.savedSeconds());
        json.endObject();
    }

    private static void progress(Progress progress, JsonWriter json) throws IOException {
        json.name("progress").beginObject();
        json.name("done").value(progress.done());
        json.name("known").value(progress.known());
        json.name("unit").value(progress.what());
        json.name("perSecond").value(progress.perSecond());
        if (progress.soonestNanos() != Progress.UNTOLD) {
            json.name("soonestSeconds").value(progress.soonestNanos() / NANOS);
            json.name("latestSeconds").value(progress.latestNanos() / NANOS);
        }
        json.endObject();
    }

    private static void engine(RunStatus.EngineStatus engine, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("id").value(engine.seat());
        json.name("host").value(engine.host());
        json.name("daemon").value(engine.daemon());
        if (engine.processId() > 0) {
            json.name("process").value(engine.processId());
        }
        json.name("threads").value(engine.threads());
        json.name("power").value(engine.power());
        json.name("state").value(engine.words());
        json.name("tasks").value(engine.tasks());
        json.name("queued").value(engine.queued());
        json.name("waitedSeconds").value(engine.waitedSeconds());
        TaskNow longest = engine.longest();
        if (longest != null) {
            json.name("longestTask").beginObject();
            json.name("task").value(longest.name());
            json.name("thread").value(longest.thread());
            json.name("seconds").value(longest.nanos() / NANOS);
            json.endObject();
        }
        WorkersNow now = engine.workers();
        if (!now.equals(WorkersNow.NONE)) {
            workers(now, engine.threads(), json);
        }
        json.endObject();
    }

    private static void workers(WorkersNow now, int threads, JsonWriter json) throws IOException {
        json.name("workers").beginObject();
        json.name("workers").value(now.workers());
        json.name("active").value(now.active());
        json.name("activity").value((double) now.active() / threads);
        json.name("queued").value(now.queued());
        json.name("handled").value(now.handled());
        WorkersNow.Handler longest = now.longest();
        if (longest != null) {
            json.name("longestHandler").beginObject();
            json.name("worker").value(longest.worker());
            json.name("task").value(longest.task());
            json.name("waitsFor").value(longest.waitsFor());
            json.name("seconds").value(longest.nanos() / NANOS);
            json.endObject();
        }
        json.endObject();
    }

    private static void history(RunStatus status, JsonWriter json) throws IOException {
        json.name("epochs").beginArray();
        for (RunStatus.Epoch epoch : status.epochs()) {
            json.beginObject();
            json.name("number").value(epoch.number());
            json.name("atSeconds").value(epoch.atSeconds());
            json.name("engines").value(epoch.engines());
            json.name("why").value(epoch.why());
            json.endObject();
        }
        json.endArray();
        json.name("reconfigurations").beginArray();
        for (RunStatus.Change change : status.changes()) {
            json.beginObject();
            json.name("kind").value(change.kind());
            json.name("what").value(change.what());
            json.name("why").value(change.why());
            json.name("atSeconds").value(change.atSeconds());
            json.name("tookSeconds").value(change.tookSeconds());
            json.endObject();
        }
        json.endArray();
    }
}
