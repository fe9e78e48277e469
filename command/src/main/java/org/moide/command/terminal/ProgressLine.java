package org.moide.command.terminal;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.text.Figures;

/**
 * A line that shows how much of the work is done. On a terminal it is updated in place; elsewhere, if the user wants
 * progress at all, a new line is printed from time to time. It also passes the progress to a program that wants it.
 *
 * <p>Thread-safe; the lock is held while the console shows the line.
 */
public final class ProgressLine implements AutoCloseable {
    /** The time between two updates on a terminal; faster ones cannot be read. */
    static final long INTERVAL_ON_TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The time between two lines in a log, which makes 360 lines an hour. */
    static final long INTERVAL_IN_LOG_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int BAR_WIDTH = 24;
    private static final double NANOS = 1e9;

    private final Console console;
    private final ProgressMeter meter;
    private final String name;
    private final boolean wanted;
    private final boolean told;
    private final long intervalNanos;
    private long shownNanos;
    private long toldNanos;
    private boolean shown;
    private boolean closed;

    /**
     * Creates the line.
     *
     * @param name the name of the running command or application
     * @param always whether to print lines even if they cannot be updated in place
     */
    public ProgressLine(Console console, ProgressMeter meter, String name, boolean always) {
        this.console = console;
        this.meter = meter;
        this.name = name;
        this.wanted = console.interactive() || always;
        this.told = console.hearsProgress();
        this.intervalNanos = console.interactive() ? INTERVAL_ON_TERMINAL_NANOS : INTERVAL_IN_LOG_NANOS;
    }

    /**
     * Shows the progress if enough time has passed since the last update. Cheap enough to be called after every task:
     * most calls only read the clock.
     */
    public synchronized void look() {
        if (closed || !(wanted || told)) {
            return;
        }
        long now = meter.elapsedNanos();
        if (wanted && now - shownNanos >= intervalNanos) {
            shownNanos = now;
            shown = true;
            show(line(meter.now()));
        }
        if (told && now - toldNanos >= INTERVAL_ON_TERMINAL_NANOS) {
            toldNanos = now;
            console.progress(meter.now());
        }
    }

    /** Shows that all work is done. If lines cannot be updated in place, prints a last line. */
    public synchronized void finish() {
        if (closed) {
            return;
        }
        meter.finish();
        if (wanted && shown && !console.interactive()) {
            console.error(name + "  100%  done in " + Figures.seconds(meter.elapsedNanos() / NANOS));
        }
        Progress last = meter.now();
        if (told && !last.equals(Progress.NONE)) {
            console.progress(last);
        }
    }

    private void show(String line) {
        if (console.interactive()) {
            console.status(line);
        } else {
            console.error(line);
        }
    }

    private String line(Progress progress) {
        StringBuilder line = new StringBuilder(name).append("  ");
        double part = progress.part();
        if (!Double.isNaN(part)) {
            if (console.interactive()) {
                int full = (int) (part * BAR_WIDTH);
                line.append('[')
                        .append("#".repeat(full))
                        .append(".".repeat(BAR_WIDTH - full))
                        .append("] ");
            }
            line.append(String.format(Locale.ROOT, "%.0f%%  ", Math.floor(100 * part)));
        }
        line.append(progress.amount("/"));
        if (progress.perSecond() > 0) {
            line.append("  ").append(Figures.number(progress.perSecond())).append("/s");
        }
        String left = progress.left();
        if (left != null) {
            line.append("  ").append(left).append(" left");
        }
        return line.toString();
    }

    /** Removes the line. Later progress is not shown. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            console.status("");
        }
    }
}
