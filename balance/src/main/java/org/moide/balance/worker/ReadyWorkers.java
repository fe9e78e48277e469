package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The queue of an engine's workers with tasks, and the number of running ones. While the run comes to rest for a safe
 * point, only those workers run for whose answer another worker's handler waits.
 *
 * <p><b>Threads.</b> Any, without a lock. Slots update the counts with their own locks held.
 */
final class ReadyWorkers {
    private final Queue<Slot> ready = new ConcurrentLinkedQueue<>();
    private final Queue<Slot> urgent = new ConcurrentLinkedQueue<>(); // a worker may be in ready too
    private final Queue<Slot> haveRun = new ConcurrentLinkedQueue<>(); // since the last takeThoseThatRan(); each once
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger(); // running workers whose handlers wait for an answer
    private final AtomicLong waitsEnded = new AtomicLong();
    private volatile boolean closing;

    /** Takes a worker with tasks for the calling thread; null if no worker can run now. */
    @Nullable
    Slot take() {
        while (true) {
            Slot slot = closing ? null : ready.poll();
            if (slot == null) {
                slot = urgent.poll();
            }
            if (slot == null) {
                return null;
            }
            if (slot.take(this)) { // false if it was in both queues and another thread has it
                return slot;
            }
        }
    }

    boolean hasAny() {
        return !urgent.isEmpty() || (!closing && !ready.isEmpty());
    }

    /** Returns whether a thread may handle another task of the worker that it runs. */
    boolean mayGoOn(Slot slot) {
        return !closing || slot.isUrgent();
    }

    /**
     * Ends a worker's turn, the time in which a thread handles its tasks.
     *
     * @return whether to wake another thread
     */
    boolean release(Slot slot) {
        return release(slot, true);
    }

    /**
     * Ends a worker's turn like {@link #release(Slot)}.
     * @param ran whether to list the worker as one that has run
     */
    boolean release(Slot slot, boolean ran) {
        boolean again = slot.release(ran, this);
        running.decrementAndGet();
        return again;
    }

    // --- for slots, each with its own lock held ---------------------------------------------------------------------

    /** Counts one more worker as running. Called when a thread has taken a worker. */
    void runs() {
        running.incrementAndGet();
    }

    /**
     * Updates the count of busy workers, because a worker has got something to do ({@code now} is true) or has nothing
     * left.
     *
     * @param countsAsActive whether the worker also counts as active, so that the count of active workers is updated
     *     too
     */
    void busy(boolean now, boolean countsAsActive) {
        busy.addAndGet(now ? 1 : -1);
        if (countsAsActive) {
            active(now);
        }
    }

    /**
     * Updates the count of active workers for a worker that has something to do, because it becomes active ({@code now}
     * is true) or ceases to be.
     */
    void active(boolean now) {
        active.addAndGet(now ? 1 : -1);
    }

    void add(Slot slot, boolean isUrgent) {
        ready.add(slot);
        if (isUrgent) {
            urgent.add(slot);
        }
    }

    /** Queues a ready worker to run before others, since a handler waits for its answer. */
    void hurry(Slot slot) {
        urgent.add(slot);
    }

    void hasRun(Slot slot) {
        haveRun.add(slot);
    }

    // --- for all ----------------------------------------------------------------------------------------------------

    /** Updates the counts for a running worker that has left or ended. */
    void left(Slot slot) {
        if (slot.countsAsActive()) {
            active.decrementAndGet();
        }
        busy.decrementAndGet();
        running.decrementAndGet();
    }

    void closing(boolean now) {
        closing = now;
    }

    /**
     * Records that a worker's handler waits for an answer. The worker is not active meanwhile, since its thread lets
     * other workers run. Called by the handler's thread.
     */
    void waitBegins(Slot slot) {
        waiting.incrementAndGet();
        if (slot.countsAsActive()) {
            active.decrementAndGet();
        }
    }

    /**
     * Records that the answer for a worker's waiting handler has arrived. Called by the thread that brings the answer:
     * if the handler's own thread did it, the handler would count as waiting until that thread wakes up.
     */
    void waitEnds(Slot slot) {
        waitsEnded.incrementAndGet();
        waiting.decrementAndGet();
        if (slot.countsAsActive()) { // unchanged since waitBegins: only its own thread may change it
            active.incrementAndGet();
        }
    }

    /** Returns whether this engine has no work until a message from another process arrives. */
    boolean isQuiet() {
        long ended = waitsEnded.get();
        int those = waiting.get();
        boolean quiet = closing ? running.get() == those && !isAnyUrgent() : busy.get() == those;
        return quiet && waitsEnded.get() == ended; // a handler whose wait has ended may have caused work meanwhile
    }

    int waiting() {
        return waiting.get();
    }

    private boolean isAnyUrgent() {
        for (Slot slot : urgent) {
            if (slot.isReadyAndUrgent()) {
                return true;
            }
        }
        return false;
    }

    boolean isIdle() {
        return busy.get() == waiting.get();
    }

    int activeWorkers() {
        return active.get();
    }

    /** Removes and returns the workers whose turns have ended since the last call. */
    List<Slot> takeThoseThatRan() {
        List<Slot> taken = new ArrayList<>();
        for (Slot slot = haveRun.poll(); slot != null; slot = haveRun.poll()) {
            slot.looked();
            taken.add(slot);
        }
        return taken;
    }
}
