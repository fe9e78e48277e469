package org.moide.balance.worker;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.moide.balance.worker.leave.LastCounts;

/** A set of counters of an engine's workers: messages, tasks and moves. Any thread may use it. */
public final class WorkerCounts {
    /** The sequence number of tasks that may be delivered in any order. */
    static final long UNORDERED = Long.MAX_VALUE;

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    // By the parity of the sender's last cut, since messages of at most two cuts are under way.
    private final AtomicLong[] sentAfter = {new AtomicLong(), new AtomicLong()};
    private final AtomicLong[] receivedAfter = {new AtomicLong(), new AtomicLong()};
    private final LongAdder remote = new LongAdder();
    private final LongAdder forwarded = new LongAdder();
    private final LongAccumulator mostForwards = new LongAccumulator(Math::max, 0);
    private final LongAdder moves = new LongAdder();
    private final LongAdder movedBytes = new LongAdder();

    /** Counts a message to another process. Only messages that may cause work count as under way. */
    void sent(WorkerMessage message) {
        if (!(message instanceof WorkerMessage.Located)) {
            sent.incrementAndGet();
        }
        if (message.cut() != WorkerMessage.NO_CUT) {
            sentAfter[message.cut() & 1].incrementAndGet();
        }
    }

    /** Undoes {@link #sent} for a message that could not be sent. */
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

    /**
     * Returns the number of messages that workers have sent to other processes while this cut (snapshot) was the last
     * that the sending worker had passed.
     */
    long sentAfter(int cut) {
        return sentAfter[cut & 1].get();
    }

    long receivedAfter(int cut) {
        return receivedAfter[cut & 1].get();
    }

    /** Returns the final counts, when no more messages can come or go. */
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

    /**
     * Counts a task that this engine forwards.
     *
     * @param times how often it has been forwarded, this time included
     */
    void forwarded(int times) {
        forwarded.increment();
        mostForwards.accumulate(times);
    }

    void moved(long bytes) {
        moves.increment();
        movedBytes.add(bytes);
    }

    /** Returns the number of tasks that workers of this engine have sent to other engines. */
    public long remoteTasks() {
        return remote.sum();
    }

    /** Returns the number of tasks that this engine has forwarded. */
    public long forwardedTasks() {
        return forwarded.sum();
    }

    /**
     * Returns how often the task that was forwarded most often had been forwarded, among those that this engine
     * forwarded; 0 if it forwarded none.
     */
    public long mostForwards() {
        return mostForwards.get();
    }

    /** Returns the number of workers that have moved from this engine to another one. */
    public long moves() {
        return moves.sum();
    }

    public long movedBytes() {
        return movedBytes.sum();
    }
}
