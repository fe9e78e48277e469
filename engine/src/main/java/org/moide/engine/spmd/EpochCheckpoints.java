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
 * Connects the compute threads of an engine with its checkpoints in one epoch. It gives the threads the states from
 * which they start, tells them whether to leave at the next safe point, and collects their states into the engine's
 * part of each checkpoint.
 *
 * <p>Concurrency: compute threads, the control thread and the storing thread. {@code gathered} is guarded by this
 * object's lock; the other mutable fields are volatile, and {@code restored} is set before the threads start.
 */
public final class EpochCheckpoints {
    // The logical ID of the engine's first thread, by registration.
    private final Map<Long, Integer> firstIds = new ConcurrentHashMap<>();
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
    private volatile long registration; // the newest registration, after engines have joined or left

    /** Takes events of the compute threads. Called on these threads. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Notes that the application has called {@code restore} on this engine for the first time, so that it can
         * restart from a checkpoint.
         *
         * @param redistributes whether it can restart with another number of logical IDs
         */
        void restorable(boolean redistributes);
    }

    /**
     * Creates the checkpoints of an epoch that begins now. No thread has handed over a state yet.
     *
     * @param firstId the logical ID of the engine's first thread
     * @param buddy the engine that keeps a copy of the states; null for none
     * @param pace decides at which safe points states are stored
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

    /** Sets the states from which the threads start. Called before the threads start. */
    public void restored(Restored from) {
        restored = from;
    }

    /** Changes the engine that keeps copies of the states from now on; null for none. */
    public void keepAt(@Nullable StateHolder other) {
        buddy = other;
        writer.keepAt(other);
    }

    public void wantLeave() {
        leaveWanted = true;
    }

    /** Notes that this engine's part of the last checkpoint is stored, so that the next part may be handed over. */
    public void stored() {
        pace.stored();
        changed.raise();
    }

    /**
     * Notes that an engine has joined or left. States that are stored from now on belong to the new registration (table
     * of engines). Any thread.
     *
     * @param firstId the logical ID of the engine's first thread in the new registration
     */
    public void joined(long next, int firstId) {
        firstIds.put(next, firstId);
        registration = next;
    }

    private int firstId(long of) {
        return Objects.requireNonNull(firstIds.get(of), "a registration of this epoch");
    }

    /** Returns the epoch number of the newest registration, or table of engines. Any thread. */
    public long registration() {
        return registration;
    }

    /**
     * Sets the number of checkpoints that the other engines had made before this engine joined. Called before this
     * engine's first checkpoint.
     */
    public void goOnFrom(long madeBefore) {
        made = madeBefore;
    }

    /** Returns the number of checkpoints that all threads of the engine have made in this epoch. */
    public long made() {
        return made;
    }

    /** Releases all waiting threads, because the epoch is over. */
    public void end() {
        ended = true;
        changed.raise();
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    /** Returns the states from which the threads start; null if the epoch starts from the beginning. */
    public @Nullable Restored restored() {
        return restored;
    }

    public boolean isLeaveWanted() {
        return leaveWanted;
    }

    public boolean isEnded() {
        return ended;
    }

    public CheckpointPace pace() {
        return pace;
    }

    /** Notes that a thread has called {@code restore}. The first call is passed on to the listener. */
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
     * Takes a thread's state at a safe point. Blocks while this engine's part of the last checkpoint is still being
     * stored.
     *
     * @param number the checkpoint's number in this epoch
     * @param state the state in the encoding of {@link IdState}; must not be changed afterwards
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

    /**
     * Returns whether {@link #hand} would not block: this engine's part of the last checkpoint is stored, or the epoch
     * is over.
     */
    public boolean isFree() {
        return ended || !writer.isBusy();
    }

    /**
     * Takes the states of all threads without stopping them. Has no effect if the epoch is over.
     *
     * @param ofRegistration the registration whose engines took part
     * @param first the state of the first thread, in the encoding of {@link IdState}
     * @param others the state of each other thread, in the encoding of {@link IdState}
     * @throws IllegalStateException if the last part is still being stored, or a thread has handed over its state
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
