package org.moide.command.history;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.JsonText;
import org.moide.coordinator.text.TextTable;

/** The list of ended runs that {@code moide history} shows. */
public final class HistoryList {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private HistoryList() {}

    /** Returns a line for each run, in their order. */
    public static List<String> lines(List<KeptRun> runs) {
        TextTable table = new TextTable(
                "llrrrrll", "run", "ended", "time", "engines", "threads", "efficiency", "ending", "application");
        for (KeptRun run : runs) {
            table.row(
                    run.id(),
                    TIME.format(run.endedAt()),
                    Figures.seconds(run.seconds()),
                    Integer.toString(run.engines()),
                    Integer.toString(run.threads()),
                    Double.isFinite(run.efficiency()) ? Figures.percent(run.efficiency()) : "-",
                    run.ending(),
                    run.words());
        }
        return table.lines();
    }

    /** Returns the list as JSON without a final line break. */
    public static String json(List<KeptRun> runs) {
        return JsonText.pretty(json -> {
            json.name("runs").beginArray();
            for (KeptRun run : runs) {
                json.beginObject();
                KeptText.head(run, json);
                json.endObject();
            }
            json.endArray();
        });
    }
}
