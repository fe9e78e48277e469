package org.moide.coordinator.report;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.text.Figures;

/**
 * Shows how much of the work is done: on a terminal in one line that is replaced, elsewhere, if it is wanted at all, by
 * a line now and then. Cheap to call at every task: most calls only read the time.
 *
 * <p>Threads: any; the lock is held while the console shows the line.
 */
public final class ProgressLine implements AutoCloseable {
    /** Faster than this nobody reads. */
    static final long INTERVAL_ON_TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A log of an hour then has 360 lines. */
    static final long INTERVAL_IN_LOG_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Before this, the estimate of what is left is a guess. */
    static final long LEAST_NANOS_TO_ESTIMATE = TimeUnit.MILLISECONDS.toNanos(500);

    private static final int BAR_WIDTH = 24;
    private static final double NONE = -1;

    /**
     * How far the work is.
     *
     * @param done may fall back when work is lost
     * @param known how much there is as far as is known; 0 if it is not
     * @param what the unit, such as "tasks"
     * @param perSecond done so far for each second, since the run began or was resumed
     * @param leftNanos how long the rest takes at that rate; {@link #UNTOLD} if nobody can tell
     */
    public record Progress(long done, long known, String what, double perSecond, long leftNanos) {
        public static final long UNTOLD = -1;
    }

    private final Console console;
    private final Ticker ticker;
    private final String name;
    private final boolean wanted;
    private final boolean told;
    private final long intervalNanos;
    private final long startNanos;
    private long shownNanos;
    private long toldNanos;
    private long before; // what was done before this run began; below 0 until the first figure says it
    private long lastDone;
    private long lastKnown;
    private long lastTotal; // that was shown or told
    private String lastWhat = "";
    private boolean settled = true; // the total is what it was when somebody looked before
    private boolean seen;
    private boolean shown;
    private boolean closed;

    /**
     * Starts the clock.
     *
     * @param name what is running
     * @param always whether to write lines even where none can be replaced
     */
    public ProgressLine(Console console, Ticker ticker, String name, boolean always) {
        this.console = console;
        this.ticker = ticker;
        this.name = name;
        this.wanted = console.interactive() || always;
        this.told = console.hearsProgress();
        this.intervalNanos = console.interactive() ? INTERVAL_ON_TERMINAL_NANOS : INTERVAL_IN_LOG_NANOS;
        this.startNanos = ticker.nanoTime();
        this.shownNanos = startNanos;
        this.toldNanos = startNanos;
    }

    /** The run was resumed: what its first figure says is done counts for no rate. */
    public synchronized void resumed() {
        before = -1;
    }

    /**
     * Shows how far the work is, if it is time to.
     *
     * @param done how much is done; may fall back when work is lost
     * @param total how much there is as far as is known; 0 if it is not known; may grow, and while it does nobody is
     *     promised when it ends
     * @param what the unit, such as "tasks"
     */
    public synchronized void update(long done, long total, String what) {
        if (closed || !(wanted || told)) {
            return;
        }
        before = before < 0 ? done : Math.min(before, done);
        lastDone = done;
        lastKnown = total;
        lastWhat = what;
        long now = ticker.nanoTime();
        boolean shows = wanted && now - shownNanos >= intervalNanos;
        boolean tells = told && now - toldNanos >= INTERVAL_ON_TERMINAL_NANOS;
        if (!shows && !tells) {
            return;
        }
        settled = !seen || total == lastTotal;
        lastTotal = total;
        seen = true;
        if (shows) {
            shownNanos = now;
            shown = true;
            show(line(done, total, what, now - startNanos, settled));
        }
        if (tells) {
            toldNanos = now;
            tell(total, now);
        }
    }

    private void tell(long total, long now) {
        long elapsed = now - startNanos;
        double left = settled ? secondsLeft(lastDone, total, elapsed) : NONE;
        console.progress(new Progress(
                lastDone,
                total,
                lastWhat,
                elapsed <= 0 ? 0 : (lastDone - before) * 1e9 / elapsed,
                left < 0 ? Progress.UNTOLD : (long) (left * 1e9)));
    }

    /** All is done: where lines stay, the last one says so, which the last that it was time for did not. */
    public synchronized void finish() {
        if (closed) {
            return;
        }
        if (wanted && shown && !console.interactive()) {
            console.error(name + "  100%  done in " + Figures.seconds((ticker.nanoTime() - startNanos) / 1e9));
        }
        if (told && !lastWhat.isEmpty()) {
            lastDone = Math.max(lastDone, lastKnown);
            tell(lastDone, ticker.nanoTime());
        }
    }

    private void show(String line) {
        if (console.interactive()) {
            console.status(line);
        } else {
            console.error(line);
        }
    }

    private String line(long done, long total, String what, long elapsedNanos, boolean settled) {
        double seconds = elapsedNanos / 1e9;
        StringBuilder line = new StringBuilder(name).append("  ");
        if (total > 0) {
            double part = Math.min(1, (double) Math.max(0, done) / total);
            if (console.interactive()) {
                int full = (int) (part * BAR_WIDTH);
                line.append('[')
                        .append("#".repeat(full))
                        .append(".".repeat(BAR_WIDTH - full))
                        .append("] ");
            }
            line.append(String.format(Locale.ROOT, "%.0f%%  ", Math.floor(100 * part)));
            line.append(Figures.count(done)).append('/').append(Figures.count(total));
        } else {
            line.append(Figures.count(done));
        }
        line.append(' ').append(what);
        if (seconds > 0 && done > before) {
            line.append("  ").append(Figures.number((done - before) / seconds)).append("/s");
        }
        String left = settled ? left(done, total, elapsedNanos) : null;
        if (left != null) {
            line.append("  ").append(left).append(" left");
        }
        return line.toString();
    }

    /** At the rate so far; below 0 if nobody can tell yet. */
    private double secondsLeft(long done, long total, long elapsedNanos) {
        if (done <= before || total <= done || elapsedNanos < LEAST_NANOS_TO_ESTIMATE) {
            return NONE;
        }
        return elapsedNanos / 1e9 / (done - before) * (total - done);
    }

    private @Nullable String left(long done, long total, long elapsedNanos) {
        double seconds = secondsLeft(done, total, elapsedNanos);
        if (seconds < 0) {
            return null;
        }
        long whole = (long) Math.ceil(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d h", whole / 3600, whole / 60 % 60);
    }

    /** Takes the line away. What comes later is not shown. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            console.status("");
        }
    }
}
