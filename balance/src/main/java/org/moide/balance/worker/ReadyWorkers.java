package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The queue of an engine's workers that have something to do, and the number that a thread has. While all come to rest,
 * only those run for whose answer somebody waits.
 *
 * <p><b>Threads.</b> Any, and no lock: slots count themselves here, with their own held.
 */
final class ReadyWorkers {
    private final Queue<Slot> ready = new ConcurrentLinkedQueue<>();
    private final Queue<Slot> urgent = new ConcurrentLinkedQueue<>(); // which may be in the other as well
    private final Queue<Slot> haveRun = new ConcurrentLinkedQueue<>(); // since somebody looked; each once
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger(); // of those that run
    private final AtomicLong waitsEnded = new AtomicLong();
    private volatile boolean closing;

    /** A worker for the calling thread; null if none wants to run now. */
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
            if (slot.take(this)) { // else it was in both, and another thread has taken it
                return slot;
            }
        }
    }

    boolean hasAny() {
        return !urgent.isEmpty() || (!closing && !ready.isEmpty());
    }

    /** Returns whether a thread may go on with the worker that it has. */
    boolean mayGoOn(Slot slot) {
        return !closing || slot.isUrgent();
    }

    /** A thread lets its worker go; whether another thread should be woken. */
    boolean release(Slot slot) {
        return release(slot, true);
    }

    /** @param ran whether it is noted as one that has run */
    boolean release(Slot slot, boolean ran) {
        boolean again = slot.release(ran, this);
        running.decrementAndGet();
        return again;
    }

    // --- for slots, each with its own lock held ---------------------------------------------------------------------

    /** A thread has a worker. */
    void runs() {
        running.incrementAndGet();
    }

    /** A worker has something to do from now on, or not any more. */
    void busy(boolean now, boolean countsAsActive) {
        busy.addAndGet(now ? 1 : -1);
        if (countsAsActive) {
            active(now);
        }
    }

    /** A worker that has something to do counts as active from now on, or not any more. */
    void active(boolean now) {
        active.addAndGet(now ? 1 : -1);
    }

    /** A worker is ready for a thread. */
    void add(Slot slot, boolean isUrgent) {
        ready.add(slot);
        if (isUrgent) {
            urgent.add(slot);
        }
    }

    /** Makes a worker urgent that is ready. */
    void hurry(Slot slot) {
        urgent.add(slot);
    }

    void hasRun(Slot slot) {
        haveRun.add(slot);
    }

    // --- for all ----------------------------------------------------------------------------------------------------

    /** A worker that a thread had is gone. */
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
     * A worker's handler waits for an answer that is not here: the worker is not active meanwhile, since other threads
     * work. Called by the handler's thread.
     */
    void waitBegins(Slot slot) {
        waiting.incrementAndGet();
        if (slot.countsAsActive()) {
            active.decrementAndGet();
        }
    }

    /** The answer is here: called by who brings it, so that the handler does not count as waiting until it has woken up. */
    void waitEnds(Slot slot) {
        waitsEnded.incrementAndGet();
        waiting.decrementAndGet();
        if (slot.countsAsActive()) { // nobody has said otherwise: only its own thread may
            active.incrementAndGet();
        }
    }

    /** Returns whether nothing can happen here without a message. */
    boolean isQuiet() {
        long ended = waitsEnded.get();
        int those = waiting.get();
        boolean quiet = closing ? running.get() == those && !isAnyUrgent() : busy.get() == those;
        return quiet && waitsEnded.get() == ended; // else one that waited then may have set others to work meanwhile
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

    /** The workers that threads have let go since the last call. */
    List<Slot> takeThoseThatRan() {
        List<Slot> taken = new ArrayList<>();
        for (Slot slot = haveRun.poll(); slot != null; slot = haveRun.poll()) {
            slot.looked();
            taken.add(slot);
        }
        return taken;
    }
}
