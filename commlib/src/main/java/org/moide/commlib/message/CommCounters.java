package org.moide.commlib.message;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.trace.ThreadTrace;
import org.moide.commlib.trace.ThreadTraces;

/**
 * The counters of one compute thread: messages and bytes sent to each engine, and time waited for each. Only that
 * thread writes them, any thread reads them. Each figure is exact, but a reader may see one figure updated before
 * another.
 */
public final class CommCounters {
    /**
     * Padding at both ends, so that no other thread writes to the same cache lines; two lines, since processors fetch
     * two at once.
     */
    private static final int APART = 16;

    /** The index, in {@link #figures}, of the number of collectives. */
    private static final int COLLECTIVES = APART;

    private static final int COLLECTIVE_BYTES = APART + 1;
    private static final int ENCODINGS = APART + 2;
    private static final int COMMUNICATING_NANOS = APART + 3;
    private static final int ACCOUNTED_NANOS = APART + 4;
    private static final int FIRST_PRIMITIVE = APART + 5;
    private static final int FIRST_ENGINE = FIRST_PRIMITIVE + Primitive.COUNT;

    /** The index of the number of messages among the figures of one engine. */
    private static final int MESSAGES = 0;

    private static final int BYTES = 1;
    private static final int WAITING_NANOS = 2;
    private static final int FIGURES = 3;

    private final ThreadTrace trace;
    private final int ownEngine;
    private final int engines;
    private final AtomicLongArray figures;

    /** The engine that the thread waits for, if it waits now. Only that thread uses it. */
    private int peer;

    /** The index to which waiting time is added, that of the current primitive. Only that thread uses it. */
    private int primitive = FIRST_PRIMITIVE + Primitive.OTHER.place();

    /**
     * Creates counters that are all 0.
     *
     * @param engines the number of engines
     * @param ownEngine the number of the thread's own engine
     */
    public CommCounters(int engines, int ownEngine) {
        this(engines, ownEngine, ThreadTraces.untold());
    }

    /** Creates counters of a thread that records what it does in {@code trace}. */
    public CommCounters(int engines, int ownEngine, ThreadTrace trace) {
        this.trace = trace;
        this.ownEngine = ownEngine;
        this.engines = engines;
        figures = new AtomicLongArray(FIRST_ENGINE + engines * FIGURES + APART);
        peer = ownEngine;
    }

    /** Returns the trace in which the thread records what it does. */
    public ThreadTrace trace() {
        return trace;
    }

    /** Records that the thread enters the application. */
    public void begins() {
        trace.begins(ThreadTrace.COMPUTE);
    }

    /** Records that the current primitive has ended. */
    public void ended() {
        trace.endsAll();
    }

    /** Returns the number of engines for which there are counters. */
    public int engines() {
        return engines;
    }

    /** Returns the number of messages sent to threads of an engine, including those of collectives between engines. */
    public long messagesTo(int engine) {
        return figures.get(at(engine, MESSAGES));
    }

    /** Returns the bytes of data in {@link #messagesTo}. */
    public long bytesTo(int engine) {
        return figures.get(at(engine, BYTES));
    }

    /** Returns the time spent waiting for messages of an engine, or for it to take a message. */
    public long waitingNanosFor(int engine) {
        return figures.get(at(engine, WAITING_NANOS));
    }

    /** Returns the total time that the thread has waited in one primitive. */
    public long waitingNanosIn(Primitive which) {
        return figures.get(FIRST_PRIMITIVE + which.place());
    }

    /** Returns {@link #waitingNanosIn} by the primitives' names, only for those in which the thread has waited. */
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

    /** Returns the number of collectives that this thread called, barriers included. */
    public long collectives() {
        return figures.get(COLLECTIVES);
    }

    /**
     * Returns the bytes of data that this thread gave to collectives, or that it received where it gave none. Objects
     * count as 0.
     */
    public long collectiveBytes() {
        return figures.get(COLLECTIVE_BYTES);
    }

    /** Returns the number of messages sent to threads of the same engine. */
    public long localMessages() {
        return messagesTo(ownEngine);
    }

    /** Returns the number of messages sent to other engines, including those of collectives. */
    public long remoteMessages() {
        return sum(MESSAGES) - localMessages();
    }

    /** Returns the bytes of data in {@link #localMessages}. Objects count as 0, since they are passed by reference. */
    public long localBytes() {
        return bytesTo(ownEngine);
    }

    /** Returns the bytes of data in {@link #remoteMessages}. */
    public long remoteBytes() {
        return sum(BYTES) - localBytes();
    }

    /**
     * Returns how many objects and slices this thread encoded or decoded; 0 if it only communicates within its engine.
     */
    public long encodings() {
        return figures.get(ENCODINGS);
    }

    /** Returns the time spent waiting for peers, without the first checks of a wait, which are not timed. */
    public long waitingNanos() {
        return sum(WAITING_NANOS);
    }

    /**
     * Returns the time spent in primitives without {@link #waitingNanos}. Of short primitives, only a sample is timed
     * and scaled up.
     */
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

    /**
     * Sets the engine with which the thread communicates from here on; its waiting times are added to this engine's
     * figures.
     */
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

    /** Sets the primitive to whose waiting time the following waits are added. */
    public void within(Primitive which) {
        primitive = FIRST_PRIMITIVE + which.place();
    }

    /** Adds waiting time to the figures of the engine last set by {@link #meets}. */
    public void addWaiting(long nanos) {
        account(nanos);
        add(primitive, nanos);
        add(at(peer, WAITING_NANOS), nanos);
        trace.waited(peer, nanos);
    }

    /** Adds waiting time to the figures of this thread's own engine. */
    public void addWaitingHere(long nanos) {
        account(nanos);
        add(primitive, nanos);
        add(at(ownEngine, WAITING_NANOS), nanos);
        trace.waited(ownEngine, nanos);
    }

    /** Adds communication time, without the time waited meanwhile. */
    public void addCommunicating(long nanos) {
        account(nanos);
        add(COMMUNICATING_NANOS, nanos);
    }

    /** Returns all waiting and communication time so far. Only for the thread itself. */
    public long accountedNanos() {
        return figures.getPlain(ACCOUNTED_NANOS);
    }

    private void account(long nanos) {
        figures.setPlain(ACCOUNTED_NANOS, accountedNanos() + nanos);
    }

    /**
     * Adds to a figure. Since there is one writer, a release store is enough; on most processors it is an ordinary
     * store.
     */
    private void add(int index, long amount) {
        figures.setRelease(index, figures.getPlain(index) + amount);
    }
}
