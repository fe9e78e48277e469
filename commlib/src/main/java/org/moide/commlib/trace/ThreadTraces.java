package org.moide.commlib.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;

/**
 * The traces of all compute threads of an engine, through all its epochs. Any thread may call it, but only one thread
 * at a time calls {@link #take}.
 */
public final class ThreadTraces {
    private final Ticker ticker;
    private final List<ThreadTrace> traces = new CopyOnWriteArrayList<>();
    private boolean recording;
    private @Nullable IntFunction<ThreadTrace.Listener> listeners;
    private long droppedBefore;

    public ThreadTraces(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Returns a trace that records nothing and has no listener, for a thread that need not be traced. */
    public static ThreadTrace untold() {
        return new ThreadTraces(() -> 0).of(0);
    }

    /** Returns the trace of a thread; creates it at the first call. */
    public synchronized ThreadTrace of(int thread) {
        while (traces.size() <= thread) {
            ThreadTrace made = new ThreadTrace(traces.size(), ticker);
            traces.add(made);
            turn(made, traces.size() - 1);
        }
        return traces.get(thread);
    }

    /** Sets whether all threads' events are recorded. */
    public synchronized void record(boolean wanted) {
        if (wanted != recording) {
            recording = wanted;
            turnAll();
        }
    }

    /** Sets the listeners to the threads' events, by thread index; null for none. */
    public synchronized void listen(@Nullable IntFunction<ThreadTrace.Listener> by) {
        if (by != listeners) {
            listeners = by;
            turnAll();
        }
    }

    private void turnAll() {
        for (int thread = 0; thread < traces.size(); thread++) {
            turn(traces.get(thread), thread);
        }
    }

    private void turn(ThreadTrace trace, int thread) {
        IntFunction<ThreadTrace.Listener> by = listeners;
        trace.turn(recording, by == null ? null : by.apply(thread));
    }

    /**
     * Removes recorded events, as many as fit in {@code mostBytes} bytes, and returns them in encoded form. Returns an
     * empty array if there are none.
     */
    public byte[] take(int mostBytes) {
        TraceBytes.Writer into = new TraceBytes.Writer(mostBytes);
        List<ThreadTrace> left = new ArrayList<>(traces);
        while (!left.isEmpty()) {
            left.removeIf(trace -> {
                TraceEvent event = trace.peek();
                if (event == null || !into.add(event)) {
                    return true;
                }
                trace.take();
                return false;
            });
        }
        return into.bytes();
    }

    /** Returns the number of events dropped since the last call because buffers were full. */
    public long takeDropped() {
        long all = traces.stream().mapToLong(ThreadTrace::dropped).sum();
        long since = all - droppedBefore;
        droppedBefore = all;
        return since;
    }
}
