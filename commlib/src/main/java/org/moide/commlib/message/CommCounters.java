package org.moide.commlib.message;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one compute thread has sent to whom, and for whom it waited how long. Written by that thread alone, read by any; each figure is
 * exact, but a reader may see one before another.
 */
public final class CommCounters {
    /** Where in {@link #byEngine} an engine's figures are. */
    private static final int MESSAGES = 0;

    private static final int BYTES = 1;
    private static final int WAITING_NANOS = 2;
    private static final int FIGURES = 3;

    private final int ownEngine;
    private final AtomicLongArray byEngine;
    private final AtomicLong collectives = new AtomicLong();
    private final AtomicLong collectiveBytes = new AtomicLong();
    private final AtomicLong encodedObjects = new AtomicLong();
    private final AtomicLong communicatingNanos = new AtomicLong();

    /** Whom the thread waits for if it waits now; only that thread knows. */
    private int peer;

    /**
     * Makes counters that stand at 0.
     *
     * @param engines how many there are
     * @param ownEngine the number of the thread's own
     */
    CommCounters(int engines, int ownEngine) {
        this.ownEngine = ownEngine;
        byEngine = new AtomicLongArray(engines * FIGURES);
        peer = ownEngine;
    }

    /** How many engines are counted for. */
    public int engines() {
        return byEngine.length() / FIGURES;
    }

    /** Messages sent to threads of an engine, those of collectives between engines too. */
    public long messagesTo(int engine) {
        return byEngine.get(engine * FIGURES + MESSAGES);
    }

    /** Bytes of data in {@link #messagesTo}. */
    public long bytesTo(int engine) {
        return byEngine.get(engine * FIGURES + BYTES);
    }

    /** Time spent waiting for messages of an engine, or for it to take one. */
    public long waitingNanosFor(int engine) {
        return byEngine.get(engine * FIGURES + WAITING_NANOS);
    }

    /** How often this thread called a collective; barriers are some. */
    public long collectives() {
        return collectives.get();
    }

    /** Bytes of data that this thread gave to collectives, or was given where it gave none; objects count as none. */
    public long collectiveBytes() {
        return collectiveBytes.get();
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
        return encodedObjects.get();
    }

    /** Time spent waiting for peers, once looking had not helped. */
    public long waitingNanos() {
        return sum(WAITING_NANOS);
    }

    /** Time spent in calls to other engines and in encoding for them. */
    public long communicatingNanos() {
        return communicatingNanos.get();
    }

    private long sum(int figure) {
        long sum = 0;
        for (int at = figure; at < byEngine.length(); at += FIGURES) {
            sum += byEngine.get(at);
        }
        return sum;
    }

    /** What follows is sent to this engine, received from it, or waits for it. */
    void meets(int engine) {
        peer = engine;
    }

    void countMessage(int engine, long bytes) {
        peer = engine;
        add(engine * FIGURES + MESSAGES, 1);
        add(engine * FIGURES + BYTES, bytes);
    }

    void countCollective(long bytes) {
        add(collectives, 1);
        add(collectiveBytes, bytes);
    }

    void countEncoding() {
        add(encodedObjects, 1);
    }

    /** Waited for the engine that was met last. */
    void addWaiting(long nanos) {
        add(peer * FIGURES + WAITING_NANOS, nanos);
    }

    /** Waited for threads of its own engine. */
    void addWaitingHere(long nanos) {
        add(ownEngine * FIGURES + WAITING_NANOS, nanos);
    }

    void addCommunicating(long nanos) {
        add(communicatingNanos, nanos);
    }

    /** One writer, so no atomic addition is needed: a release store is an ordinary store on most processors. */
    private static void add(AtomicLong counter, long amount) {
        counter.setRelease(counter.getPlain() + amount);
    }

    private void add(int index, long amount) {
        byEngine.setRelease(index, byEngine.getPlain(index) + amount);
    }
}
