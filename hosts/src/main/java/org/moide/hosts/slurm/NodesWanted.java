package org.moide.hosts.slurm;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.RunStatus.EngineStatus;

/**
 * Number of nodes that a run wants: more while tasks wait for engines, fewer when engines wait for tasks. One thread.
 */
final class NodesWanted {
    /** Time for which tasks must wait until the present engines are not enough. */
    static final long WORK_HOLD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Time for which engines must have no work until a node is given back: it must be queued for again. */
    static final long NO_WORK_HOLD_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Part of the time for which threads must wait for tasks to count as without work. */
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

    /** Notes that somebody does not want the run on that many nodes. */
    void fewer(int nodes) {
        most = Math.max(0, most - nodes);
        least = Math.min(least, most);
        target = Math.min(target, most);
    }

    /** Notes that one node less than the engines have is enough. */
    void shrink(int engines) {
        target = Math.max(least, Math.min(target, engines - 1));
    }

    /**
     * Takes the run as it stands now.
     *
     * @param nodes how many nodes it has or waits for
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
            return; // what is wanted already is on its way
        }
        if (!bag) {
            target = Math.max(target, most); // each change stops all of its threads, so there is one for all
        } else if (holds(waitingSince, WORK_HOLD_NANOS, nowNanos)) {
            target = Math.max(target, Math.min(most, 2 * active));
            waitingSince = nowNanos;
        }
    }

    static int active(RunStatus run) {
        return (int) run.engines().stream().filter(EngineStatus::isActive).count();
    }

    /** Returns the engine that came last of those that have had nothing to do for a while; null if there is none. */
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

    /** Returns whether no task has waited for a while: then nodes are not to be waited for either. */
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
