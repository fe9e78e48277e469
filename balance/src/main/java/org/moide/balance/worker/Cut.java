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
 * One process's part of consistent cuts (Chandy and Lamport, <i>Distributed snapshots</i>, 1985), whose processes are
 * our workers: a worker passes a cut between two tasks; its state is kept then. A message belongs before a cut if its
 * sender had not passed that, and after it otherwise: it carries the number of the last cut that its sender had passed.
 * A worker that has not passed a cut is not given messages that belong after it. A message that belongs before a cut
 * may come to a worker that has passed it: then the message is kept, beside the states. Nothing of this makes a worker
 * wait for another's handler.
 *
 * <p>A cut begins at a process when the root says so, or with the first message that belongs after it. It is complete
 * when every worker has passed it, and no message that belongs before it is under way ({@link CutRounds}).
 *
 * <p><b>Threads.</b> Any. What is kept is guarded by this, tasks on their way from those that wait to those that are
 * here by {@code settling}, which is locked before all else. A thread that holds the lock of a slot or of the directory
 * may call {@link #kept}, {@link #late} and {@link #ended}.
 */
public final class Cut {
    /** The number in place of a cut: the worker had ended when the epoch began, before all of them. */
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
    private boolean open; // guarded by this: what comes is kept
    private final Object beginning = new Object();
    private volatile boolean looking;
    private volatile boolean spoiled;

    /** @param after the last cut that the worker had passed when it ended */
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

    /** The number of the last cut that has begun here. */
    public int number() {
        return number;
    }

    /** A cut begins here, if it has not begun. */
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
            looking = true; // some may be behind, until all that are here have been looked at
            keepAnew();
            if (directory != null) {
                keep(directory.pass(wanted)); // before a worker here can have passed it
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

    /** A worker that is new here, or that was here when a cut began. */
    void look(Slot slot) {
        if (cutOf(slot) < number) {
            behind.add(slot);
        }
    }

    /** The last cut that a worker has passed. One that has had no task yet has passed all. */
    int cutOf(Slot slot) {
        int passed = slot.cut();
        if (passed != WorkerMessage.NO_CUT) {
            return passed;
        }
        return slot.cutOrAll(this);
    }

    /** Returns whether a worker has not passed the current cut: it has to be kept before it does anything more. */
    public boolean isBehind(Slot slot) {
        return cutOf(slot) < number;
    }

    /**
     * A worker passes the current cut and is kept as it is, if it has not passed it. For the thread that has the worker.
     *
     * @param state encodes its state, by user code; null if it has none yet
     */
    public void keepIfBehind(Slot slot, Supplier<byte @Nullable []> state) {
        if (isBehind(slot)) {
            keeping.incrementAndGet(); // so that the cut is not complete before it is kept
            try {
                byte[] encoded = state.get();
                Supplier<WorkerImage> image = slot.pass(this, encoded);
                if (image != null) { // else another thread has kept it meanwhile: it has not begun
                    kept(image.get());
                }
            } finally {
                keeping.decrementAndGet();
            }
        }
    }

    /** A worker leaves or ends by this: until others can find that it is under way the cut is not complete. */
    <V> V holding(Supplier<V> leave) {
        keeping.incrementAndGet();
        try {
            return leave.get();
        } finally {
            keeping.decrementAndGet();
        }
    }

    /** A worker comes, and is given what has waited for it: what is taken has that as it waits, or as it has come late. */
    void settle(Slot slot, WorkerPlace place, TaskRouter router) {
        synchronized (settling) {
            router.comes(slot, place);
        }
    }

    /** A worker was like this when it passed the current cut. */
    synchronized void kept(WorkerImage image) {
        if (open) {
            images.add(image);
        }
    }

    /** A message that belongs before the current cut has come to a worker, or to the directory, that has passed the cut. */
    synchronized void late(WorkerMessage message) {
        if (open) {
            messages.add(message);
        }
    }

    /** A worker has ended; the last cut that it had passed was {@code after}. */
    synchronized void ended(long worker, WorkerPlace place, int after) {
        ends.put(worker, new End(place, after));
    }

    /** The workers that have ended here, or on a process that has left. Called when none can end any more. */
    public synchronized List<EndedWorker> ended() {
        List<EndedWorker> all = new ArrayList<>();
        ends.forEach(
                (worker, end) -> all.add(new EndedWorker(worker, end.place().version(), end.after())));
        return all;
    }

    /** A process has left, on which these had ended. Between two cuts. */
    public synchronized void inherit(List<EndedWorker> others) {
        others.forEach(each -> ends.putIfAbsent(
                each.worker(), new End(new WorkerPlace(WorkerPlace.ENDED, each.version()), each.after())));
    }

    /**
     * Notes which workers had ended when the epoch began, as far as their places say so. Called before any thread runs.
     */
    synchronized void know(Map<Long, WorkerPlace> places) {
        places.forEach((worker, place) -> {
            if (place.isEnd()) {
                ends.put(worker, new End(place, ALWAYS));
            }
        });
    }

    /** Comes to other processes that have passed this cut, before any worker does. */
    public void goOnFrom(int passed) {
        number = passed;
    }

    /** The current cut cannot be used. */
    void spoil() {
        spoiled = true;
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    /**
     * Keeps workers that have not passed the cut and that no thread has.
     *
     * @param mayGoOn whether it has time for one more
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

    /** Returns whether some worker here may not have passed the cut. */
    public boolean isAnyBehind() {
        return looking || !behind.isEmpty() || keeping.get() > 0;
    }

    /** The state of the cut here, for the root. */
    public RoundMessage.CutTold stands(long wave) {
        int before = number - 1;
        boolean any = isAnyBehind(); // before the counts are read: a worker that is behind may still send
        return new RoundMessage.CutTold(
                wave, process, any, counts.sentAfter(before), counts.receivedAfter(before), spoiled);
    }

    /** Takes all that was kept, once the cut is complete. Nothing is kept any more. */
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

    /** The cut is not used: what was kept is dropped. */
    public synchronized void drop() {
        open = false;
        images.clear();
        messages.clear();
        ofDirectory = Directory.Image.NONE;
    }
}
