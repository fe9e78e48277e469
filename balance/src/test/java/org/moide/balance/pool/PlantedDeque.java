package org.moide.balance.pool;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** {@link TaskDeque}'s algorithm, without growth, with one planted fault. */
final class PlantedDeque {
    /** What is wrong. */
    enum Fault {
        NONE,
        /** The owner takes the last task without asking whether a thief has won it. */
        OWNER_TAKES_THE_LAST_UNASKED,
        /** A thief takes the oldest task without asking whether somebody else has won it. */
        THIEF_TAKES_UNASKED,
        /** The owner looks where the thieves are before it says that it takes one. */
        OWNER_LOOKS_TOO_EARLY,
        /** A thief looks where the owner is before it looks where the thieves are. */
        THIEF_LOOKS_IN_THE_WRONG_ORDER
    }

    private static final int CAPACITY = 64;

    private final Fault fault;
    private final AtomicLong top = new AtomicLong();
    private final AtomicLong bottom = new AtomicLong();
    private final AtomicReferenceArray<@Nullable PooledTask> slots = new AtomicReferenceArray<>(CAPACITY);

    PlantedDeque(Fault fault) {
        this.fault = fault;
    }

    void push(PooledTask task) {
        long newest = bottom.get();
        slots.set((int) (newest % CAPACITY), task);
        bottom.set(newest + 1);
    }

    @Nullable
    PooledTask pop() {
        long newest = bottom.get() - 1;
        long early = top.get();
        if (newest < early) {
            return null;
        }
        bottom.set(newest);
        long oldest = fault == Fault.OWNER_LOOKS_TOO_EARLY ? early : top.get();
        if (newest < oldest) {
            bottom.set(oldest);
            return null;
        }
        PooledTask task = slots.get((int) (newest % CAPACITY));
        if (newest == oldest) {
            boolean won;
            if (fault == Fault.OWNER_TAKES_THE_LAST_UNASKED) {
                top.set(oldest + 1);
                won = true;
            } else {
                won = top.compareAndSet(oldest, oldest + 1);
            }
            bottom.set(oldest + 1);
            if (!won) {
                return null;
            }
        }
        slots.set((int) (newest % CAPACITY), null);
        return task;
    }

    @Nullable
    PooledTask steal() {
        boolean wrongOrder = fault == Fault.THIEF_LOOKS_IN_THE_WRONG_ORDER;
        long early = wrongOrder ? bottom.get() : 0;
        long oldest = top.get();
        long end = wrongOrder ? early : bottom.get();
        if (oldest >= end) {
            return null;
        }
        int slot = (int) (oldest % CAPACITY);
        PooledTask task = slots.get(slot);
        if (task == null) {
            return null;
        }
        if (fault == Fault.THIEF_TAKES_UNASKED) {
            top.set(oldest + 1);
        } else if (!top.compareAndSet(oldest, oldest + 1)) {
            return null;
        }
        slots.compareAndSet(slot, task, null);
        return task;
    }

    int size() {
        long end = bottom.get();
        return (int) Math.max(0, end - top.get());
    }
}
