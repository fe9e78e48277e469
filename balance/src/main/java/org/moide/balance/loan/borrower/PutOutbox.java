package org.moide.balance.loan.borrower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.Repetition;

/**
 * The tasks that this member sends to the pool of the root, the member where tasks come from. It sends one message at a
 * time, repeats it until it is acknowledged, then sends the next.
 */
public final class PutOutbox {
    private final BalancerLimits limits;
    private final Repetition repetition;
    private final ArrayDeque<Put> tasks = new ArrayDeque<>();
    private @Nullable PutTasks sent;
    private long sequence;

    /** @param here whether the task is meant for this member */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Put(byte[] task, boolean here) {}

    public PutOutbox(BalancerLimits limits) {
        this.limits = limits;
        this.repetition = new Repetition(limits);
    }

    /**
     * Adds tasks to those that will be sent.
     *
     * @param here whether the root is to lend them to this member
     */
    public void add(List<byte[]> put, boolean here) {
        put.forEach(task -> tasks.add(new Put(task, here)));
    }

    public boolean isEmpty() {
        return sent == null && tasks.isEmpty();
    }

    /** Returns the message to send or repeat now; null if there is none. */
    @Nullable
    public PutTasks next(long nowNanos) {
        if (sent != null) {
            return repetition.isDue(nowNanos) ? sent : null;
        }
        Put first = tasks.peek();
        if (first == null) {
            return null;
        }
        repetition.start(nowNanos);
        sent = new PutTasks(++sequence, someTasks(first.here), first.here);
        return sent;
    }

    public void accepted(long acceptedSequence) {
        if (sent != null && sent.sequence() == acceptedSequence) {
            sent = null;
        }
    }

    public long dueNanos() {
        return sent == null ? Long.MAX_VALUE : repetition.dueNanos();
    }

    private List<byte[]> someTasks(boolean here) {
        List<byte[]> some = new ArrayList<>();
        long bytes = 0;
        Put next = tasks.peek();
        while (next != null
                && next.here == here
                && some.size() < limits.bundleTasks()
                && (some.isEmpty() || bytes + next.task.length <= limits.bundleBytes())) {
            some.add(tasks.remove().task);
            bytes += next.task.length;
            next = tasks.peek();
        }
        return some;
    }
}
