package org.moide.engine.spmd;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateHolder;

/**
 * Where the compute threads of an engine meet its checkpoints in one epoch: what they start from, whether they are to leave at
 * the next safe point, and their engine's part of each checkpoint, put together from theirs.
 *
 * <p>Concurrency: compute threads, the control thread and the storing thread. {@code gathered} is guarded by this; the other
 * fields that change are volatile and only ever set, {@code restored} before the threads start.
 */
public final class EpochCheckpoints {
    private final Map<Long, Integer> firstIds = new ConcurrentHashMap<>(); // by registration
    private final int threads;
    private volatile @Nullable StateHolder buddy;
    private final CheckpointPace pace;
    private final CheckpointWriter writer;
    private final Signal changed;
    private final Listener listener;
    private final TreeMap<Integer, byte[]> gathered = new TreeMap<>();
    private volatile @Nullable Restored restored;
    private volatile boolean leaveWanted;
    private volatile boolean ended;
    private volatile boolean restorable;
    private volatile long made;
    private volatile long registration; // the last by which an engine has joined or left

    /** Told by compute threads. */
    @FunctionalInterface
    public interface Listener {
        /**
         * The application has called {@code restore} here for the first time, so it can go on from a checkpoint.
         *
         * @param redistributes also with another number of logical IDs
         */
        void restorable(boolean redistributes);
    }

    /**
     * For the threads of one engine.
     *
     * @param firstId the logical ID of the first
     * @param buddy who else is to keep their states; null for nobody
     * @param pace how often these are kept
     */
    public EpochCheckpoints(
            long epoch,
            int firstId,
            int threads,
            @Nullable StateHolder buddy,
            CheckpointPace pace,
            CheckpointWriter writer,
            Signal changed,
            Listener listener) {
        this.registration = epoch;
        this.firstIds.put(epoch, firstId);
        this.threads = threads;
        this.buddy = buddy;
        this.pace = pace;
        this.writer = writer;
        this.changed = changed;
        this.listener = listener;
    }

    // --- the control thread and the storing thread ----------------------------------------------------------------

    /** What the threads start from; before they do. */
    public void restored(Restored from) {
        restored = from;
    }

    /** Another is to keep what is handed over from here on; null for nobody. */
    public void keepAt(@Nullable StateHolder other) {
        buddy = other;
        writer.keepAt(other);
    }

    /** The threads are to leave the application at their next safe point. */
    public void wantLeave() {
        leaveWanted = true;
    }

    /** The part that was under way is stored: the next may be. */
    public void stored() {
        pace.stored();
        changed.raise();
    }

    /**
     * An engine has joined or left: what is kept at safe points from here on is of this registration. Any thread.
     *
     * @param firstId the logical ID of the engine's first thread in it
     */
    public void joined(long next, int firstId) {
        firstIds.put(next, firstId);
        registration = next;
    }

    private int firstId(long of) {
        return Objects.requireNonNull(firstIds.get(of), "a registration of this epoch");
    }

    /** The registration of all engines that are there. Any thread. */
    public long registration() {
        return registration;
    }

    /** This engine has joined others that had made so many. Before its own first. */
    public void goOnFrom(long madeBefore) {
        made = madeBefore;
    }

    /** How many checkpoints all threads of the engine have made in this epoch. */
    public long made() {
        return made;
    }

    /** The epoch is over: nobody waits here any more. */
    public void end() {
        ended = true;
        changed.raise();
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    /** What they start from; null if they begin anew. */
    public @Nullable Restored restored() {
        return restored;
    }

    public boolean isLeaveWanted() {
        return leaveWanted;
    }

    public boolean isEnded() {
        return ended;
    }

    /** How often states are kept. */
    public CheckpointPace pace() {
        return pace;
    }

    /** A thread has called {@code restore}. */
    public void restoreCalled(boolean redistributes) {
        boolean first;
        synchronized (this) {
            first = !restorable;
            restorable = true;
        }
        if (first) {
            listener.restorable(redistributes);
        }
    }

    /**
     * Hands over what a thread has at a safe point; waits while the part before is still being stored.
     *
     * @param number the checkpoint's in this epoch
     * @param state as {@link IdState} encodes it; not to be changed any more
     * @return false if the epoch is over
     */
    public boolean hand(int thread, long number, byte[] state) throws InterruptedException {
        changed.await(() -> ended || !writer.isBusy(), Long.MAX_VALUE);
        if (ended) {
            return false;
        }
        CheckpointWriter.Part whole = null;
        synchronized (this) {
            gathered.put(firstId(registration) + thread, state);
            if (gathered.size() == threads) {
                whole = new CheckpointWriter.Part(new CheckpointName(registration, number), gathered, buddy);
                gathered.clear();
            }
        }
        if (whole != null) {
            store(whole, number);
        }
        return true;
    }

    /** Whether the part before is stored, or the epoch is over. */
    public boolean isFree() {
        return ended || !writer.isBusy();
    }

    /**
     * Hands over for all threads while these go on; without effect if the epoch is over.
     *
     * @param ofRegistration by which engines took part
     * @param first the state of the first thread, and {@code others} that of each other, as {@link IdState} encodes them
     * @throws IllegalStateException if the part before is still being stored, or a thread has come to a safe point
     */
    public void handAll(long ofRegistration, byte[] first, byte[] others) {
        if (ended) {
            return;
        }
        TreeMap<Integer, byte[]> all = new TreeMap<>();
        for (int thread = 0; thread < threads; thread++) {
            all.put(firstId(ofRegistration) + thread, thread == 0 ? first : others);
        }
        synchronized (this) {
            if (!gathered.isEmpty() || writer.isBusy()) {
                throw new IllegalStateException(
                        "a checkpoint while threads go on: expected that of before to be stored");
            }
        }
        long number = made + 1;
        store(new CheckpointWriter.Part(new CheckpointName(ofRegistration, number), all, buddy), number);
    }

    private void store(CheckpointWriter.Part whole, long number) {
        made = number;
        pace.storing();
        writer.store(whole);
    }
}
