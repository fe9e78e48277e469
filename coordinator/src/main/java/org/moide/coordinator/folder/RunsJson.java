package org.moide.coordinator.folder;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.JsonText;

/** The output of {@code moide runs --json}, for programs. */
public final class RunsJson {
    private RunsJson() {}

    /**
     * Returns one object, without a line end behind it, with the runs in their order, each as far as it can be read.
     */
    public static String text(List<RunFolder> runs) {
        return JsonText.pretty(json -> {
            json.name("runs").beginArray();
            for (RunFolder run : runs) {
                run(run, json);
            }
            json.endArray();
        });
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
