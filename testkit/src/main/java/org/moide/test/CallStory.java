package org.moide.test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Pattern;
import org.moide.commlib.sim.EventQueue;

/**
 * What an application did in a simulated run, what happened to it and what its user was told, as a log; what MOIDE does beneath
 * is left out. Of a long one the last lines.
 */
final class CallStory implements EventQueue.Watcher {
    /** What the application does begins with this. */
    static final String DOES = "  ";

    private static final String USER_READS = "the user reads: ";

    /** As many as somebody reads. */
    private static final int MOST_LINES = 400;

    /** Losses and cuts, as they are planned and as they take effect. */
    private static final Pattern TROUBLES = Pattern.compile("(Kill|Cut)\\[.*|.* is gone|heal .*");

    private final Deque<String> lines = new ArrayDeque<>();
    private int leftOut;

    @Override
    public void happens(long atNanos, String what) {
        if (TROUBLES.matcher(what).matches()) {
            add(atNanos, what);
        }
    }

    @Override
    public void told(long atNanos, String line) {
        if (line.startsWith(DOES)
                || line.startsWith(USER_READS)
                || TROUBLES.matcher(line).matches()) {
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
