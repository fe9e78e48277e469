package org.moide.test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.moide.commlib.sim.EventQueue;

/**
 * The log of an application in a simulated run: its calls, what happened to it, and the messages to its user, without
 * MOIDE's internal events. Of a long run, it keeps the last lines.
 */
final class CallStory implements EventQueue.Watcher {
    /** The prefix of events about the application's calls. */
    static final String DOES = "  ";

    /** The prefix of events that happen to the application. */
    static final String HAPPENS = "! ";

    private static final String USER_READS = "the user reads: ";

    /** The most lines of the log that are kept. */
    private static final int MOST_LINES = 400;

    private final Deque<String> lines = new ArrayDeque<>();
    private int leftOut;

    @Override
    public void happens(long atNanos, String what) {
        if (what.startsWith(HAPPENS)) {
            add(atNanos, what);
        }
    }

    @Override
    public void told(long atNanos, String line) {
        if (line.startsWith(DOES) || line.startsWith(USER_READS)) {
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
        return (leftOut == 0 ? "" : "(" + leftOut + " lines before)\n") + String.join("\n", lines);
    }
}
