package org.moide.command.report;

import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.TextTable;

/** The table of the option {@code --display-map}, which shows the planned engines before the start. */
public final class DisplayMap {
    private DisplayMap() {}

    /** Returns a heading and a line for each engine. */
    public static List<String> lines(List<Assignment> assignments) {
        TextTable table = new TextTable(
                "lllrrrrr", "engine", "host", "daemon", "IDs", "threads", "memory", "power", "share of work");
        int firstId = 0;
        int threads = 0;
        for (Assignment engine : assignments) {
            table.row(
                    Integer.toString(engine.engine()),
                    engine.candidate().host(),
                    engine.candidate().daemon(),
                    engine.threads() == 1
                            ? Integer.toString(firstId)
                            : firstId + "-" + (firstId + engine.threads() - 1),
                    Integer.toString(engine.threads()),
                    Figures.bytes(engine.heapBytes()),
                    Figures.number(engine.power()),
                    Figures.percent(engine.share()));
            firstId += engine.threads();
            threads += engine.threads();
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("in all " + threads + " compute threads on " + assignments.size()
                + (assignments.size() == 1 ? " engine" : " engines"));
        return lines;
    }
}
