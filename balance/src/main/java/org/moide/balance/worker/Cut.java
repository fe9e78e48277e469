package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.RoundMessage;

/**
 * One process's part of consistent cuts (Chandy and Lamport, <i>Distributed snapshots</i>, 1985), whose processes are our workers: a
 * worker passes a cut between two tasks, when its state is kept. What it sends says which cuts it has passed. Who has not passed
 * one is not given what belongs after it; what belongs before it and comes to somebody who has passed it is kept beside
 * the states. Nobody waits for that, and no worker for another's handler.
 *
 * <p>A cut begins at a process when the root says so, or with the first message of somebody who has passed it. It is complete when
 * no worker is behind, and nothing is under way that belongs before it ({@link CutRounds}).
 *
 * <p><b>Threads.</b> Any. What is kept is guarded by this; who holds a slot or the directory may call what only keeps something.
 */
public final class Cut {
    /** Of an end that was known when the epoch began. */
    private static final int ALWAYS = -1;

    private final int process;
    private final Residents residents;
    private final RunQueue queue;
    private final WorkerCounts counts;
    private final @Nullable Directory directory;
    private final WorkerOutlet outlet;
    private final AtomicInteger keeping = new AtomicInteger();
    private final Queue<Slot> behind = new ConcurrentLinkedQueue<>();
    private final List<WorkerImage> images = new ArrayList<>();
    private final List<WorkerMessage> messages = new ArrayList<>();
    private final Map<Long, End> ends = new HashMap<>();
    private Directory.Image ofDirectory = Directory.Image.NONE;
    private volatile int number;
    private boolean open; // guarded by this: something is kept
    private final Object beginning = new Object();
    private volatile boolean looking;
    private volatile boolean spoiled;

    /** @param after the last cut that the worker had passed */
    private record End(Place place, int after) {}

    Cut(
            int process,
            Residents residents,
            RunQueue queue,
            WorkerCounts counts,
            @Nullable Directory directory,
            WorkerOutlet outlet) {
        this.process = process;
        this.residents = residents;
        this.queue = queue;
        this.counts = counts;
        this.directory = directory;
        this.outlet = outlet;
    }

    // --- any thread -------------------------------------------------------------------------------------------------

    /** The last that has begun here. */
    public int number() {
        return number;
    }

    /** It begins here, if it has not. */
    public void begin(int wanted) {
        if (wanted <= number) {
            return;
        }
        synchronized (beginning) {
            if (wanted <= number) {
                return;
            }
            if (wanted > number + 1) {
                throw new IllegalStateException("expected cut " + (number + 1) + " to be next, found " + wanted);
            }
            spoiled = false;
            looking = true; // until all that are here have been looked at, some may be behind
            keepAnew();
            if (directory != null) {
                is(directory.pass(wanted)); // before a worker here can have passed it
            }
            number = wanted;
            residents.forEach(this::look);
            looking = false;
        }
    }

    private synchronized void keepAnew() {
        images.clear();
        messages.clear();
        open = true;
    }

    private synchronized void is(Directory.Image image) {
        ofDirectory = image;
    }

    /** A worker that is new here, or that was here when a cut began. */
    void look(Slot slot) {
        if (cutOf(slot) < number) {
            behind.add(slot);
        }
    }

    /** The last cut that a worker has passed; one that had no task yet has passed all. */
    int cutOf(Slot slot) {
        int passed = slot.cut();
        if (passed != WorkerMessage.NO_CUT) {
            return passed;
        }
        synchronized (slot) {
            if (slot.cut() == WorkerMessage.NO_CUT) {
                slot.passed(number);
            }
            return slot.cut();
        }
    }

    /** Whether a worker has to be kept before it does anything more. */
    public boolean isBehind(Slot slot) {
        return cutOf(slot) < number;
    }

    /**
     * Keeps a worker as it is, by the thread that has it, if it has not passed the cut.
     *
     * @param state encodes its state, by user code; null if it has none yet
     */
    public void keepIfBehind(Slot slot, Supplier<byte @Nullable []> state) {
        if (isBehind(slot)) {
            keeping.incrementAndGet(); // nobody is to take it for kept before it is
            try {
                byte[] encoded = state.get();
                Supplier<WorkerImage> image;
                synchronized (slot) {
                    if (!isBehind(slot)) {
                        return; // one that has not begun was kept by another thread meanwhile
                    }
                    image = slot.imageLater(encoded, slot.place());
                    slot.passed(number);
                }
                kept(image.get());
            } finally {
                keeping.decrementAndGet();
            }
        }
    }

    /** A worker as it passed the current cut. */
    synchronized void kept(WorkerImage image) {
        if (open) {
            images.add(image);
        }
    }

    /** What belongs before the current cut has come to who has passed it. */
    synchronized void late(WorkerMessage message) {
        if (open) {
            messages.add(message);
        }
    }

    /** A worker ended that had passed this cut and no later one. */
    synchronized void ended(long worker, Place place, int after) {
        ends.put(worker, new End(place, after));
    }

    /** Before any thread runs: what has ended. */
    synchronized void know(Map<Long, Place> places) {
        places.forEach((worker, place) -> {
            if (place.isEnd()) {
                ends.put(worker, new End(place, ALWAYS));
            }
        });
    }

    /** It cannot be used. */
    void spoil() {
        spoiled = true;
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    /**
     * Keeps workers that no thread has.
     *
     * @param mayGoOn whether it has time for one more
     */
    public void keepSome(SavedWorkers.StateEncoder states, BooleanSupplier mayGoOn) {
        List<Slot> those = new ArrayList<>();
        for (Slot slot = behind.poll(); slot != null; slot = behind.poll()) {
            those.add(slot);
        }
        for (Slot slot : those) {
            boolean keep = isBehind(slot) && mayGoOn.getAsBoolean() && queue.takeToKeep(slot);
            if (keep) {
                keepIfBehind(slot, () -> states.encode(slot));
                if (queue.release(slot, false)) {
                    outlet.runnable();
                }
            } else if (isBehind(slot) && !isGone(slot)) {
                behind.add(slot);
            }
        }
    }

    private static boolean isGone(Slot slot) {
        synchronized (slot) {
            return slot.isGone();
        }
    }

    /** Whether a worker here has not passed the cut. */
    public boolean isAnyBehind() {
        return looking || !behind.isEmpty() || keeping.get() > 0;
    }

    /** How the cut stands. */
    public RoundMessage.CutTold stands(long wave) {
        int before = number - 1;
        boolean any = isAnyBehind(); // looked at first: who is behind sends
        return new RoundMessage.CutTold(
                wave, process, any, counts.sentAfter(before), counts.receivedAfter(before), spoiled);
    }

    /** All of it, once it is complete; nothing is kept any more. */
    public SavedWorkers take() {
        List<WorkerMessage.Task> waiting = residents.expectedTasks();
        waiting.removeIf(task -> task.cut() >= number);
        return take(waiting);
    }

    private synchronized SavedWorkers take(List<WorkerMessage.Task> waiting) {
        Map<Long, Place> places = new HashMap<>();
        ends.forEach((worker, end) -> {
            if (end.after() < number) {
                places.put(worker, end.place());
            }
        });
        List<WorkerMessage> all = new ArrayList<>(messages);
        all.addAll(waiting);
        SavedWorkers saved = new SavedWorkers(images, places, ofDirectory, all);
        drop();
        return saved;
    }

    /** It is not used. */
    public synchronized void drop() {
        open = false;
        images.clear();
        messages.clear();
        ofDirectory = Directory.Image.NONE;
    }
}
