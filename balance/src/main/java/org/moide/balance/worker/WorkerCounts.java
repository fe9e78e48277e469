package org.moide.balance.worker;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the workers of an engine have sent and done. Any thread.
 */
public final class WorkerCounts {
    /** In place of a number: it comes whenever it comes. */
    static final long UNORDERED = Long.MAX_VALUE;

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final LongAdder local = new LongAdder();
    private final LongAdder remote = new LongAdder();
    private final LongAdder forwarded = new LongAdder();
    private final LongAdder moves = new LongAdder();
    private final LongAdder movedBytes = new LongAdder();
    private volatile int mostHops;

    /** A message goes to another process: it counts until it has come, unless it sets nobody to work. */
    void sent(WorkerMessage message) {
        if (!(message instanceof WorkerMessage.Located)) {
            sent.incrementAndGet();
        }
    }

    void received(WorkerMessage message) {
        if (!(message instanceof WorkerMessage.Located)) {
            received.incrementAndGet();
        }
    }

    long sentMessages() {
        return sent.get();
    }

    long receivedMessages() {
        return received.get();
    }

    void local() {
        local.increment();
    }

    void remote() {
        remote.increment();
    }

    void forwarded(WorkerMessage.Task task) {
        forwarded.increment();
        if (task.hops() >= mostHops) {
            mostHops = task.hops() + 1;
        }
    }

    void moved(long bytes) {
        moves.increment();
        movedBytes.add(bytes);
    }

    /** Tasks sent to workers of the same engine. */
    public long localTasks() {
        return local.sum();
    }

    /** Tasks sent to other engines. */
    public long remoteTasks() {
        return remote.sum();
    }

    /** Tasks of others that were sent on from here. */
    public long forwardedTasks() {
        return forwarded.sum();
    }

    /** How often a task that was sent on from here had been sent on at most, roughly. */
    public int mostHops() {
        return mostHops;
    }

    /** Workers that left for another engine. */
    public long moves() {
        return moves.sum();
    }

    public long movedBytes() {
        return movedBytes.sum();
    }
}
