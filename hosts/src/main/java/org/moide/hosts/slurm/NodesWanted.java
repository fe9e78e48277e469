package org.moide.hosts.slurm;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.RunStatus.EngineStatus;

/**
 * Computes how many nodes a run wants: more while tasks wait for engines, fewer while engines wait for tasks. Used by
 * one thread.
 */
final class NodesWanted {
    /** The time for which tasks must have waited before more nodes are wanted. */
    static final long WORK_HOLD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * The time for which engines must have been without tasks before a node is given back. It is long, because a new
     * node would have to wait in the queue.
     */
    static final long NO_WORK_HOLD_NANOS = TimeUnit.SECONDS.toNanos(30);

    /**
     * The fraction of a time for which an engine's threads must have waited for tasks, so that the engine counts as
     * idle in that time.
     */
    private static final double WORKLESS = 0.9;

    private static final long UNSET = Long.MIN_VALUE;
    private static final double NANOS = 1e9;

    private int least;
    private int most;
    private int target;
    private long waitingSince = UNSET;
    private long idleSince = UNSET;
    private final Map<Integer, Double> waitedBefore = new HashMap<>();

    NodesWanted(SlurmSettings settings) {
        this.least = settings.least();
        this.most = settings.most();
        this.target = settings.nodes();
    }

    int target() {
        return target;
    }

    int least() {
        return least;
    }

    int most() {
        return most;
    }

    /**
     * Lowers the maximum by this number of nodes, and the minimum and the wanted number at least to the new maximum.
     * Called when a person has cancelled a job or removed engines.
     */
    void fewer(int nodes) {
        most = Math.max(0, most - nodes);
        least = Math.min(least, most);
        target = Math.min(target, most);
    }

    /** Lowers the wanted number to one less than the run's {@code engines}, but not below the minimum. */
    void shrink(int engines) {
        target = Math.max(least, Math.min(target, engines - 1));
    }

    /**
     * Adjusts the wanted number of nodes to the run's current status.
     *
     * @param nodes the number of nodes that the run has or waits for
     */
    void see(RunStatus run, int nodes, long nowNanos) {
        boolean computing =
                run.state() == RunStatus.State.COMPUTING && run.work().resizable();
        boolean bag = run.work().bag();
        long waiting = run.work().waiting()
                + run.engines().stream()
                        .filter(EngineStatus::isActive)
                        .mapToLong(EngineStatus::queued)
                        .sum();
        waitingSince = since(waitingSince, computing && bag && waiting > 0, nowNanos);
        boolean idle = computing && bag && waiting == 0;
        if (idle && idleSince == UNSET) {
            waitedBefore.clear();
            run.engines().forEach(engine -> waitedBefore.put(engine.seat(), engine.waitedSeconds()));
        }
        idleSince = since(idleSince, idle, nowNanos);
        int active = active(run);
        if (!computing || active < target || nodes < target) {
            return; // enough nodes are queued already
        }
        if (!bag) {
            // Each change of an SPMD run stops all of its threads, so all further nodes are wanted in one change.
            target = Math.max(target, most);
        } else if (holds(waitingSince, WORK_HOLD_NANOS, nowNanos)) {
            target = Math.max(target, Math.min(most, 2 * active));
            waitingSince = nowNanos;
        }
    }

    static int active(RunStatus run) {
        return (int) run.engines().stream().filter(EngineStatus::isActive).count();
    }

    /**
     * Returns the last engine, in the order of their numbers, that has been idle for {@link #NO_WORK_HOLD_NANOS}; null
     * if there is none.
     */
    @Nullable
    EngineStatus workless(RunStatus run, long nowNanos) {
        if (!holds(idleSince, NO_WORK_HOLD_NANOS, nowNanos)) {
            return null;
        }
        double seconds = (nowNanos - idleSince) / NANOS;
        EngineStatus last = null;
        for (EngineStatus engine : run.engines()) {
            double waited = engine.waitedSeconds() - waitedBefore.getOrDefault(engine.seat(), 0.0);
            if (engine.isComputing() && waited >= WORKLESS * seconds * engine.threads()) {
                last = engine;
            }
        }
        return last;
    }

    /**
     * Returns whether, during the last {@link #NO_WORK_HOLD_NANOS}, no task of the bag was waiting for a thread,
     * neither at the coordinator nor at an engine. The run then does not need jobs that are still queued.
     */
    boolean isIdle(long nowNanos) {
        return holds(idleSince, NO_WORK_HOLD_NANOS, nowNanos);
    }

    private static long since(long before, boolean is, long nowNanos) {
        return is ? (before == UNSET ? nowNanos : before) : UNSET;
    }

    private static boolean holds(long since, long nanos, long nowNanos) {
        return since != UNSET && nowNanos - since >= nanos;
    }
}
