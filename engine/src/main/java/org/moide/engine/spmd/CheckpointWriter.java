package org.moide.engine.spmd;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.Loop;
import org.moide.engine.control.Backoff;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;
import org.moide.engine.control.StateHolder;
import org.moide.engine.control.Timing;

/**
 * Stores an engine's part of a checkpoint while the threads continue: in this engine's memory, at its buddy (another
 * engine that keeps a copy), and on disk. It stores one part at a time.
 *
 * <p>Concurrency: any thread hands over and abandons parts; the writer's own thread stores them, and starts with the
 * first part. {@code next}, {@code committed} and {@code thread} are guarded by this object's lock; {@code busy},
 * {@code generation} and {@code closed} are volatile, and are written with the lock held.
 */
public final class CheckpointWriter implements AutoCloseable {
    private final String role;
    private final CheckpointStore own;
    private final @Nullable CheckpointFiles files;
    private final Function<StateHolder, CheckpointKeeper> keepers;
    private final Listener listener;
    private final Timing timing;
    private final Ticker ticker;
    private final Signal changed;
    private final ThreadFactory threads;
    private @Nullable Job next;
    private @Nullable Kept committed;
    private @Nullable Thread thread;
    private volatile @Nullable StateHolder keeper; // the buddy, after it has changed
    private volatile boolean moved;
    private volatile boolean busy;
    private volatile long generation;
    private volatile boolean closed;

    /** Takes the results of storing. Called on the storing thread. */
    public interface Listener {
        /**
         * Notes that a part is stored.
         *
         * @param atBuddy whether the buddy, the engine that keeps a copy, has the part
         * @param onDisk the digests of the part's states on disk, in the order of IDs; empty if no disk is used, or if
         *     it fails
         * @param problem why writing to disk failed; null if it succeeded or no disk is used
         */
        void stored(Part part, boolean atBuddy, List<StateDigest> onDisk, @Nullable String problem);
    }

    /**
     * One engine's part of a checkpoint.
     *
     * @param states the states in the encoding of {@link IdState}, by logical ID
     * @param buddy the engine that keeps a copy; null for none
     */
    public record Part(
            CheckpointName checkpoint,
            Map<Integer, byte[]> states,
            @Nullable StateHolder buddy) {
        public Part {
            states = new TreeMap<>(states);
        }

        public int firstId() {
            return Collections.min(states.keySet());
        }
    }

    private record Job(Part part, long generation) {}

    /** The checkpoints whose files stay on disk: {@code from}, all later ones, and those in {@code besides}. */
    private record Kept(CheckpointName from, List<CheckpointName> besides) {}

    /**
     * Creates the writer. Its thread starts with the first part of a checkpoint.
     *
     * @param role the storing thread's name
     * @param files the files on disk; null if none are written
     * @param keepers returns the remote keeper of states on another engine
     */
    public CheckpointWriter(
            String role,
            CheckpointStore own,
            @Nullable CheckpointFiles files,
            Function<StateHolder, CheckpointKeeper> keepers,
            Listener listener,
            Timing timing,
            Surroundings around) {
        this.role = role;
        this.own = own;
        this.files = files;
        this.keepers = keepers;
        this.listener = listener;
        this.timing = timing;
        this.ticker = around.ticker();
        this.changed = around.signals().create();
        this.threads = around.threads();
    }

    /**
     * Keeps a part of a checkpoint in this engine's memory at once, and lets the storing thread send it to the buddy
     * and write it to disk.
     *
     * @throws IllegalStateException if the part before is still being stored
     */
    public void store(Part part) {
        part.states().forEach((id, state) -> own.put(part.checkpoint(), id, state));
        synchronized (this) {
            if (busy) {
                throw new IllegalStateException("checkpoint " + part.checkpoint() + " before the last one is stored");
            }
            busy = true;
            next = new Job(part, generation);
            if (thread == null && !closed) {
                Thread made = threads.newThread(Loop.lasting(this::storeAll));
                made.setName(role);
                made.start();
                thread = made;
            }
        }
        changed.raise();
    }

    /**
     * Changes the buddy, the engine that keeps copies of states, from now on. The earlier one may have left, so the
     * writer stops waiting for it. Any thread.
     */
    public void keepAt(@Nullable StateHolder other) {
        keeper = other;
        moved = true;
        changed.raise();
    }

    private boolean hasLeft(StateHolder buddy) {
        return moved && !buddy.equals(keeper);
    }

    public boolean isBusy() {
        return busy;
    }

    /**
     * Notes that a checkpoint is committed. The storing thread then removes the files of older checkpoints, except
     * {@code onDisk}.
     */
    public void committed(CheckpointName checkpoint, List<CheckpointName> onDisk) {
        if (files != null) {
            synchronized (this) {
                committed = new Kept(checkpoint, onDisk);
            }
            changed.raise();
        }
    }

    /** Stops storing the current part without telling the listener, because its epoch is over. */
    public synchronized void abandon() {
        generation++;
        busy = false;
        next = null;
        changed.raise();
    }

    @Override
    public synchronized void close() {
        closed = true;
        abandon();
    }

    private void storeAll() {
        try {
            while (!closed) {
                changed.await(() -> closed || hasNext(), Long.MAX_VALUE);
                removeOld();
                Job job = take();
                if (job != null) {
                    store(job);
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean hasNext() {
        return next != null || committed != null;
    }

    private void removeOld() {
        Kept last;
        synchronized (this) {
            last = committed;
            committed = null;
        }
        if (last != null && files != null) {
            try {
                files.keepOnly(last.from(), last.besides());
            } catch (IOException left) {
                // Files that stay do no harm, and the next commit tries again to remove them.
            }
        }
    }

    private synchronized @Nullable Job take() {
        Job taken = next;
        next = null;
        return taken;
    }

    private void store(Job job) throws InterruptedException {
        List<StateDigest> onDisk = new ArrayList<>();
        String problem;
        boolean atBuddy = false;
        try {
            problem = writeFiles(job.part(), onDisk);
            StateHolder buddy = job.part().buddy();
            atBuddy = buddy != null && push(job, buddy);
        } catch (RuntimeException defect) {
            // The error is reported and the thread continues, because compute threads wait for it at their next
            // checkpoint.
            problem = "cannot store checkpoint " + job.part().checkpoint() + ": " + defect;
        }
        if (problem != null) {
            onDisk.clear();
        }
        synchronized (this) {
            if (generation != job.generation()) {
                return;
            }
            busy = false;
        }
        listener.stored(job.part(), atBuddy, onDisk, problem);
    }

    private @Nullable String writeFiles(Part part, List<StateDigest> written) {
        CheckpointFiles disk = files;
        if (disk == null) {
            return null;
        }
        try {
            for (Map.Entry<Integer, byte[]> state : part.states().entrySet()) {
                written.add(disk.write(part.checkpoint(), state.getKey(), state.getValue()));
            }
            return null;
        } catch (IOException failed) {
            return "cannot write checkpoint " + part.checkpoint() + " to " + disk.folder() + ": " + failed;
        }
    }

    /**
     * Sends all states to the buddy, the engine that keeps a copy.
     *
     * @return false if the buddy was unreachable for too long, or has left
     */
    private boolean push(Job job, StateHolder buddy) throws InterruptedException {
        for (Map.Entry<Integer, byte[]> entry : job.part().states().entrySet()) {
            byte[] state = entry.getValue();
            for (int offset = 0; offset < state.length; offset += CheckpointKeeper.PIECE_BYTES) {
                int from = offset;
                byte[] piece = state.length <= CheckpointKeeper.PIECE_BYTES
                        ? state
                        : Arrays.copyOfRange(state, from, Math.min(state.length, from + CheckpointKeeper.PIECE_BYTES));
                boolean kept = persist(
                        job,
                        buddy,
                        () -> keepers.apply(buddy)
                                .keep(job.part().checkpoint(), entry.getKey(), state.length, from, piece));
                if (!kept) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean persist(Job job, StateHolder buddy, Runnable call) throws InterruptedException {
        Backoff backoff = new Backoff(timing, ticker);
        while (!closed && generation == job.generation()) {
            try {
                call.run();
                return true;
            } catch (RemoteCallException again) {
                if (backoff.isOver() || hasLeft(buddy)) { // by then the coordinator has noticed a lost buddy
                    return false;
                }
                changed.await(
                        () -> closed || hasLeft(buddy) || generation != job.generation(), backoff.nextPauseNanos());
            }
        }
        return false;
    }
}
