package org.moide.commlib.trace;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;

/**
 * The trace of one compute thread: it says when something begins and ends, and here that becomes slices, which nest. As
 * long as nobody wants to know, that costs a look at a field. What is written down waits in a ring until it is taken;
 * if the ring is full, what comes is dropped and counted.
 *
 * <p>Threads: {@code begins}, {@code ends} and their like belong to the compute thread; {@link #take} to one other.
 */
public final class ThreadTrace {
    /** The name of a thread's whole time in the application. */
    public static final String COMPUTE = "compute";

    /** The name of tasks, of which many short ones become one slice. */
    public static final String TASK = "task";

    /** The name of waiting, in whatever primitive. */
    public static final String WAIT = "wait";

    /** The name of having no task: what is shorter than can be seen is not written down. */
    public static final String FETCH = "fetch";

    static final int CAPACITY = 1 << 14;

    private static final int MOST_DEPTH = 16;

    /** Tasks with less between them, that are shorter than a slice that can be seen, become one. */
    private static final long APART_NANOS = 20_000;

    private static final long SLICE_NANOS = 500_000;

    private final int thread;
    private final Ticker ticker;
    private volatile boolean on;
    private volatile boolean recording;
    private volatile @Nullable Listener listener;

    // --- the compute thread's

    private int depth;
    private final @Nullable String[] names = new String[MOST_DEPTH];
    private final long[] starts = new long[MOST_DEPTH];
    private final long[] waits = new long[MOST_DEPTH];
    private final int[] peers = new int[MOST_DEPTH];
    private long taskStart;
    private long taskEnd;
    private long tasks; // that have ended and are not written yet

    // --- the ring; null until something is recorded

    private volatile TraceEvent @Nullable [] ring;
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    ThreadTrace(int thread, Ticker ticker) {
        this.thread = thread;
        this.ticker = ticker;
    }

    /** Hears the same as is written down, at the same moment. Called on the compute thread. */
    public interface Listener {
        /** A slice begins. */
        void begins(int depth, String name);

        /**
         * Hears that something ended.
         *
         * @param nanos how long it took
         * @param waitNanos what of it was waiting
         * @param peer the engine that was waited for last; below 0 if none
         */
        void ends(int depth, String name, long nanos, long waitNanos, int peer);

        /** A message goes to another engine, or comes from one. */
        void message(boolean sent, int engine, long bytes);
    }

    /** Decides what becomes of what the thread does. Any thread. */
    void turn(boolean record, @Nullable Listener hears) {
        if (record && ring == null) {
            ring = new TraceEvent[CAPACITY];
        }
        recording = record;
        listener = hears;
        on = record || hears != null;
    }

    /** Returns whether somebody wants to know. */
    public boolean isOn() {
        return on;
    }

    /** Begins something, inside of what has begun before. */
    public void begins(String name) {
        if (on) {
            push(name);
        }
    }

    private void push(String name) {
        if (depth < MOST_DEPTH) {
            Listener hears = listener;
            if (hears != null) {
                hears.begins(depth, name);
            }
            names[depth] = name;
            waits[depth] = 0;
            peers[depth] = -1;
            starts[depth] = ticker.nanoTime();
        }
        depth++;
    }

    /** Ends what has begun last. */
    public void ends() {
        if (depth > 0) {
            pop();
        }
    }

    /** The thread is done: all that has begun ends, however it came here. */
    public void endsAll() {
        while (depth > 0) {
            pop();
        }
    }

    private void pop() {
        depth--;
        if (depth >= MOST_DEPTH) {
            return;
        }
        String name = names[depth];
        if (name == null) {
            return;
        }
        long now = ticker.nanoTime();
        if (recording) {
            if (name.equals(TASK)) {
                taskEnds(starts[depth], now);
            } else if (!name.equals(FETCH) || now - starts[depth] >= APART_NANOS) {
                writeTasks();
                write(new TraceEvent(TraceEvent.Kind.SLICE, thread, name, starts[depth], now - starts[depth], -1, 0));
            }
        }
        Listener hears = listener;
        if (hears != null) {
            hears.ends(depth, name, now - starts[depth], waits[depth], peers[depth]);
        }
    }

    /** A task has ended; it waits to be written, since the next may join it. */
    private void taskEnds(long start, long end) {
        boolean joins = tasks > 0 && start - taskEnd < APART_NANOS && end - taskStart < SLICE_NANOS;
        if (!joins) {
            writeTasks();
            taskStart = start;
        }
        taskEnd = end;
        tasks++;
    }

    private void writeTasks() {
        if (tasks > 0) {
            write(new TraceEvent(TraceEvent.Kind.SLICE, thread, TASK, taskStart, taskEnd - taskStart, -1, tasks));
            tasks = 0;
        }
    }

    /** Says that it has waited until now for an engine, in what has begun last. */
    public void waited(int engine, long nanos) {
        if (!on || depth == 0 || depth > MOST_DEPTH) {
            return;
        }
        waits[depth - 1] += nanos;
        peers[depth - 1] = engine;
        if (recording) {
            long now = ticker.nanoTime();
            long start = Math.max(now - nanos, starts[depth - 1]);
            write(new TraceEvent(TraceEvent.Kind.SLICE, thread, WAIT, start, now - start, engine, 0));
        }
    }

    /**
     * A message has gone to another engine, or has come from one.
     *
     * @param key the same at both ends
     */
    public void message(boolean sent, int engine, long key, long bytes) {
        if (!on) {
            return;
        }
        if (recording) {
            TraceEvent.Kind kind = sent ? TraceEvent.Kind.SENT : TraceEvent.Kind.RECEIVED;
            write(new TraceEvent(kind, thread, "", ticker.nanoTime(), key, engine, bytes));
        }
        Listener hears = listener;
        if (hears != null) {
            hears.message(sent, engine, bytes);
        }
    }

    private void write(TraceEvent event) {
        TraceEvent[] into = ring;
        long at = written.getPlain();
        if (into == null || at - taken.getAcquire() >= into.length) {
            dropped.lazySet(dropped.getPlain() + 1);
            return;
        }
        into[(int) (at & (CAPACITY - 1))] = event;
        written.setRelease(at + 1);
    }

    /** The number of events that were dropped so far. */
    long dropped() {
        return dropped.get();
    }

    /** The oldest that is there, or null; it stays until {@link #take}. */
    @Nullable
    TraceEvent peek() {
        TraceEvent[] from = ring;
        long at = taken.getPlain();
        return from == null || at == written.getAcquire() ? null : from[(int) (at & (CAPACITY - 1))];
    }

    /** The oldest makes room. */
    void take() {
        taken.setRelease(taken.getPlain() + 1);
    }
}
