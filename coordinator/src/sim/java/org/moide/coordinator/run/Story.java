package org.moide.coordinator.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.moide.commlib.sim.EventQueue;

/**
 * A log of a simulated run: the messages with sender, receiver and time, the faults, the orders, and the lines for the
 * user. Keeps only the last lines.
 */
public final class Story implements EventQueue.Watcher {
    /** The number of lines that are kept; earlier ones are dropped. */
    private static final int MOST_LINES = 400;

    /**
     * The first words of the events that are not logged. These events send nothing, or what they send is logged
     * elsewhere.
     */
    private static final List<String> SILENT = List.of(
            "turn of ",
            "end of a wait",
            "time is spent",
            "answer",
            "data",
            "window opens",
            "late event of ",
            "connecting takes too long");

    /**
     * The pattern of the events in which a call arrives. They are not logged, since the call was logged when it was
     * sent.
     */
    private static final Pattern ARRIVAL = Pattern.compile("\\w+ of '.*' on .*");

    /** The pattern of the messages that engines send at regular times. They are not logged. */
    private static final Pattern BEATS = Pattern.compile("(Beat|Looked)\\[.*");

    private static final Pattern REST = Pattern.compile("[A-Z]\\w*\\[");

    private final Deque<String> lines = new ArrayDeque<>();
    private int leftOut;

    @Override
    public void happens(long atNanos, String what) {
        if (SILENT.stream().noneMatch(what::startsWith)
                && !ARRIVAL.matcher(what).matches()) {
            add(atNanos, what);
        }
    }

    @Override
    public void told(long atNanos, String line) {
        boolean beats = BEATS.matcher(line).find();
        String rest = BEATS.matcher(line).replaceAll("").replace("Posting[", "");
        if (!beats || REST.matcher(rest).find()) {
            add(atNanos, line);
        }
    }

    private void add(long atNanos, String line) {
        lines.add(String.format(Locale.ROOT, "%12.6f s  %s", atNanos / 1e9, line));
        if (lines.size() > MOST_LINES) {
            lines.remove();
            leftOut++;
        }
    }

    @Override
    public String toString() {
        String before = leftOut == 0 ? "" : "(" + leftOut + " lines before)\n";
        return before + String.join("\n", lines);
    }
}
