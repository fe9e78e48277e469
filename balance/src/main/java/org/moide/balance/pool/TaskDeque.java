package org.moide.balance.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A growing lock-free deque (Chase and Lev, "Dynamic circular work-stealing deque", SPAA 2005). Its owner pushes and
 * pops at the bottom, any thread steals at the top.
 *
 * <pre>
 * field    written by                                     order
 * bottom   the owner                                      release when pushing, volatile when popping
 * top      the taker of the oldest, by compare and set    volatile
 * slots    the owner (push, pop, growth); a thief clears  release; a thief clears only the slot that it won,
 *          the slot of the task it has stolen             unless the owner has used the slot again
 * </pre>
 *
 * <p>Indices only grow; slot = index modulo capacity. Every slot from {@code top} to {@code bottom} is filled.
 */
final class TaskDeque {
    private static final int FIRST_CAPACITY = 64;

    /** The largest power of two that an int can hold. Memory runs out long before a deque is so large. */
    private static final int LARGEST_CAPACITY = 1 << 30;

    private static final VarHandle TOP;
    private static final VarHandle BOTTOM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(TaskDeque.class, "top", long.class);
            BOTTOM = lookup.findVarHandle(TaskDeque.class, "bottom", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long top;

    // Keeps top, which thieves write, out of the owner's cache line.
    @SuppressWarnings("unused")
    private long padding0, padding1, padding2, padding3, padding4, padding5, padding6, padding7;

    private volatile long bottom;
    private volatile AtomicReferenceArray<@Nullable PooledTask> slots = new AtomicReferenceArray<>(FIRST_CAPACITY);

    /** Adds a task as the newest one. Called by the owner only. */
    void push(PooledTask task) {
        long newest = (long) BOTTOM.get(this);
        long oldest = top;
        AtomicReferenceArray<@Nullable PooledTask> current = slots;
        if (newest - oldest >= current.length()) {
            current = grow(current, oldest, newest);
        }
        current.setRelease(slot(newest, current), task);
        BOTTOM.setRelease(this, newest + 1);
    }

    /** Takes the newest task; null if the deque is empty. Called by the owner only. */
    @Nullable
    PooledTask pop() {
        long newest = (long) BOTTOM.get(this) - 1;
        if (newest < top) {
            return null; // certainly empty: only the owner adds
        }
        bottom = newest; // volatile, before top is read, so that later thieves see it
        long oldest = top;
        if (newest < oldest) {
            BOTTOM.setRelease(this, oldest);
            return null;
        }
        AtomicReferenceArray<@Nullable PooledTask> current = slots;
        int slot = slot(newest, current);
        PooledTask task = current.getPlain(slot);
        if (newest == oldest) {
            boolean won = TOP.compareAndSet(this, oldest, oldest + 1);
            BOTTOM.setRelease(this, oldest + 1);
            if (!won) {
                return null;
            }
        }
        current.setRelease(slot, null);
        return task;
    }

    /** Takes the oldest task; null if the deque is empty or another thread was faster. Any thread may call it. */
    @Nullable
    PooledTask steal() {
        long oldest = top;
        long end = bottom; // volatile, after top: at least as large as when top was read
        if (oldest >= end) {
            return null;
        }
        AtomicReferenceArray<@Nullable PooledTask> current = slots;
        int slot = slot(oldest, current);
        PooledTask task = current.getAcquire(slot);
        if (task == null || !TOP.compareAndSet(this, oldest, oldest + 1)) {
            return null;
        }
        current.compareAndSet(slot, task, null); // frees the task, unless the owner has used the slot again
        return task;
    }

    /** Returns approximately how many tasks the deque holds. Any thread may call it. */
    int size() {
        long end = bottom;
        return (int) Math.max(0, end - top);
    }

    private AtomicReferenceArray<@Nullable PooledTask> grow(
            AtomicReferenceArray<@Nullable PooledTask> current, long oldest, long newest) {
        if (current.length() >= LARGEST_CAPACITY) {
            throw new IllegalStateException("expected fewer than " + LARGEST_CAPACITY
                    + " queued tasks in a thread's deque: let tasks put fewer, larger ones");
        }
        AtomicReferenceArray<@Nullable PooledTask> grown = new AtomicReferenceArray<>(2 * current.length());
        for (long index = oldest; index < newest; index++) {
            grown.setPlain(slot(index, grown), current.getAcquire(slot(index, current)));
        }
        slots = grown;
        return grown;
    }

    private static int slot(long index, AtomicReferenceArray<?> array) {
        return (int) (index & (array.length() - 1));
    }
}
