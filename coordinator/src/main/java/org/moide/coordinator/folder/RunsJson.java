package org.moide.coordinator.folder;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.moide.coordinator.plan.PlanException;

/** What {@code moide runs --json} prints, for programs. */
public final class RunsJson {
    private RunsJson() {}

    /** One object, without a line's end behind it: the runs in their order, each as far as it can be read. */
    public static String text(List<RunFolder> runs) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.setIndent("  ");
            json.setHtmlSafe(false);
            json.beginObject();
            json.name("runs").beginArray();
            for (RunFolder run : runs) {
                run(run, json);
            }
            json.endArray();
            json.endObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void run(RunFolder run, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("run").value(run.id());
        json.name("state").value(run.state().words());
        String ending = run.ending();
        if (ending != null) {
            json.name("ending").value(ending);
        }
        try {
            RunDescription description = run.description();
            json.name("startedAt").value(description.startedAt().toString());
            json.name("host").value(description.host());
            json.name("application").value(description.words());
        } catch (PlanException unreadable) {
            json.name("problem").value(unreadable.getMessage());
        }
        json.endObject();
    }
}
