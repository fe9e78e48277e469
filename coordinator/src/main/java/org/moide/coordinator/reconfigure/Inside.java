package org.moide.coordinator.reconfigure;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.Timing;

/**
 * Which engines' threads are still in the application while an epoch ends, and at which safe point the others have left. Used
 * by the control thread only.
 */
final class Inside {
    private final long patienceNanos;
    private final Set<Integer> seats = new TreeSet<>();
    /** Engines that left before they were asked to, since a peer told them that the epoch is over. They say so once. */
    private final Set<Integer> early = new TreeSet<>();

    /** The number of the checkpoint at which threads have left; 0 if none has left at one. */
    private long safePoint;

    private long leftNanos;
    private boolean told;

    /**
     * Nobody's are.
     *
     * @param timing once one engine is out nothing holds the others but messages on their way, which take milliseconds:
     *     they have until the next look
     */
    Inside(Timing timing) {
        this.patienceNanos = timing.look().toNanos();
    }

    /** A new epoch begins. */
    void forget() {
        seats.clear();
        early.clear();
        safePoint = 0;
        told = false;
    }

    /** The threads of these engines are to leave. */
    void await(Collection<Integer> all) {
        seats.addAll(all);
        seats.removeAll(early);
    }

    /** Engines that are not there any more are gone with their threads. */
    void keepOnly(IntPredicate there) {
        seats.removeIf(seat -> !there.test(seat));
    }

    boolean isEmpty() {
        return seats.isEmpty();
    }

    /** All threads of an engine are out; false if that is not new. */
    boolean left(int seat, long checkpoints, long nowNanos) {
        if (!seats.remove(seat)) {
            early.add(seat);
            return false;
        }
        safePoint = Math.max(safePoint, checkpoints);
        leftNanos = nowNanos;
        return true;
    }

    /** Whether the threads have left at this checkpoint. */
    boolean leftAt(long epoch, @Nullable CheckpointName committed) {
        return safePoint > 0 && new CheckpointName(epoch, safePoint).equals(committed);
    }

    /**
     * Engines that should have left by now. Others are out, so all had saved, and what they saved is stored. An engine
     * that stays then waits for a message from one that is out and that closed its connections, with what was on its
     * way, when it left. Each is named once.
     */
    Set<Integer> overdue(long epoch, @Nullable CheckpointName committed, long nowNanos) {
        if (told || !leftAt(epoch, committed) || nowNanos - leftNanos < patienceNanos) {
            return Set.of();
        }
        told = true;
        return new TreeSet<>(seats);
    }
}
