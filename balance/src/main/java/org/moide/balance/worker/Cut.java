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
import org.moide.balance.worker.leave.EndedWorker;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.RoundMessage;

/**
 * Saves the part of a consistent snapshot that lies on this process. The algorithm is that of Chandy and Lamport
 * (<i>Distributed snapshots</i>, 1985); where they write "process", read "worker". A cut is the line between what
 * happened before the snapshot and after it. Cuts are numbered. A worker passes a cut between two tasks, and its state
 * is saved then.
 *
 * <p>A message carries the number of the last cut that its sender had passed. If the receiver has not passed that cut
 * yet, it passes the cut before it gets the message. If the receiver has already passed a later cut, the message is
 * saved as part of the snapshot. So no worker waits until another one's task is done.
 *
 * <p>A cut begins on this process when the root, which coordinates the cuts, asks for it, or when a message arrives
 * from a worker that has passed it already. It is complete when every worker has passed it, and no message from before
 * it is under way ({@link CutRounds}).
 *
 * <p><b>Threads.</b> Any. The saved items are guarded by this object. When a worker arrives, the tasks that waited for
 * it here are handed to it with {@code settling} locked; {@code settling} is locked before this object. A thread that
 * holds the lock of a slot or of the directory may call {@link #kept}, {@link #late} and {@link #ended}.
 */
public final class Cut {
    /**
     * The number recorded as the last passed cut (snapshot) for workers that had ended before the epoch began. It is
     * lower than that of any cut.
     */
    private static final int ALWAYS = -1;

    private final int process;
    private final Residents residents;
    private final ReadyWorkers queue;
    private final WorkerCounts counts;
    private final @Nullable Directory directory;
    private final WorkerOutlet outlet;
    private final AtomicInteger keeping = new AtomicInteger();
    private final Object settling = new Object();
    private final Queue<Slot> behind = new ConcurrentLinkedQueue<>();
    private final List<WorkerImage> images = new ArrayList<>();
    private final List<WorkerMessage> messages = new ArrayList<>();
    private final Map<Long, End> ends = new HashMap<>();
    private Directory.Image ofDirectory = Directory.Image.NONE;
    private volatile int number;
    private boolean open; // guarded by this: whether states and messages are saved
    private final Object beginning = new Object();
    private volatile boolean looking;
    private volatile boolean spoiled;

    /**
     * The end of a worker.
     * @param after the last cut (snapshot) that the worker had passed when it ended
     */
    private record End(WorkerPlace place, int after) {}

    Cut(
            int process,
            Residents residents,
            ReadyWorkers queue,
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

    /** Returns the number of the last cut (snapshot) that has begun on this process. */
    public int number() {
        return number;
    }

    /** Begins cut number {@code wanted} (a snapshot of all workers) on this process, unless it has begun. */
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
            looking = true; // until all workers here are looked at, some may not have passed it
            keepAnew();
            if (directory != null) {
                keep(directory.pass(wanted)); // before any worker here can have passed it
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

    private synchronized void keep(Directory.Image image) {
        ofDirectory = image;
    }

    /**
     * Checks a worker that has come to this process, or was on it when a cut began, and lists it if its state must
     * still be saved for the cut.
     */
    void look(Slot slot) {
        if (cutOf(slot) < number) {
            behind.add(slot);
        }
    }

    /**
     * Returns the number of the last cut that a worker has passed, that is, for which its state is saved. A worker that
     * has had no task so far counts as having passed all cuts.
     */
    int cutOf(Slot slot) {
        int passed = slot.cut();
        if (passed != WorkerMessage.NO_CUT) {
            return passed;
        }
        return slot.cutOrAll(this);
    }

    /**
     * Returns whether a worker's state is not saved yet for the current cut (snapshot), so that it must be saved before
     * the worker continues.
     */
    public boolean isBehind(Slot slot) {
        return cutOf(slot) < number;
    }

    /**
     * Saves a worker for the current cut, unless that was done, so that it passes the cut. Called by the thread that
     * runs the worker.
     *
     * @param state encodes its state by user code; null if there is none yet
     */
    public void keepIfBehind(Slot slot, Supplier<byte @Nullable []> state) {
        if (isBehind(slot)) {
            keeping.incrementAndGet(); // so that the cut cannot become complete meanwhile
            try {
                byte[] encoded = state.get();
                Supplier<WorkerImage> image = slot.pass(this, encoded);
                if (image != null) { // null: another thread has saved it meanwhile, so it had not begun
                    kept(image.get());
                }
            } finally {
                keeping.decrementAndGet();
            }
        }
    }

    /**
     * Runs an action in which a worker leaves this process or ends. While it runs, the cut cannot become complete: the
     * worker is then in no list, and might be overlooked.
     */
    <V> V holding(Supplier<V> leave) {
        keeping.incrementAndGet();
        try {
            return leave.get();
        } finally {
            keeping.decrementAndGet();
        }
    }

    /**
     * Adds a worker that has moved to this process, together with the tasks that waited for it. The two are added in
     * one step, so that {@link #take} finds each such task exactly once: either still waiting, or among the late
     * messages.
     */
    void settle(Slot slot, WorkerPlace place, TaskRouter router) {
        synchronized (settling) {
            router.comes(slot, place);
        }
    }

    /** Saves the image of a worker that passes the current cut. */
    synchronized void kept(WorkerImage image) {
        if (open) {
            images.add(image);
        }
    }

    /**
     * Saves a message that was sent before the current cut (snapshot), and that arrived when its receiver, a worker or
     * the directory, was already saved.
     */
    synchronized void late(WorkerMessage message) {
        if (open) {
            messages.add(message);
        }
    }

    /**
     * Records that a worker has ended.
     *
     * @param after the last cut that it had passed
     */
    synchronized void ended(long worker, WorkerPlace place, int after) {
        ends.put(worker, new End(place, after));
    }

    /**
     * Returns the workers that have ended on this process, or on a process that has left and whose ended workers this
     * one took over. Called when no more workers can end.
     */
    public synchronized List<EndedWorker> ended() {
        List<EndedWorker> all = new ArrayList<>();
        ends.forEach(
                (worker, end) -> all.add(new EndedWorker(worker, end.place().version(), end.after())));
        return all;
    }

    /** Takes over the ended workers of a process that has left. Called between two cuts. */
    public synchronized void inherit(List<EndedWorker> others) {
        others.forEach(each -> ends.putIfAbsent(
                each.worker(), new End(new WorkerPlace(WorkerPlace.ENDED, each.version()), each.after())));
    }

    /** Records the places of the workers that had ended before the epoch began. Called before any thread runs. */
    synchronized void know(Map<Long, WorkerPlace> places) {
        places.forEach((worker, place) -> {
            if (place.isEnd()) {
                ends.put(worker, new End(place, ALWAYS));
            }
        });
    }

    /**
     * Sets the number of the last cut, for a process that joins others which have passed that cut. Called before any
     * worker passes one.
     */
    public void goOnFrom(int passed) {
        number = passed;
    }

    /** Marks the current cut as unusable, so that what it saved will be dropped. */
    void spoil() {
        spoiled = true;
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    /**
     * Saves some of the workers that must still be saved for the cut, leaving out those that a thread runs now.
     *
     * @param mayGoOn whether there is time to save another worker
     */
    public void keepSome(SavedWorkers.StateEncoder states, BooleanSupplier mayGoOn) {
        List<Slot> those = new ArrayList<>();
        for (Slot slot = behind.poll(); slot != null; slot = behind.poll()) {
            those.add(slot);
        }
        for (Slot slot : those) {
            boolean keep = isBehind(slot) && mayGoOn.getAsBoolean() && slot.takeToKeep(queue);
            if (keep) {
                keepIfBehind(slot, () -> states.encode(slot));
                if (queue.release(slot, false)) {
                    outlet.runnable();
                }
            } else if (isBehind(slot) && !slot.isGone()) {
                behind.add(slot);
            }
        }
    }

    /** Returns whether some worker on this process may still have to be saved for the current cut. */
    public boolean isAnyBehind() {
        return looking || !behind.isEmpty() || keeping.get() > 0;
    }

    /** Returns how far this process is with the current cut, for the root, which coordinates it. */
    public RoundMessage.CutTold stands(long wave) {
        int before = number - 1;
        boolean any = isAnyBehind(); // before the counts are read: a worker that has not passed may still send
        return new RoundMessage.CutTold(
                wave, process, any, counts.sentAfter(before), counts.receivedAfter(before), spoiled);
    }

    /** Returns everything saved for a complete cut, and stops saving. */
    public SavedWorkers take() {
        synchronized (settling) {
            List<WorkerMessage> waiting = residents.waiting();
            waiting.removeIf(message -> message.cut() >= number);
            return take(waiting);
        }
    }

    private synchronized SavedWorkers take(List<WorkerMessage> waiting) {
        Map<Long, WorkerPlace> places = new HashMap<>();
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

    /** Discards everything saved for a cut that will not be used. */
    public synchronized void drop() {
        open = false;
        images.clear();
        messages.clear();
        ofDirectory = Directory.Image.NONE;
    }
}
