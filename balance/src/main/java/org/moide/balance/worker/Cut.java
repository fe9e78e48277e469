package org.moide.balance.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * it is under way ({@link CutRounds}). A process may hear that a cut is complete only after the next one has begun on
 * it: the control thread is told of the first, and a message between workers begins the second. What is saved for the
 * first then stays apart from what is saved for the second.
 *
 * <p><b>Threads.</b> Any. The saved items are guarded by this object. With {@code settling} locked a cut begins, an
 * arriving worker gets the tasks that waited for it here, and the saved items are taken; {@code settling} is locked
 * before the directory, slots and this object. A thread that holds the lock of a slot or of the directory may call
 * {@link #kept}, {@link #late} and {@link #ended}.
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
    private final Map<Long, End> ends = new HashMap<>();
    private @Nullable Kept kept; // for the current cut; null once it was taken or dropped
    private @Nullable Complete last; // for the cut before, if the current one began before that was taken or dropped
    private volatile int number;
    private volatile boolean looking;
    private volatile boolean spoiled;

    /**
     * The end of a worker.
     * @param after the last cut (snapshot) that the worker had passed when it ended
     */
    private record End(WorkerPlace place, int after) {}

    /** The items that are saved so far for a cut. */
    private static final class Kept {
        final int cut;
        final List<WorkerImage> images = new ArrayList<>();
        final List<WorkerMessage> messages = new ArrayList<>();
        Directory.Image directory = Directory.Image.NONE;

        Kept(int cut) {
            this.cut = cut;
        }
    }

    private record Complete(int cut, SavedWorkers saved) {}

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
        synchronized (settling) {
            if (wanted <= number) {
                return;
            }
            if (wanted > number + 1) {
                throw new IllegalStateException("expected cut " + (number + 1) + " to be next, found " + wanted);
            }
            spoiled = false;
            looking = true; // until all workers here are looked at, some may not have passed it
            keepFor(wanted, residents.waiting());
            if (directory != null) {
                keep(directory.pass(wanted)); // before any worker here can have passed it
            }
            number = wanted;
        }
        residents.forEach(this::look);
        looking = false;
    }

    /**
     * Begins to save for a cut. The items of the cut before are all there, since otherwise the root would not have begun
     * this one.
     */
    private synchronized void keepFor(int cut, List<WorkerMessage> waiting) {
        Kept before = kept;
        if (before != null) {
            last = new Complete(before.cut, all(before, waiting));
        }
        kept = new Kept(cut);
    }

    private synchronized void keep(Directory.Image image) {
        Objects.requireNonNull(kept, "begun").directory = image;
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
        Kept now = kept;
        if (now != null) {
            now.images.add(image);
        }
    }

    /**
     * Saves a message that was sent before a cut (snapshot), and that its receiver, a worker or the directory, got after
     * it had passed the cut.
     *
     * @param passed the last cut that the receiver has passed. If it is an earlier one than that for which items are
     *     saved now, the message is saved with the receiver, or was saved while it waited for a worker to arrive
     */
    synchronized void late(WorkerMessage message, int passed) {
        Kept now = kept;
        if (now != null && now.cut == passed) {
            now.messages.add(message);
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

    /** Returns everything saved for this cut, which is complete, and stops saving for it. */
    public SavedWorkers take(int cut) {
        synchronized (settling) {
            return take(cut, residents.waiting());
        }
    }

    private synchronized SavedWorkers take(int cut, List<WorkerMessage> waiting) {
        Complete before = last;
        if (before != null && before.cut() == cut) {
            last = null;
            return before.saved();
        }
        Kept now = kept;
        if (now == null || now.cut != cut) {
            throw new IllegalStateException("process " + process + ": expected to have saved cut " + cut + ", found "
                    + (now == null ? "nothing saved" : "cut " + now.cut) + "; cut " + number + " has begun");
        }
        kept = null;
        return all(now, waiting);
    }

    private SavedWorkers all(Kept of, List<WorkerMessage> waiting) {
        Map<Long, WorkerPlace> places = new HashMap<>();
        ends.forEach((worker, end) -> {
            if (end.after() < of.cut) {
                places.put(worker, end.place());
            }
        });
        List<WorkerMessage> messages = new ArrayList<>(of.messages);
        waiting.stream().filter(message -> message.cut() < of.cut).forEach(messages::add);
        return new SavedWorkers(of.images, places, of.directory, messages);
    }

    /** Discards everything saved for this cut, which will not be used. */
    public synchronized void drop(int cut) {
        if (last != null && last.cut() == cut) {
            last = null;
        } else if (kept != null && kept.cut == cut) {
            kept = null;
        }
    }
}
