package org.moide.coordinator.reconfigure;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.Timing;

/**
 * The engines whose threads are still in the application while an epoch ends, and the safe point at which the others
 * have left. Used by the control thread only.
 */
final class Inside {
    private final long patienceNanos;
    private final Set<Integer> seats = new TreeSet<>();
    /**
     * Engines that left before they were asked to, since a peer told them that the epoch is over. They report it once.
     */
    private final Set<Integer> early = new TreeSet<>();

    /** The number of the checkpoint at which threads have left; 0 if none has left at one. */
    private long safePoint;

    private long leftNanos;
    private boolean told;

    /**
     * Begins with no threads to wait for.
     *
     * @param timing gives the others the time until the next look, once one engine is out; only messages on their
     *     way hold them, which take milliseconds
     */
    Inside(Timing timing) {
        this.patienceNanos = timing.look().toNanos();
    }

    /** Begins a new epoch. */
    void forget() {
        seats.clear();
        early.clear();
        safePoint = 0;
        told = false;
    }

    /** Waits for the threads of these engines to leave. */
    void await(Collection<Integer> all) {
        seats.addAll(all);
        seats.removeAll(early);
    }

    /** Drops engines that are not there any more; their threads are gone with them. */
    void keepOnly(IntPredicate there) {
        seats.removeIf(seat -> !there.test(seat));
    }

    boolean isEmpty() {
        return seats.isEmpty();
    }

    /** Notes that all threads of an engine are out. Returns false if it was not waited for. */
    boolean left(int seat, long checkpoints, long nowNanos) {
        if (!seats.remove(seat)) {
            early.add(seat);
            return false;
        }
        safePoint = Math.max(safePoint, checkpoints);
        leftNanos = nowNanos;
        return true;
    }

    /** Returns whether the threads have left at this checkpoint. */
    boolean leftAt(long epoch, @Nullable CheckpointName committed) {
        return safePoint > 0 && new CheckpointName(epoch, safePoint).equals(committed);
    }

    /**
     * Returns the engines that should have left by now; each is returned once. Others are out, so all had saved their
     * states, and these are stored. An engine that stays then waits for a message from one that is out. When that one
     * left, it closed its connections, and messages on their way were lost.
     */
    Set<Integer> overdue(long epoch, @Nullable CheckpointName committed, long nowNanos) {
        if (told || !leftAt(epoch, committed) || nowNanos - leftNanos < patienceNanos) {
            return Set.of();
        }
        told = true;
        return new TreeSet<>(seats);
    }
}
