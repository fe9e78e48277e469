package org.moide.commlib.message;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.trace.ThreadTraces;

/**
 * Counts of one compute thread: what it has sent to whom, and for whom it waited how long. Written by that thread
 * alone, read by any; each figure is exact, but a reader may see one before another.
 */
public final class CommCounters {
    /**
     * Padding at both ends, so that no other thread writes to the same lines of memory; two lines, since processors
     * fetch two.
     */
    private static final int APART = 16;

    /** The place of the thread's collectives in {@link #figures}. */
    private static final int COLLECTIVES = APART;

    private static final int COLLECTIVE_BYTES = APART + 1;
    private static final int ENCODINGS = APART + 2;
    private static final int COMMUNICATING_NANOS = APART + 3;
    private static final int ACCOUNTED_NANOS = APART + 4;
    private static final int FIRST_PRIMITIVE = APART + 5;
    private static final int FIRST_ENGINE = FIRST_PRIMITIVE + Primitive.COUNT;

    /** The place of an engine's messages, from its first figure on. */
    private static final int MESSAGES = 0;

    private static final int BYTES = 1;
    private static final int WAITING_NANOS = 2;
    private static final int FIGURES = 3;

    private final ThreadTrace trace;
    private final int ownEngine;
    private final int engines;
    private final AtomicLongArray figures;

    /** The engine that the thread waits for, if it waits now; only that thread knows. */
    private int peer;

    /** The primitive in which it is, where its waiting is added; only that thread knows. */
    private int primitive = FIRST_PRIMITIVE + Primitive.OTHER.place();

    /**
     * Makes counters that stand at 0.
     *
     * @param engines how many there are
     * @param ownEngine the number of the thread's own
     */
    public CommCounters(int engines, int ownEngine) {
        this(engines, ownEngine, ThreadTraces.untold());
    }

    /** Makes counters of a thread that says what it does there. */
    public CommCounters(int engines, int ownEngine, ThreadTrace trace) {
        this.trace = trace;
        this.ownEngine = ownEngine;
        this.engines = engines;
        figures = new AtomicLongArray(FIRST_ENGINE + engines * FIGURES + APART);
        peer = ownEngine;
    }

    /** The trace in which the thread says what it does. */
    public ThreadTrace trace() {
        return trace;
    }

    /** The thread enters the application. */
    public void begins() {
        trace.begins(ThreadTrace.COMPUTE);
    }

    /** Ends the primitive. */
    public void ended() {
        trace.endsAll();
    }

    /** The number of engines that are counted for. */
    public int engines() {
        return engines;
    }

    /** Messages sent to threads of an engine, those of collectives between engines too. */
    public long messagesTo(int engine) {
        return figures.get(at(engine, MESSAGES));
    }

    /** Bytes of data in {@link #messagesTo}. */
    public long bytesTo(int engine) {
        return figures.get(at(engine, BYTES));
    }

    /** Time spent waiting for messages of an engine, or for it to take one. */
    public long waitingNanosFor(int engine) {
        return figures.get(at(engine, WAITING_NANOS));
    }

    /** Time spent waiting in a primitive. */
    public long waitingNanosIn(Primitive which) {
        return figures.get(FIRST_PRIMITIVE + which.place());
    }

    /** {@link #waitingNanosIn} by the primitives' names, without those in which nothing was waited. */
    public Map<String, Long> waits() {
        Map<String, Long> waits = new HashMap<>();
        for (Primitive primitive : Primitive.values()) {
            long nanos = waitingNanosIn(primitive);
            if (nanos > 0) {
                waits.put(primitive.words(), nanos);
            }
        }
        return waits;
    }

    /** The number of collectives that this thread called; barriers are some. */
    public long collectives() {
        return figures.get(COLLECTIVES);
    }

    /** Bytes of data that this thread gave to collectives, or was given where it gave none; objects count as none. */
    public long collectiveBytes() {
        return figures.get(COLLECTIVE_BYTES);
    }

    /** Messages sent to threads of the same engine. */
    public long localMessages() {
        return messagesTo(ownEngine);
    }

    /** Messages sent to other engines, those of collectives too. */
    public long remoteMessages() {
        return sum(MESSAGES) - localMessages();
    }

    /** Bytes of data in {@link #localMessages}; objects count as none, for they are handed over. */
    public long localBytes() {
        return bytesTo(ownEngine);
    }

    /** Bytes of data in {@link #remoteMessages}. */
    public long remoteBytes() {
        return sum(BYTES) - localBytes();
    }

    /** Objects and slices that this thread turned into bytes or back: none as long as it talks to its own engine. */
    public long encodings() {
        return figures.get(ENCODINGS);
    }

    /** Time spent waiting for peers, once looking had not helped. */
    public long waitingNanos() {
        return sum(WAITING_NANOS);
    }

    /** Time spent in primitives, but for {@link #waitingNanos}; of short ones a sample is timed and counts for all. */
    public long communicatingNanos() {
        return figures.get(COMMUNICATING_NANOS);
    }

    private long sum(int figure) {
        long sum = 0;
        for (int engine = 0; engine < engines; engine++) {
            sum += figures.get(at(engine, figure));
        }
        return sum;
    }

    private static int at(int engine, int figure) {
        return FIRST_ENGINE + engine * FIGURES + figure;
    }

    /** Says that what follows is sent to this engine, received from it, or waits for it. */
    public void meets(int engine) {
        if (peer != engine) {
            peer = engine;
        }
    }

    public void countMessage(int engine, long bytes) {
        meets(engine);
        add(at(engine, MESSAGES), 1);
        add(at(engine, BYTES), bytes);
    }

    public void countCollective(long bytes) {
        add(COLLECTIVES, 1);
        if (bytes != 0) {
            add(COLLECTIVE_BYTES, bytes);
        }
    }

    public void countEncoding() {
        add(ENCODINGS, 1);
    }

    /** Counts the waits from here on for this primitive. */
    public void within(Primitive which) {
        primitive = FIRST_PRIMITIVE + which.place();
    }

    /** Waited for the engine that was met last. */
    public void addWaiting(long nanos) {
        account(nanos);
        add(primitive, nanos);
        add(at(peer, WAITING_NANOS), nanos);
        trace.waited(peer, nanos);
    }

    /** Waited for threads of its own engine. */
    public void addWaitingHere(long nanos) {
        account(nanos);
        add(primitive, nanos);
        add(at(ownEngine, WAITING_NANOS), nanos);
        trace.waited(ownEngine, nanos);
    }

    /** Communicated, besides what was waited meanwhile. */
    public void addCommunicating(long nanos) {
        account(nanos);
        add(COMMUNICATING_NANOS, nanos);
    }

    /** All time that was waited or communicated until now. For the thread itself. */
    public long accountedNanos() {
        return figures.getPlain(ACCOUNTED_NANOS);
    }

    private void account(long nanos) {
        figures.setPlain(ACCOUNTED_NANOS, accountedNanos() + nanos);
    }

    /**
     * Adds to a figure: there is one writer, so a release store does, which is an ordinary store on most processors.
     */
    private void add(int index, long amount) {
        figures.setRelease(index, figures.getPlain(index) + amount);
    }
}
