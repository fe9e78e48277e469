package org.moide.test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.moide.commlib.sim.EventQueue;

/**
 * The story of an application in a simulated run, as a log: what it did, what happened to it and what its user was
 * told; what MOIDE does beneath is left out. Of a long one the last lines.
 */
final class CallStory implements EventQueue.Watcher {
    /** The beginning of lines about what the application does. */
    static final String DOES = "  ";

    /** The beginning of lines about what happens to it. */
    static final String HAPPENS = "! ";

    private static final String USER_READS = "the user reads: ";

    /** The most lines that somebody reads. */
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
