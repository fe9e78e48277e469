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
    private final ArrayDeque<byte[]> tasks = new ArrayDeque<>();
    private @Nullable PutTasks sent;
    private long sequence;

    public PutOutbox(BalancerLimits limits) {
        this.limits = limits;
        this.repetition = new Repetition(limits);
    }

    public void add(List<byte[]> put) {
        tasks.addAll(put);
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
        if (tasks.isEmpty()) {
            return null;
        }
        repetition.start(nowNanos);
        sent = new PutTasks(++sequence, someTasks());
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

    private List<byte[]> someTasks() {
        List<byte[]> some = new ArrayList<>();
        long bytes = 0;
        byte[] next = tasks.peek();
        while (next != null
                && some.size() < limits.bundleTasks()
                && (some.isEmpty() || bytes + next.length <= limits.bundleBytes())) {
            some.add(tasks.remove());
            bytes += next.length;
            next = tasks.peek();
        }
        return some;
    }
}
