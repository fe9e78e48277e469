package org.moide.samples.bench;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.TaskCodec;
import org.moide.engine.UsageException;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;

/**
 * Measures the cost of a task that one worker sends to another, apart from the task's own work. A worker on the first
 * engine sends tasks to a worker on the same engine or on the last one, and the receiver counts them. Neither worker
 * moves. Some thousand tasks are in transit at once.
 *
 * <p>Reports {@code tasks}, {@code seconds}, {@code tasksPerSecond} and {@code nanosEach}, the last two for the second
 * half of the tasks, when the JVM has compiled the code.
 */
public final class WorkerBench implements WorkerApplication<WorkerBench.Counts, Serializable, WorkerBench.Counts> {
    private static final String TASKS = "--tasks";
    private static final String SIZE = "--size";
    private static final String BODY = "--body";
    private static final String THERE = "--there";
    private static final int DEFAULT_TASKS = 10_000_000;
    private static final int MOST_TASKS = 2_000_000_000;
    private static final int DEFAULT_SIZE = 32;
    private static final int MOST_SIZE = 1 << 20;
    private static final long SENDER = 0;
    private static final long RECEIVER = 1;

    /**
     * The number of tasks in a group. The receiver confirms each group; the sender has up to {@link #GROUPS} groups in
     * transit at the same time.
     */
    private static final int GROUP = 2_000;

    private static final int GROUPS = 4;

    /** The kinds of objects that are sent as tasks. */
    private enum Body {
        BYTES,
        RECORD,
        OBJECT,
        CODEC
    }

    /** A task that is a record of primitive values. */
    private record Reading(long sensor, int count, double value) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** A task that is an ordinary object, which Java serializes. */
    private static final class Note implements Serializable {
        private static final long serialVersionUID = 1L;

        final String text;
        final long number;

        Note(String text, long number) {
            this.text = text;
            this.number = number;
        }
    }

    /** A mark at the end of a group of tasks. The receiver sends it back; the sender then sends another group. */
    private record Mark() implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The counts of a worker's tasks. They are the worker's state, and also its result. Times are by the clock of the
     * sender's engine.
     */
    static final class Counts implements Serializable {
        private static final long serialVersionUID = 1L;

        long sent;
        long received;
        long marks;
        long startNanos;
        long halfNanos;
        long sentAtHalf;
        long endNanos;

        private Counts with(Counts other) {
            sent += other.sent;
            received += other.received;
            startNanos += other.startNanos;
            halfNanos += other.halfNanos;
            sentAtHalf += other.sentAtHalf;
            endNanos += other.endNanos;
            return this;
        }
    }

    @Override
    public String summary() {
        return "measures what a task from worker to worker costs beside its own work";
    }

    @Override
    public String usage() {
        return """
            --tasks n       how many; default %d
            --there         to a worker of the last engine; else to one of the same
            --body bytes|record|object|codec
                            of what: an array, a record of three numbers, an object, such an object written by
                            a codec of this application; default bytes
            --size n        of an array; default %d bytes""".formatted(DEFAULT_TASKS, DEFAULT_SIZE);
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(TASKS, SIZE, BODY), Set.of(THERE), 0);
        tasks(arguments);
        size(arguments);
        body(arguments);
    }

    private static int tasks(Arguments arguments) {
        return arguments.count(TASKS, DEFAULT_TASKS, 2 * GROUPS * GROUP, MOST_TASKS);
    }

    private static int size(Arguments arguments) {
        return arguments.count(SIZE, DEFAULT_SIZE, 0, MOST_SIZE);
    }

    private static Body body(Arguments arguments) {
        String word = arguments.text(BODY, "bytes");
        return switch (word) {
            case "bytes" -> Body.BYTES;
            case "record" -> Body.RECORD;
            case "object" -> Body.OBJECT;
            case "codec" -> Body.CODEC;
            default ->
                throw new UsageException(BODY + ": expected bytes, record, object or codec, found '" + word + "'");
        };
    }

    @Override
    public @Nullable TaskCodec<Serializable> codec(Arguments arguments) {
        return body(arguments) == Body.CODEC ? new NoteCodec() : null;
    }

    /** A codec for notes and marks. It writes a mark as an empty text. */
    private static final class NoteCodec implements TaskCodec<Serializable> {
        @Override
        public void write(Serializable task, DataOutput out) throws IOException {
            if (task instanceof Note note) {
                out.writeUTF(note.text);
                out.writeLong(note.number);
            } else {
                out.writeUTF("");
            }
        }

        @Override
        public Serializable read(DataInput in) throws IOException {
            String text = in.readUTF();
            return text.isEmpty() ? new Mark() : new Note(text, in.readLong());
        }
    }

    @Override
    public void begin(WorkerSetup<Serializable> setup) {
        boolean there = setup.arguments().flag(THERE);
        setup.worker(SENDER, Directives.NONE.startOn(0));
        setup.worker(RECEIVER, Directives.NONE.startOn(there ? setup.engines() - 1 : 0));
        for (int group = 0; group < GROUPS; group++) {
            setup.send(SENDER, new Mark());
        }
    }

    @Override
    public Counts state(long worker, WorkerContext<Counts, Serializable> context) {
        return new Counts();
    }

    @Override
    public void handle(Serializable task, WorkerContext<Counts, Serializable> context) {
        Counts counts = context.state();
        if (context.worker() == SENDER) {
            sendSome(counts, context);
        } else if (task instanceof Mark) {
            context.send(SENDER, task);
        } else {
            counts.received++;
        }
    }

    private static void sendSome(Counts counts, WorkerContext<Counts, Serializable> context) {
        long now = System.nanoTime();
        long tasks = tasks(context.arguments());
        if (counts.startNanos == 0) {
            counts.startNanos = now;
        }
        if (counts.halfNanos == 0 && counts.sent >= tasks / 2) {
            counts.halfNanos = now;
            counts.sentAtHalf = counts.sent;
        }
        if (counts.sent == tasks) {
            counts.endNanos = now; // the end of the last task in transit
            return;
        }
        Body body = body(context.arguments());
        int size = size(context.arguments());
        long end = Math.min(tasks, counts.sent + GROUP);
        for (; counts.sent < end; counts.sent++) {
            Serializable task = switch (body) {
                case BYTES -> new byte[size];
                case RECORD -> new Reading(counts.sent, size, 0.5);
                case OBJECT, CODEC -> new Note("reading", counts.sent);
            };
            context.send(RECEIVER, task);
        }
        context.send(RECEIVER, new Mark());
    }

    @Override
    public Counts result(long worker, Counts state) {
        return state;
    }

    @Override
    public Counts merge(Counts left, Counts right) {
        return left.with(right);
    }

    @Override
    public void handleResults(Counts result, Report report) {
        if (result.received != result.sent) {
            throw new IllegalStateException("expected " + result.sent + " tasks, found " + result.received);
        }
        double seconds = (result.endNanos - result.halfNanos) / 1e9;
        long tasks = result.sent - result.sentAtHalf;
        report.put("tasks", result.sent);
        report.put("seconds", (result.endNanos - result.startNanos) / 1e9);
        report.put("tasksPerSecond", tasks / seconds);
        report.put("nanosEach", seconds * 1e9 / tasks);
    }
}
