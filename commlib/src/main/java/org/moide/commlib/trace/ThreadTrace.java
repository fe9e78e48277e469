package org.moide.commlib.trace;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;

/**
 * The trace of one compute thread: the begins and ends that the thread reports become nested slices. If nothing
 * records or listens, a report costs one read of a field. Recorded events wait in a ring buffer until they are taken;
 * if the buffer is full, new events are dropped and counted.
 *
 * <p>Threads: only the compute thread calls {@code begins}, {@code ends} and the other reports; only one other thread
 * calls {@link #take}.
 */
public final class ThreadTrace {
    /** The name of the slice of a thread's whole time in the application. */
    public static final String COMPUTE = "compute";

    /** The name of slices of tasks; many short tasks form one slice. */
    public static final String TASK = "task";

    /** The name of slices of waiting, in any primitive. */
    public static final String WAIT = "wait";

    /**
     * The name of slices in which the thread has no task, because it looks for one. Those too short to see are not
     * recorded.
     */
    public static final String FETCH = "fetch";

    static final int CAPACITY = 1 << 14;

    private static final int MOST_DEPTH = 16;

    /**
     * The time below which a gap between two tasks is too short to see, so that the tasks form one slice. Shorter
     * {@link #FETCH} slices are not recorded.
     */
    private static final long APART_NANOS = 20_000;

    private static final long SLICE_NANOS = 500_000;

    private final int thread;
    private final Ticker ticker;
    private volatile boolean on;
    private volatile boolean recording;
    private volatile @Nullable Listener listener;

    // --- used by the compute thread only ----------------------------------------------------------------------------

    private int depth;
    private final @Nullable String[] names = new String[MOST_DEPTH];
    private final long[] starts = new long[MOST_DEPTH];
    private final long[] waits = new long[MOST_DEPTH];
    private final int[] peers = new int[MOST_DEPTH];
    private long taskStart;
    private long taskEnd;
    private long tasks; // ended tasks that are not recorded yet

    // --- the ring buffer; null until something is recorded ----------------------------------------------------------

    private volatile TraceEvent @Nullable [] ring;
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    ThreadTrace(int thread, Ticker ticker) {
        this.thread = thread;
        this.ticker = ticker;
    }

    /** A listener that gets the events when they happen. Called on the compute thread. */
    public interface Listener {
        /** Learns that a slice begins, inside of {@code depth} other open slices. */
        void begins(int depth, String name);

        /**
         * Learns that a slice has ended.
         *
         * @param nanos its length
         * @param waitNanos the part of it that was waiting
         * @param peer the engine that it last waited for; below 0 if none
         */
        void ends(int depth, String name, long nanos, long waitNanos, int peer);

        /** Learns that a message was sent to another engine, or received from one. */
        void message(boolean sent, int engine, long bytes);
    }

    /** Sets whether events are recorded, and who listens. Any thread may call it. */
    void turn(boolean record, @Nullable Listener hears) {
        if (record && ring == null) {
            ring = new TraceEvent[CAPACITY];
        }
        recording = record;
        listener = hears;
        on = record || hears != null;
    }

    /** Returns whether events are recorded or listened to. */
    public boolean isOn() {
        return on;
    }

    /** Begins a slice, the time in which the thread does one thing, inside of the slices that are open. */
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

    /** Ends the slice that was begun last. */
    public void ends() {
        if (depth > 0) {
            pop();
        }
    }

    /** Ends all open slices, also after an exception. Called when the thread is done. */
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

    /** Takes the end of a task. Its slice is recorded later, since the next task may join it. */
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

    /** Reports that the thread has waited for an engine until now, inside of the slice begun last. */
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
     * Reports a message that was sent to another engine, or received from one.
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

    /** Returns the number of events dropped so far because the buffer was full. */
    long dropped() {
        return dropped.get();
    }

    /** Returns the oldest recorded event, or null; it stays until {@link #take}. */
    @Nullable
    TraceEvent peek() {
        TraceEvent[] from = ring;
        long at = taken.getPlain();
        return from == null || at == written.getAcquire() ? null : from[(int) (at & (CAPACITY - 1))];
    }

    /** Removes the oldest recorded event. */
    void take() {
        taken.setRelease(taken.getPlain() + 1);
    }
}
