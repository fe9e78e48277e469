package org.moide.command.history;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.JsonText;
import org.moide.coordinator.text.TextTable;

/** The list of ended runs that {@code moide history} shows. */
public final class HistoryList {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    /** The index of the application's column. */
    private static final int APPLICATION = 7;

    private HistoryList() {}

    /**
     * Returns a line for each run, in their order.
     *
     * @param hosts the host that keeps each run, by the run's ID; empty if hosts are not shown
     */
    public static List<String> lines(List<KeptRun> runs, Map<String, String> hosts) {
        List<String> titles = new ArrayList<>(
                List.of("run", "ended", "time", "engines", "threads", "efficiency", "ending", "application"));
        if (!hosts.isEmpty()) {
            titles.add(APPLICATION, "kept on");
        }
        TextTable table = new TextTable(hosts.isEmpty() ? "llrrrrll" : "llrrrrlll", titles.toArray(String[]::new));
        for (KeptRun run : runs) {
            List<String> row = new ArrayList<>(List.of(
                    run.id(),
                    TIME.format(run.endedAt()),
                    Figures.seconds(run.seconds()),
                    Integer.toString(run.engines()),
                    Integer.toString(run.threads()),
                    Double.isFinite(run.efficiency()) ? Figures.percent(run.efficiency()) : "-",
                    run.ending(),
                    run.words()));
            if (!hosts.isEmpty()) {
                row.add(APPLICATION, hosts.getOrDefault(run.id(), ""));
            }
            table.row(row.toArray(String[]::new));
        }
        return table.lines();
    }

    /** Returns the same list as JSON without a final line break. */
    public static String json(List<KeptRun> runs, Map<String, String> hosts) {
        return JsonText.pretty(json -> {
            json.name("runs").beginArray();
            for (KeptRun run : runs) {
                json.beginObject();
                KeptText.head(run, json);
                String host = hosts.get(run.id());
                if (host != null) {
                    json.name("keptOn").value(host);
                }
                json.endObject();
            }
            json.endArray();
        });
    }
}
