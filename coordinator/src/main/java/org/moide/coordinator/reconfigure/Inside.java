package org.moide.coordinator.reconfigure;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.Timing;

/**
 * Records, while an epoch ends, which engines still have threads in the application, and at which safe point the other
 * threads have left it. Used by the control thread only.
 */
final class Inside {
    private final long patienceNanos;
    private final Set<Integer> seats = new TreeSet<>();
    /**
     * The engines that left before they were asked to, because another engine told them that the epoch was over. An
     * engine reports only once that it has left, so this must be remembered.
     */
    private final Set<Integer> early = new TreeSet<>();

    /** The number of the checkpoint at which threads have left; 0 if none has left at a checkpoint. */
    private long safePoint;

    private long leftNanos;
    private boolean told;

    /**
     * Creates the object with no threads to wait for.
     *
     * @param timing its {@code look} is the time that engines get to leave after the last one has left. The others can
     *     only wait for messages in transit, which takes milliseconds
     */
    Inside(Timing timing) {
        this.patienceNanos = timing.look().toNanos();
    }

    /** Forgets everything, for a new epoch. */
    void forget() {
        seats.clear();
        early.clear();
        safePoint = 0;
        told = false;
    }

    /**
     * Adds the engines for whose threads to wait: they have not left the application yet, unless they have left early.
     * Does not block.
     */
    void await(Collection<Integer> all) {
        seats.addAll(all);
        seats.removeAll(early);
    }

    /** Stops waiting for those engines that are not present any more. */
    void keepOnly(IntPredicate there) {
        seats.removeIf(seat -> !there.test(seat));
    }

    boolean isEmpty() {
        return seats.isEmpty();
    }

    /**
     * Notes that all threads of an engine have left the application. Returns false if the engine was not waited for.
     */
    boolean left(int seat, long checkpoints, long nowNanos) {
        if (!seats.remove(seat)) {
            early.add(seat);
            return false;
        }
        safePoint = Math.max(safePoint, checkpoints);
        leftNanos = nowNanos;
        return true;
    }

    /** Returns whether threads have left the application, and that at the safe point of the committed checkpoint. */
    boolean leftAt(long epoch, @Nullable CheckpointName committed) {
        return safePoint > 0 && new CheckpointName(epoch, safePoint).equals(committed);
    }

    /**
     * Returns the engines whose threads should have left the application by now. Each engine is named only once. All
     * engines have saved their states, since others have left and the checkpoint is committed. An engine that still has
     * threads in the application waits for a message of an engine that has left. The message was lost when the sender
     * closed its connections.
     */
    Set<Integer> overdue(long epoch, @Nullable CheckpointName committed, long nowNanos) {
        if (told || !leftAt(epoch, committed) || nowNanos - leftNanos < patienceNanos) {
            return Set.of();
        }
        told = true;
        return new TreeSet<>(seats);
    }
}
