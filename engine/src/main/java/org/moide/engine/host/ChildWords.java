package org.moide.engine.host;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.commlib.security.ClusterSecret;

/**
 * The lines that a child prints in one run. It passes them to the run's listener, and keeps the last ones, in which a
 * JVM says why it ended. Any thread; all fields are guarded by this object's lock, and the listener is called without
 * it.
 */
final class ChildWords {
    /** Number of lines that are kept for the error message about a child that was never ready. */
    private static final int LINES_KEPT = 10;
    /**
     * The longest time for which the lines of a new JVM are held back. A JVM that refuses its options ends within this
     * time, even on a busy machine.
     */
    private static final Duration HOLDING = Duration.ofSeconds(5);
    /**
     * The greatest number of lines that are held back. A JVM that prints more before it is ready has something to
     * report.
     */
    private static final int LINES_HELD = 50;

    private final ChildListener listener;
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final Deque<Held> held = new ArrayDeque<>();
    private boolean released;
    private boolean over;
    private @Nullable String unread;
    private @Nullable String outOfMemory;
    private @Nullable String lastErrorLine;
    private final CrashReport crash = new CrashReport();
    // The beginning of a crash report, which goes to standard output as well.
    private final CrashReport banner = new CrashReport();

    private record Held(String line, boolean errors) {}

    private ChildWords(ChildListener listener, boolean released) {
        this.listener = listener;
        this.released = released;
    }

    /**
     * Creates the lines of a JVM that was just started. They are held back until the JVM is ready: if it refuses its
     * options, its end reports only the reason.
     */
    static ChildWords ofNewJvm(ChildListener listener) {
        return new ChildWords(listener, false);
    }

    /** Creates the lines of a JVM that has rested, which are passed on at once. */
    static ChildWords of(ChildListener listener) {
        return new ChildWords(listener, true);
    }

    void said(String line, boolean errors) {
        List<String> none;
        synchronized (this) {
            none = (errors ? crash : banner).take(line);
        }
        none.forEach(each -> told(each, errors));
    }

    private void told(String line, boolean errors) {
        keep(line, errors);
        tell(line, errors);
    }

    /**
     * Passes on the lines that were held back because they looked like the beginning of a crash report. The child has
     * ended without a crash.
     */
    private void tellRest() {
        List<String> output;
        List<String> errors;
        synchronized (this) {
            output = banner.rest();
            errors = crash.rest();
        }
        output.forEach(line -> told(line, false));
        errors.forEach(line -> told(line, true));
    }

    private synchronized void keep(String line, boolean errors) {
        lastLines.add(line);
        if (lastLines.size() > LINES_KEPT) {
            lastLines.remove();
        }
        if (line.contains("Terminating due to java.lang.OutOfMemoryError")) {
            outOfMemory = line.strip();
        }
        if (errors && !line.isBlank()) {
            lastErrorLine = line.strip();
        }
    }

    private void tell(String line, boolean errors) {
        boolean tooMany;
        synchronized (this) {
            if (over) {
                return; // no lines are passed on after the run has ended
            }
            if (!released) {
                held.add(new Held(line, errors));
                tooMany = held.size() > LINES_HELD;
                if (held.size() == 1) {
                    CompletableFuture.delayedExecutor(HOLDING.toMillis(), TimeUnit.MILLISECONDS)
                            .execute(this::release);
                }
                if (!tooMany) {
                    return;
                }
            } else {
                tooMany = false;
            }
        }
        if (tooMany) {
            release();
        } else {
            listener.line(line, errors);
        }
    }

    /**
     * Passes on the lines that are held back; later lines are passed on at once. Lines that arrive meanwhile are
     * queued, to keep the order.
     */
    void release() {
        while (true) {
            Held next;
            synchronized (this) {
                next = held.poll();
                if (next == null) {
                    released = true;
                    return;
                }
            }
            listener.line(next.line(), next.errors());
        }
    }

    /** Notes that the child did not read its order. */
    synchronized void unread(IOException dead) {
        unread = "(it did not read its order: " + dead.getMessage() + ")";
    }

    /** Returns whether the run is over for the listener, so that nothing more is passed on. */
    synchronized boolean areOver() {
        return over;
    }

    /** Tells the listener that the run is over and the child stays. */
    void rests(String left) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        listener.rests(left);
    }

    /**
     * Tells the listener that the child has ended.
     *
     * @param withHeldLines whether lines that are held back are passed on first
     */
    void ended(ChildEnd end, boolean withHeldLines) {
        if (withHeldLines) {
            release();
        }
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        listener.ended(end);
    }

    /**
     * Returns the summary of the JVM's crash and the path of its full report; null if it did not crash. Lines that only
     * looked like a crash report are passed on then.
     */
    @Nullable
    String crash(long process, int exitCode) {
        String crashed = exitCode == 0 ? null : crashed(process);
        if (crashed == null) {
            tellRest();
        }
        return crashed;
    }

    private synchronized @Nullable String crashed(long process) {
        String summary = crash.summary();
        if (summary == null) {
            return null;
        }
        try {
            return summary + "; the JVM's report is in "
                    + crash.keep(ClusterSecret.defaultFolder().resolve("crashes"), process);
        } catch (IOException noPlace) {
            return summary + "; the JVM's report could not be kept: " + noPlace.getMessage();
        }
    }

    synchronized ChildEnd.Clues clues(
            @Nullable String crash,
            @Nullable String failed,
            int blamed,
            @Nullable String exiting,
            @Nullable MemoryFigures memory,
            List<BegunTask> running,
            @Nullable String memoryKill) {
        boolean byTask = blamed != ControlLine.Failed.NO_THREAD;
        return new ChildEnd.Clues(
                outOfMemory, crash, failed, byTask, exiting, lastErrorLine, memory, running, memoryKill);
    }

    /** Returns the JVM's own reason for refusing its options; null if it ended for another reason. */
    synchronized @Nullable String refusal(int exitCode) {
        return JvmRefusal.in(lastLines, exitCode);
    }

    /** Returns the last lines as text that follows an error message. */
    synchronized String last() {
        List<String> said = new ArrayList<>(lastLines);
        if (unread != null) {
            said.add(unread);
        }
        return said.isEmpty() ? "" : "\nits last lines:\n  " + String.join("\n  ", said);
    }
}
