package org.moide.commlib.message;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one compute thread has sent and how long it waited. Written by that thread alone, read by any; each figure is
 * exact, but a reader may see one before another.
 */
public final class CommCounters {
    private final AtomicLong localMessages = new AtomicLong();
    private final AtomicLong remoteMessages = new AtomicLong();
    private final AtomicLong localBytes = new AtomicLong();
    private final AtomicLong remoteBytes = new AtomicLong();
    private final AtomicLong encodedObjects = new AtomicLong();
    private final AtomicLong waitingNanos = new AtomicLong();
    private final AtomicLong communicatingNanos = new AtomicLong();

    CommCounters() {}

    /** Messages sent to threads of the same engine. */
    public long localMessages() {
        return localMessages.get();
    }

    /** Messages sent to other engines, those of collectives too. */
    public long remoteMessages() {
        return remoteMessages.get();
    }

    /** Bytes of data in {@link #localMessages}; objects count as none, for they are handed over. */
    public long localBytes() {
        return localBytes.get();
    }

    /** Bytes of data in {@link #remoteMessages}. */
    public long remoteBytes() {
        return remoteBytes.get();
    }

    /** Objects and slices that this thread turned into bytes or back: none as long as it talks to its own engine. */
    public long encodings() {
        return encodedObjects.get();
    }

    /** Time spent waiting for peers, once looking had not helped. */
    public long waitingNanos() {
        return waitingNanos.get();
    }

    /** Time spent in calls to other engines and in encoding for them. */
    public long communicatingNanos() {
        return communicatingNanos.get();
    }

    void countLocal(long bytes) {
        add(localMessages, 1);
        add(localBytes, bytes);
    }

    void countRemote(long bytes) {
        add(remoteMessages, 1);
        add(remoteBytes, bytes);
    }

    void countEncoding() {
        add(encodedObjects, 1);
    }

    void addWaiting(long nanos) {
        add(waitingNanos, nanos);
    }

    void addCommunicating(long nanos) {
        add(communicatingNanos, nanos);
    }

    /** One writer, so no atomic addition is needed: a release store is an ordinary store on most processors. */
    private static void add(AtomicLong counter, long amount) {
        counter.setRelease(counter.getPlain() + amount);
    }
}
