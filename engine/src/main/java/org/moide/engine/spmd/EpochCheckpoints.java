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
 * The place where the compute threads of an engine meet its checkpoints in one epoch. It has the states from which they
 * start, tells whether they are to leave at the next safe point, and puts together their engine's part of each
 * checkpoint from their states.
 *
 * <p>Concurrency: compute threads, the control thread and the storing thread. {@code gathered} is guarded by this; the
 * other fields that change are volatile and only ever set, {@code restored} before the threads start.
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

    /** A listener to the compute threads; called on them. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Notes that the application has called {@code restore} here for the first time, so that it can go on from a
         * checkpoint.
         *
         * @param redistributes whether it can do so with another number of logical IDs too
         */
        void restorable(boolean redistributes);
    }

    /**
     * @param firstId the logical ID of the engine's first thread
     * @param buddy the engine that keeps the threads' states too; null for none
     * @param pace the pace at which states are kept
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

    /** Sets the states from which the threads start; called before they do. */
    public void restored(Restored from) {
        restored = from;
    }

    /** Makes another engine the keeper of states that are handed over from here on; null for none. */
    public void keepAt(@Nullable StateHolder other) {
        buddy = other;
        writer.keepAt(other);
    }

    /** Makes the threads leave the application at their next safe point. */
    public void wantLeave() {
        leaveWanted = true;
    }

    /** Notes that the part that was under way is stored: the next one may be. */
    public void stored() {
        pace.stored();
        changed.raise();
    }

    /**
     * Notes that an engine has joined or left: states that are kept at safe points from here on are of this
     * registration. Any thread.
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

    /** Returns the registration of all engines that are there. Any thread. */
    public long registration() {
        return registration;
    }

    /**
     * Sets the number of checkpoints that the others had made when this engine joined them. Called before this engine's
     * own first checkpoint.
     */
    public void goOnFrom(long madeBefore) {
        made = madeBefore;
    }

    /** Returns how many checkpoints all threads of the engine have made in this epoch. */
    public long made() {
        return made;
    }

    /** Lets all waiting threads go, since the epoch is over. */
    public void end() {
        ended = true;
        changed.raise();
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    /** Returns the states from which the threads start; null if they begin anew. */
    public @Nullable Restored restored() {
        return restored;
    }

    public boolean isLeaveWanted() {
        return leaveWanted;
    }

    public boolean isEnded() {
        return ended;
    }

    /** Returns the pace at which states are kept. */
    public CheckpointPace pace() {
        return pace;
    }

    /** Notes that a thread has called {@code restore}. */
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
     * Hands over a thread's state at a safe point; waits while the part before is still being stored.
     *
     * @param number the checkpoint's number in this epoch
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

    /** Returns whether the part before is stored, or the epoch is over. */
    public boolean isFree() {
        return ended || !writer.isBusy();
    }

    /**
     * Hands over the states of all threads while these go on; has no effect if the epoch is over.
     *
     * @param ofRegistration the registration whose engines took part
     * @param first the state of the first thread, as {@link IdState} encodes it
     * @param others the state of each other thread, as {@link IdState} encodes it
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
