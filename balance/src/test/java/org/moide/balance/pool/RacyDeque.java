package org.moide.balance.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A {@link TaskDeque} with one fault, which the litmus tests must notice. */
final class RacyDeque implements LitmusDeque {
    enum Flaw {
        /**
         * The owner reads top before its new value of bottom is visible to others. That is possible without the full
         * fence in {@code pop}.
         */
        TOP_READ_FIRST,
        /**
         * The owner reads top before its new value of bottom is visible to other threads. This is only what a processor
         * does without the fence; the compiler changes nothing.
         */
        BOTTOM_WITHOUT_FENCE,
        /** The owner takes the last task without the compare and set that thieves use. */
        LAST_TAKEN_WITHOUT_ASKING,
        /** A thief first checks whether it may take the task, then takes it. */
        STOLEN_BY_CHECK_THEN_ACT,
        /** A thief clears its slot even if the owner has filled it again. */
        CLEARED_WITHOUT_COMPARING
    }

    private static final int LOOKS = 20;

    private static final VarHandle TOP;
    private static final VarHandle BOTTOM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(RacyDeque.class, "top", long.class);
            BOTTOM = lookup.findVarHandle(RacyDeque.class, "bottom", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Flaw flaw;
    private volatile long top;

    // Keeps top, which thieves write, out of the owner's cache line.
    @SuppressWarnings("unused")
    private long padding0, padding1, padding2, padding3, padding4, padding5, padding6, padding7;

    private volatile long bottom;
    private volatile AtomicReferenceArray<@Nullable PooledTask> slots = new AtomicReferenceArray<>(64);

    RacyDeque(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public void push(PooledTask task) {
        long newest = (long) BOTTOM.get(this);
        long oldest = top;
        AtomicReferenceArray<@Nullable PooledTask> current = slots;
        if (newest - oldest >= current.length()) {
            current = grow(current, oldest, newest);
        }
        current.setRelease(slot(newest, current), task);
        BOTTOM.setRelease(this, newest + 1);
    }

    @Override
    public @Nullable PooledTask pop() {
        long newest = (long) BOTTOM.get(this) - 1;
        if (newest < top) {
            return null;
        }
        long oldest;
        if (flaw == Flaw.TOP_READ_FIRST) {
            oldest = top;
            letThievesGoTo(newest + 1);
            bottom = newest;
        } else if (flaw == Flaw.BOTTOM_WITHOUT_FENCE) {
            BOTTOM.setRelease(this, newest);
            oldest = top;
        } else {
            bottom = newest;
            oldest = top;
        }
        if (newest < oldest) {
            BOTTOM.setRelease(this, oldest);
            return null;
        }
        AtomicReferenceArray<@Nullable PooledTask> current = slots;
        int slot = slot(newest, current);
        PooledTask task = current.getPlain(slot);
        if (newest == oldest) {
            if (flaw == Flaw.LAST_TAKEN_WITHOUT_ASKING) {
                return task;
            }
            boolean won = TOP.compareAndSet(this, oldest, oldest + 1);
            BOTTOM.setRelease(this, oldest + 1);
            if (!won) {
                return null;
            }
        }
        current.setRelease(slot, null);
        return task;
    }

    @Override
    public @Nullable PooledTask steal() {
        long oldest = top;
        long end = bottom;
        if (oldest >= end) {
            return null;
        }
        AtomicReferenceArray<@Nullable PooledTask> current = slots;
        int slot = slot(oldest, current);
        PooledTask task = current.getAcquire(slot);
        if (flaw == Flaw.LAST_TAKEN_WITHOUT_ASKING) {
            letOwnerComeDownTo(oldest);
        }
        if (task == null || !advanced(oldest)) {
            return null;
        }
        if (flaw == Flaw.CLEARED_WITHOUT_COMPARING) {
            letOwnerGoTo(oldest + current.length() + 1);
            current.set(slot, null);
        } else {
            current.compareAndSet(slot, task, null);
        }
        return task;
    }

    private boolean advanced(long oldest) {
        if (flaw == Flaw.STOLEN_BY_CHECK_THEN_ACT && top == oldest) {
            letThievesGoTo(oldest + 1);
            top = oldest + 1;
            return true;
        }
        return TOP.compareAndSet(this, oldest, oldest + 1);
    }

    /**
     * Holds the thread at the place of the fault until thieves have acted, or for a number of checks. By chance,
     * thieves would seldom act at this moment on a busy machine.
     */
    private void letThievesGoTo(long position) {
        for (int looks = 0; looks < LOOKS && top < position; looks++) {
            Thread.yield();
        }
    }

    private void letOwnerComeDownTo(long position) {
        for (int looks = 0; looks < LOOKS && bottom > position; looks++) {
            Thread.yield();
        }
    }

    private void letOwnerGoTo(long position) {
        for (int looks = 0; looks < LOOKS / 4 && bottom < position; looks++) {
            Thread.yield();
        }
    }

    private AtomicReferenceArray<@Nullable PooledTask> grow(
            AtomicReferenceArray<@Nullable PooledTask> current, long oldest, long newest) {
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
