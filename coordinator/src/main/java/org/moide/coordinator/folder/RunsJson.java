package org.moide.coordinator.folder;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.text.JsonText;

/** Writes the output of {@code moide runs --json}. */
public final class RunsJson {
    private RunsJson() {}

    /**
     * Returns a JSON object with the runs in their order, without a line end after it. Fields whose value is unknown
     * are left out or empty.
     */
    public static String text(List<RunSight> runs) {
        return JsonText.pretty(json -> {
            json.name("runs").beginArray();
            for (RunSight run : runs) {
                run(run, json);
            }
            json.endArray();
        });
    }

    private static void run(RunSight run, JsonWriter json) throws IOException {
        json.beginObject();
        json.name("run").value(run.run());
        json.name("state").value(run.stage().words());
        if (!run.ending().isEmpty()) {
            json.name("ending").value(run.ending());
        }
        Instant startedAt = run.startedAt();
        if (startedAt != null) {
            json.name("startedAt").value(startedAt.toString());
        }
        json.name("host").value(run.host());
        json.name("owner").value(run.owner());
        json.name("detached").value(run.detached());
        if (run.exitCode() != RunSight.NO_EXIT_CODE) {
            json.name("exitCode").value(run.exitCode());
        }
        json.name("application").value(run.words());
        json.endObject();
    }
}
