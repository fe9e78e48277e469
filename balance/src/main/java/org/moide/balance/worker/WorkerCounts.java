package org.moide.balance.worker;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.moide.balance.worker.leave.LastCounts;

/** The counts of what the workers of an engine have sent and done. Any thread. */
public final class WorkerCounts {
    /** The number in place of an order: it comes whenever it comes. */
    static final long UNORDERED = Long.MAX_VALUE;

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    // What was sent by who had passed a cut of an even number, and of an odd one: only two are ever under way.
    private final AtomicLong[] sentAfter = {new AtomicLong(), new AtomicLong()};
    private final AtomicLong[] receivedAfter = {new AtomicLong(), new AtomicLong()};
    private final LongAdder remote = new LongAdder();
    private final LongAdder forwarded = new LongAdder();
    private final LongAccumulator mostForwards = new LongAccumulator(Math::max, 0);
    private final LongAdder moves = new LongAdder();
    private final LongAdder movedBytes = new LongAdder();

    /** A message goes to another process: it counts until it has come, unless it sets nobody to work. */
    void sent(WorkerMessage message) {
        if (!(message instanceof WorkerMessage.Located)) {
            sent.incrementAndGet();
        }
        if (message.cut() != WorkerMessage.NO_CUT) {
            sentAfter[message.cut() & 1].incrementAndGet();
        }
    }

    /** Takes back a message that could not be sent after all. */
    void unsent(WorkerMessage message) {
        if (!(message instanceof WorkerMessage.Located)) {
            sent.decrementAndGet();
        }
        if (message.cut() != WorkerMessage.NO_CUT) {
            sentAfter[message.cut() & 1].decrementAndGet();
        }
    }

    void received(WorkerMessage message) {
        if (!(message instanceof WorkerMessage.Located)) {
            received.incrementAndGet();
        }
        if (message.cut() != WorkerMessage.NO_CUT) {
            receivedAfter[message.cut() & 1].incrementAndGet();
        }
    }

    /** Messages to other processes by who had passed this cut and no later one. */
    long sentAfter(int cut) {
        return sentAfter[cut & 1].get();
    }

    long receivedAfter(int cut) {
        return receivedAfter[cut & 1].get();
    }

    /** The counts when nothing more can come or go. */
    public LastCounts last() {
        return new LastCounts(
                sent.get(),
                received.get(),
                sentAfter[0].get(),
                sentAfter[1].get(),
                receivedAfter[0].get(),
                receivedAfter[1].get());
    }

    long sentMessages() {
        return sent.get();
    }

    long receivedMessages() {
        return received.get();
    }

    void remote() {
        remote.increment();
    }

    /** A task is sent on, for the n-th time. */
    void forwarded(int times) {
        forwarded.increment();
        mostForwards.accumulate(times);
    }

    void moved(long bytes) {
        moves.increment();
        movedBytes.add(bytes);
    }

    /** Tasks sent to other engines. */
    public long remoteTasks() {
        return remote.sum();
    }

    /** Tasks of others that were sent on from here. */
    public long forwardedTasks() {
        return forwarded.sum();
    }

    /** The most times that a task had been sent on when it was sent on from here; 0 if none was. */
    public long mostForwards() {
        return mostForwards.get();
    }

    /** Workers that left for another engine. */
    public long moves() {
        return moves.sum();
    }

    public long movedBytes() {
        return movedBytes.sum();
    }
}
