package org.moide.coordinator.run.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.wire.OutlineReader;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.recording.RecordingReader;
import org.moide.coordinator.run.core.RecordedCore;
import org.moide.coordinator.run.core.RunCore;
import org.moide.coordinator.run.core.RunRecord;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunSettings;

/**
 * Replays a recorded run. It passes the recorded events to a new {@link RunCore}, which must return the same acts as
 * the core in the run. Not thread-safe.
 */
public final class RunReplay implements AutoCloseable {
    private static final int PART_OF_MEMORY = 2;

    private final RecordingReader entries;
    private final OutlineReader outlines;
    private final RunRecord.Began began;
    private final RunCore core;
    private long events;
    private long acts;
    private long nowNanos;

    /**
     * The selection of events that a replay shows.
     *
     * @param from the number of the first event that is shown, from 1
     * @param until the number of the last event that is replayed
     * @param all whether engines' heartbeats are also shown
     * @param width the most characters of a line
     */
    public record View(long from, long until, boolean all, int width) {
        /** The view that shows everything. */
        public static final View WHOLE = new View(1, Long.MAX_VALUE, true, Integer.MAX_VALUE);
    }

    /**
     * The outcome of a replay.
     *
     * @param events the number of events that the core got
     * @param acts the number of acts that the core returned
     * @param broken a description of how the core's acts differ from the recording at the last event; null if they do
     *     not
     * @param whole whether the recording goes up to the end of the run
     * @param status the state of the run after the last event
     */
    public record Outcome(long events, long acts, @Nullable String broken, boolean whole, RunStatus status) {}

    /**
     * Opens a recorded run.
     *
     * @param recording the first part of the recording; this object closes it
     * @param classes the class loader for a strategy of the application; null if it has none
     * @throws PlanException if the stream is no recording, or one of another version
     */
    public RunReplay(InputStream recording, @Nullable ClassLoader classes) throws IOException {
        this.entries = new RecordingReader(recording);
        this.outlines = reader();
        try {
            this.began = beginning();
            this.core = began.core(classes);
        } catch (IllegalArgumentException unknown) {
            entries.close();
            throw new PlanException("--classpath: expected what this recording names, found: " + unknown.getMessage());
        } catch (IOException | PlanException none) {
            entries.close();
            throw none;
        } catch (RuntimeException | StackOverflowError impossible) {
            entries.close();
            throw damaged("how the run began", impossible);
        }
    }

    /**
     * Returns a reader of recorded entries. It limits the memory that the reader allocates for an entry, since a
     * damaged entry may claim to be very large.
     */
    static OutlineReader reader() {
        return new OutlineReader(
                RunReplay.class.getClassLoader(), Runtime.getRuntime().maxMemory() / PART_OF_MEMORY);
    }

    private RunRecord.Began beginning() throws IOException {
        byte[] first = entries.next();
        if (first == null) {
            throw new PlanException(
                    "expected a recording, found an empty one: its process ended before it had written anything");
        }
        if (!(read(first) instanceof RunRecord.Began start)) {
            throw new IOException("expected a recording that says how its run began, found one that does not");
        }
        if (!start.version().equals(SoftwareVersion.current())) {
            throw new PlanException("expected a recording of MOIDE " + SoftwareVersion.current() + ", found one of "
                    + start.version() + ": replay it with that version");
        }
        return start;
    }

    /** Returns the number of engines at the beginning of the run. */
    public int engines() {
        return began.engines().size();
    }

    /** Returns whether the run is a bag of tasks. */
    public boolean isBag() {
        return began.settings().kind() instanceof RunSettings.Bag;
    }

    /**
     * Passes the recorded events to the core, up to the end of the recording or the first difference.
     *
     * @param lines receives lines that describe the events
     */
    public Outcome play(View view, Consumer<String> lines) throws IOException {
        nowNanos = began.nowNanos();
        String broken = null;
        byte[] entry = events < view.until() ? entries.next() : null;
        while (entry != null && broken == null) {
            if (!(read(entry) instanceof RunRecord.Step step)) {
                throw new IOException("expected a step behind event " + events + ", found something else");
            }
            try {
                broken = play(step, view, lines);
            } catch (RuntimeException | StackOverflowError impossible) {
                throw damaged("what can be told of event " + events, impossible);
            }
            entry = broken == null && events < view.until() ? entries.next() : null;
        }
        try {
            return new Outcome(events, acts, broken, entries.isWhole(), core.status(nowNanos));
        } catch (RuntimeException | StackOverflowError impossible) {
            throw damaged("a run that stands somehow behind event " + events, impossible);
        }
    }

    private static IOException damaged(String expected, Throwable found) {
        return new IOException("expected " + expected + ", found what no run has recorded: " + found, found);
    }

    /** Replays one step. Returns a description of how it differs from the recording; null if it does not. */
    private @Nullable String play(RunRecord.Step step, View view, Consumer<String> lines) {
        nowNanos = step.nowNanos();
        RunCoreEvent event = step.event();
        events += event == null ? 0 : 1;
        List<RunAct> done = null;
        String thrown = "";
        try {
            done = event == null ? core.tick(nowNanos) : core.step(event, nowNanos);
        } catch (RuntimeException | StackOverflowError defect) {
            thrown = defect.toString();
        }
        if (events >= view.from()) {
            tell(event, done == null ? List.of() : done, view, lines);
        }
        acts += done == null ? 0 : done.size();
        if (done == null) {
            return "the core has thrown " + thrown + (step.acts() == RunRecord.Step.THREW ? ", as it did then" : "");
        } else if (RecordedCore.shape(done) != step.acts()) {
            return "the core wants something else done than it did then";
        }
        return null;
    }

    private void tell(@Nullable RunCoreEvent event, List<RunAct> done, View view, Consumer<String> lines) {
        if (done.isEmpty() && !view.all() && (event == null || ReplayLines.isRoutine(event))) {
            return;
        }
        String time = String.format(Locale.ROOT, "%11.6f s  ", (nowNanos - began.nowNanos()) / 1e9);
        String what = event == null ? "(time passes)" : "#" + events + " " + ReplayLines.of(event);
        lines.accept(cut(time + what, view.width()));
        done.forEach(act -> lines.accept(cut(" ".repeat(time.length() + 4) + ReplayLines.of(act), view.width())));
    }

    private static String cut(String line, int width) {
        return line.length() <= width ? line : line.substring(0, width - 3) + "...";
    }

    private Object read(byte[] entry) throws IOException {
        try {
            Object value = outlines.read(entry);
            if (value != null) {
                return value;
            }
        } catch (ClassNotFoundException other) {
            throw new IOException(
                    "expected a recording of MOIDE " + SoftwareVersion.current() + ", found one with "
                            + other.getMessage() + ": replay it with the version that made it",
                    other);
        } catch (InvalidObjectException | StackOverflowError damaged) {
            throw damaged("an entry behind event " + events, damaged);
        }
        throw new IOException("expected an entry behind event " + events + ", found none");
    }

    @Override
    public void close() throws IOException {
        entries.close();
    }
}
