package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Which workers of an engine have something to do, and how many threads have one. While all come to rest, only those
 * run for whose answer somebody waits.
 *
 * <p><b>Threads.</b> Any. A slot is locked by who calls where that is said; phases change with it locked.
 */
final class RunQueue {
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
            synchronized (slot) {
                if (slot.phase() == Slot.Phase.READY) { // else it was in both, and another thread has taken it
                    slot.phase(Slot.Phase.RUNNING);
                    running.incrementAndGet();
                    return slot;
                }
            }
        }
    }

    boolean hasAny() {
        return !urgent.isEmpty() || (!closing && !ready.isEmpty());
    }

    /** Whether a thread may go on with the worker that it has. */
    boolean mayGoOn(Slot slot) {
        if (!closing) {
            return true;
        }
        synchronized (slot) {
            return slot.isUrgent();
        }
    }

    /** Takes a worker that no thread has, to keep its state; false if one has it, or if it is gone. */
    boolean takeToKeep(Slot slot) {
        synchronized (slot) {
            if (slot.phase() == Slot.Phase.IDLE) {
                busy.incrementAndGet();
                if (slot.countsAsActive()) {
                    active.incrementAndGet();
                }
            } else if (slot.phase() != Slot.Phase.READY) {
                return false;
            }
            slot.phase(Slot.Phase.RUNNING);
            running.incrementAndGet();
            return true;
        }
    }

    /** A thread lets its worker go; whether another thread should be woken. */
    boolean release(Slot slot) {
        return release(slot, true);
    }

    /** @param ran whether it is noted as one that has run */
    boolean release(Slot slot, boolean ran) {
        boolean again;
        boolean isUrgent;
        synchronized (slot) {
            again = slot.isRunnable();
            isUrgent = again && slot.isUrgent();
            if (again) {
                slot.phase(Slot.Phase.READY);
            } else {
                slot.phase(Slot.Phase.IDLE);
                busy.decrementAndGet();
                if (slot.countsAsActive()) {
                    active.decrementAndGet();
                }
            }
            if (ran && slot.note(true)) {
                haveRun.add(slot);
            }
        }
        if (again) {
            ready.add(slot);
            if (isUrgent) {
                urgent.add(slot);
            }
        }
        running.decrementAndGet();
        return again;
    }

    /** Sets a slot running if it can; whether a thread should be woken. The slot is locked. */
    boolean schedule(Slot slot) {
        boolean isNew = slot.phase() == Slot.Phase.IDLE && slot.isRunnable();
        if (isNew) {
            slot.phase(Slot.Phase.READY);
            busy.incrementAndGet();
            if (slot.countsAsActive()) {
                active.incrementAndGet();
            }
            ready.add(slot);
        }
        boolean isUrgent = slot.phase() == Slot.Phase.READY && slot.isUrgent();
        if (isUrgent) {
            urgent.add(slot);
        }
        return isNew || isUrgent;
    }

    /** A worker that a thread had is gone. */
    void left(Slot slot) {
        if (slot.countsAsActive()) {
            active.decrementAndGet();
        }
        busy.decrementAndGet();
        running.decrementAndGet();
    }

    /** The running thread's word on whether its worker counts as active. */
    void active(Slot slot, boolean now) {
        synchronized (slot) {
            if (slot.countsAsActive() != now) {
                slot.active(now);
                active.addAndGet(now ? 1 : -1);
            }
        }
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

    /** Whether nothing can happen here without a message. */
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
            synchronized (slot) {
                if (slot.phase() == Slot.Phase.READY && slot.isUrgent()) {
                    return true;
                }
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
            synchronized (slot) {
                slot.note(false);
            }
            taken.add(slot);
        }
        return taken;
    }
}
