package org.moide.command.trace;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.html.Note;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.trace.TraceBytes;
import org.moide.commlib.trace.TraceEvent;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.JsonText;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.TraceChunk;

/**
 * A writer of events in the Trace Event format, one on each line. In the file, an engine is a process, a thread is a
 * track, and the run's own events have a track too. Used by one thread.
 *
 * <p>Engines have different clocks. The difference of an engine's clock from the coordinator's is estimated as the
 * least difference between the sending time of one of its first chunks and its arrival here. So the estimate is wrong
 * by the shortest delay of a chunk. Engines on one machine share a clock. Once estimated, a difference does not change,
 * so that the slices of nested calls stay nested.
 */
final class TraceWriter {
    /** The process number of the run's own events. */
    static final int RUN = 1_000_000;

    /** The name of the arrows that lead from the sending of a message to its receipt. */
    static final String MESSAGE = "message";

    static final String WAITED_FOR = "waited for";

    /** The number of an engine's first chunks from which the difference of its clock is estimated. */
    static final int CLOCK_CHUNKS = 4;

    /**
     * The least measured difference for which two clocks count as different. A smaller difference is the delay of
     * messages between engines that share a clock: two machines hardly ever started within this time of each other.
     */
    static final long ONE_CLOCK_NANOS = 50_000_000;

    /** The greatest number of events in a file, some 500 MiB. Browsers cannot open larger files. */
    private static final long MOST_EVENTS = 4_000_000;

    private static final int MOST_OPEN = 1 << 16;
    private static final double MICROS = 1e6;

    private final Writer out;
    private final long zeroNanos;
    private final long mostEvents;
    private final Map<Integer, Clock> clocks = new TreeMap<>();
    private final Set<Long> tracks = new HashSet<>();
    private final Map<Long, End> open = new LinkedHashMap<>();
    private final CollectiveWaits meetings = new CollectiveWaits(CollectiveWaits.MOST_VISITS);
    private long written;
    private long flows;
    private long dropped;

    /**
     * Creates the writer and begins the file.
     *
     * @param zeroNanos the time 0 of the trace, by the coordinator's clock
     */
    TraceWriter(Writer out, long zeroNanos) throws IOException {
        this(out, zeroNanos, MOST_EVENTS);
    }

    TraceWriter(Writer out, long zeroNanos, long mostEvents) throws IOException {
        this.out = out;
        this.zeroNanos = zeroNanos;
        this.mostEvents = mostEvents;
        out.write('[');
        metadata("process_name", RUN, 0, "the run");
    }

    /** An engine's clock, and the chunks that wait until its difference from the coordinator's clock is known. */
    private static final class Clock {
        private final List<TraceChunk> waiting = new ArrayList<>();
        private int chunks;
        private long leastNanos = Long.MAX_VALUE;

        boolean isKnown() {
            return chunks >= CLOCK_CHUNKS;
        }

        /** Returns the nanoseconds to add to the engine's times to get the coordinator's times. */
        long offsetNanos() {
            return leastNanos >= 0 && leastNanos < ONE_CLOCK_NANOS ? 0 : leastNanos;
        }
    }

    /** The sending or the receipt of a message. */
    private record End(boolean sent, int engine, int thread, long nanos) {}

    /**
     * Adds a chunk of an engine's events.
     *
     * @param cameNanos the time of its arrival, by the coordinator's clock
     */
    void add(int engine, TraceChunk chunk, long cameNanos) throws IOException {
        Clock clock = clocks.computeIfAbsent(engine, none -> new Clock());
        dropped += chunk.dropped();
        if (chunk.dropped() > 0) {
            meetings.lost(engine);
        }
        if (!clock.isKnown()) {
            clock.leastNanos = Math.min(clock.leastNanos, cameNanos - chunk.nowNanos());
            clock.chunks++;
            clock.waiting.add(chunk);
            if (clock.isKnown()) {
                settle(engine, clock);
            }
        } else {
            write(engine, chunk, clock.offsetNanos());
        }
        out.flush();
    }

    private void settle(int engine, Clock clock) throws IOException {
        for (TraceChunk chunk : clock.waiting) {
            write(engine, chunk, clock.offsetNanos());
        }
        clock.waiting.clear();
    }

    private void write(int engine, TraceChunk chunk, long offsetNanos) throws IOException {
        List<TraceEvent> events;
        try {
            events = TraceBytes.read(chunk.events());
        } catch (IOException nonsense) {
            dropped++; // from another process
            return;
        }
        for (TraceEvent event : events) {
            if (written >= mostEvents) {
                dropped++;
                continue;
            }
            track(engine, event.thread());
            long nanos = event.startNanos() + offsetNanos - zeroNanos;
            if (event.kind() == TraceEvent.Kind.SLICE) {
                slice(engine, event, nanos);
                meet(engine, new EngineNumber(chunk.engine()), event, nanos);
            } else {
                message(
                        event.nanos(),
                        new End(event.kind() == TraceEvent.Kind.SENT, engine, event.thread(), nanos),
                        event.count());
            }
        }
    }

    private void track(int engine, int thread) throws IOException {
        if (tracks.add(key(engine, thread))) {
            metadata("process_name", engine, thread, "engine-" + engine);
            metadata("thread_name", engine, thread, "thread " + thread);
        }
    }

    private static long key(int engine, int thread) {
        return ((long) engine << Integer.SIZE) | thread;
    }

    private void slice(int engine, TraceEvent event, long nanos) throws IOException {
        event(json -> {
            json.name("ph").value("X");
            json.name("name").value(event.name());
            json.name("cat").value(category(event.name()));
            place(json, engine, event.thread(), nanos);
            json.name("dur").jsonValue(micros(event.nanos()));
            if (event.peer() >= 0) {
                json.name("args").beginObject();
                json.name("for engine").value(event.peer());
                json.endObject();
            } else if (event.count() > 1) {
                json.name("args").beginObject();
                json.name("tasks").value(event.count());
                json.endObject();
            }
        });
    }

    private void meet(int seat, EngineNumber engine, TraceEvent event, long nanos) throws IOException {
        CollectiveWaits.Track track = new CollectiveWaits.Track(seat, event.thread());
        if (event.name().equals(ThreadTrace.WAIT)) {
            meetings.waited(track, event.peer(), nanos, event.nanos());
        } else {
            waits(meetings.was(track, engine.value(), event.name(), nanos, event.nanos()));
        }
    }

    private void waits(List<CollectiveWaits.Arrow> arrows) throws IOException {
        for (CollectiveWaits.Arrow arrow : arrows) {
            if (written + 2 > mostEvents) {
                dropped++;
                continue;
            }
            long id = ++flows;
            arrow("s", id, WAITED_FOR, end(true, arrow.from()), 0);
            arrow("f", id, WAITED_FOR, end(false, arrow.to()), 0);
        }
    }

    private static End end(boolean first, CollectiveWaits.Moment moment) {
        return new End(first, moment.track().seat(), moment.track().thread(), moment.nanos());
    }

    private static String category(String name) {
        return switch (name) {
            case ThreadTrace.COMPUTE, ThreadTrace.TASK, ThreadTrace.WAIT, ThreadTrace.FETCH, "checkpoint", "migrate" ->
                name;
            default -> "communicate";
        };
    }

    /** Adds the sending or the receipt of a message. Writes the arrow when both are known. */
    private void message(long key, End end, long bytes) throws IOException {
        End other = open.remove(key);
        if (other == null) {
            open.put(key, end);
            if (open.size() > MOST_OPEN) {
                open.remove(open.keySet().iterator().next());
            }
            return;
        }
        End from = end.sent() ? end : other;
        End to = end.sent() ? other : end;
        if (from.sent() == to.sent() || to.nanos() < from.nanos()) {
            return; // clocks differ by more than a message takes
        }
        long id = ++flows;
        arrow("s", id, MESSAGE, from, bytes);
        arrow("f", id, MESSAGE, to, bytes);
    }

    private void arrow(String phase, long id, String name, End end, long bytes) throws IOException {
        event(json -> {
            json.name("ph").value(phase);
            if (phase.equals("f")) {
                json.name("bp").value("e");
            }
            json.name("id").value(id);
            json.name("name").value(name);
            json.name("cat").value(name);
            place(json, end.engine(), end.thread(), end.nanos());
            if (bytes > 0) {
                json.name("args").beginObject();
                json.name("bytes").value(bytes);
                json.endObject();
            }
        });
    }

    /**
     * Writes the events known only at the end, and completes the file.
     *
     * @param report the run's report; null if there is none
     * @param notes the remarks about the run, which appear on its track
     * @param beganNanos the time at which engines began to compute, by the coordinator's clock
     * @param lost the number of chunks that were dropped
     */
    void end(@Nullable RunReport report, List<Note> notes, long beganNanos, long lost) throws IOException {
        for (Map.Entry<Integer, Clock> clock : clocks.entrySet()) {
            settle(clock.getKey(), clock.getValue());
        }
        waits(meetings.rest());
        dropped += lost;
        long began = beganNanos - zeroNanos;
        if (report != null) {
            for (RunReport.EngineTimes engine : report.engines()) {
                if (clocks.containsKey(engine.id())) {
                    metadata("process_labels", engine.id(), 0, engine.host());
                    nameSpares(engine.id(), engine.threads().size());
                }
            }
            for (RunReport.Reconfiguration change : report.reconfigurations()) {
                mark(change.kind(), change.why(), began + Math.round(change.atSeconds() * MICROS) * 1000);
            }
        }
        for (Note note : notes) {
            mark("note", note.line(), began + Math.round(note.atSeconds() * MICROS) * 1000);
        }
        event(json -> {
            json.name("ph").value("M");
            json.name("name").value("moide_end");
            json.name("pid").value(RUN);
            json.name("tid").value(0);
            json.name("args").beginObject();
            json.name("events").value(written);
            json.name("flows").value(flows);
            json.name("dropped").value(dropped);
            json.endObject();
        });
        out.write("\n]\n");
        out.flush();
    }

    /**
     * Writes names for the threads that have replaced compute threads of workers; their numbers follow those of the
     * compute threads.
     */
    private void nameSpares(int engine, int computeThreads) throws IOException {
        for (int spare = computeThreads; tracks.contains(key(engine, spare)); spare++) {
            metadata("thread_name", engine, spare, "spare " + (spare - computeThreads));
        }
    }

    private void mark(String name, String why, long nanos) throws IOException {
        event(json -> {
            json.name("ph").value("i");
            json.name("s").value("g");
            json.name("name").value(name);
            json.name("cat").value("mark");
            place(json, RUN, 0, nanos);
            json.name("args").beginObject();
            json.name("why").value(why);
            json.endObject();
        });
    }

    private void metadata(String name, int process, int thread, String value) throws IOException {
        event(json -> {
            json.name("ph").value("M");
            json.name("name").value(name);
            json.name("pid").value(process);
            json.name("tid").value(thread);
            json.name("args").beginObject();
            json.name(name.equals("process_labels") ? "labels" : "name").value(value);
            json.endObject();
        });
    }

    private static void place(JsonWriter json, int process, int thread, long nanos) throws IOException {
        json.name("pid").value(process);
        json.name("tid").value(thread);
        json.name("ts").jsonValue(micros(nanos));
    }

    /** Converts nanoseconds to microseconds with three decimals. */
    private static String micros(long nanos) {
        String fraction = Long.toString(1000 + Math.abs(nanos % 1000)).substring(1);
        return (nanos < 0 && nanos > -1000 ? "-" : "") + nanos / 1000 + "." + fraction;
    }

    private void event(JsonText.Fields fields) throws IOException {
        StringWriter line = new StringWriter();
        try (JsonWriter json = new JsonWriter(line)) {
            json.setHtmlSafe(false);
            json.beginObject();
            fields.write(json);
            json.endObject();
        }
        out.write(written == 0 ? "\n" : ",\n");
        out.write(line.toString());
        written++;
    }

    /** Returns the number of events that were written so far. */
    long events() {
        return written;
    }

    /** Returns the number of events that were dropped. */
    long dropped() {
        return dropped;
    }
}
