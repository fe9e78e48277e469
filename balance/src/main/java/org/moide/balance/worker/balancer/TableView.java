package org.moide.balance.worker.balancer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerPlace;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.strategy.Whereabouts;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A process's view of its worker table for the balancer: the workers that ran recently, and the places of others. Used
 * by the thread that steps the balancer, once in each {@link BalanceLimits#stepNanos}.
 */
public final class TableView implements Whereabouts {
    /** The most workers considered: those that ran most recently. Workers that do not run need no balancing. */
    private static final int MOST_KNOWN = 4096;

    /** The running time within the window below which a worker without queued tasks is not considered. */
    private static final long NOTHING_NANOS = 1_000;

    /**
     * The most members of a group that are searched for one on a certain process. A larger group is assumed to have a
     * member there.
     */
    private static final int MOST_MEMBERS = 4096;

    private final WorkerTable table;
    private final Declarations declarations;
    private final BalanceLimits limits;
    private final Map<Long, Slot> known = new LinkedHashMap<>();

    /** The figures that the runtime keeps for a worker ({@link Slot#state}), as balancing needs them. */
    public interface Cell {
        /** Returns the recent running time of the worker's tasks; see {@link #fade}. */
        long busyNanos();

        /** Returns the size of its state when it was last encoded; 0 if it never was. */
        long stateBytes();

        /** Returns when the worker came to this process. */
        long sinceNanos();

        /**
         * Reduces the weight of earlier running time.
         *
         * @param part the fraction of the window that has passed
         */
        void fade(double part);
    }

    public TableView(WorkerTable table, Declarations declarations, BalanceLimits limits) {
        this.table = table;
        this.declarations = declarations;
        this.limits = limits;
    }

    /**
     * Returns the present figures of the recently run workers, and reduces the weight of earlier ones by one step.
     *
     * @param busyNanos the total time that all threads have spent in tasks since the start
     * @param handledTasks the number of tasks handled since the start
     */
    public LocalLoad load(long busyNanos, long handledTasks) {
        for (Slot slot : table.takeThoseThatRan()) {
            known.remove(slot.worker());
            known.put(slot.worker(), slot);
        }
        List<LocalWorker> seen = new ArrayList<>();
        long queued = 0;
        double part = (double) limits.stepNanos() / limits.windowNanos();
        for (var each = known.values().iterator(); each.hasNext(); ) {
            Slot slot = each.next();
            Slot.Look look = slot.look();
            if (look == null || known.size() > MOST_KNOWN || isToForget(look)) {
                each.remove();
            } else if (look.state() instanceof Cell cell) {
                int waiting = look.active() ? look.queued() : 0; // an inactive worker is no load
                queued += waiting;
                seen.add(new LocalWorker(
                        slot.worker(),
                        waiting,
                        look.active() ? cell.busyNanos() : 0,
                        cell.stateBytes(),
                        look.moves(),
                        cell.sinceNanos(),
                        look.movable(),
                        slot.rule()));
                cell.fade(part);
            }
        }
        seen.sort(Comparator.comparingLong(LocalWorker::queuedTasks)
                .thenComparingLong(LocalWorker::busyNanos)
                .reversed()
                .thenComparingLong(LocalWorker::worker));
        return new LocalLoad(
                table.workers(),
                table.activeWorkers(),
                queued,
                busyNanos,
                handledTasks,
                seen.subList(0, Math.min(seen.size(), limits.mostWorkersSeen())));
    }

    /**
     * Returns whether a worker can be removed from the list of workers that ran recently. The list keeps as many idle
     * workers as a strategy is shown, because an idle process asks the processes where neighbours of its workers are.
     */
    private boolean isToForget(Slot.Look look) {
        return known.size() > limits.mostWorkersSeen()
                && look.queued() == 0
                && look.state() instanceof Cell cell
                && cell.busyNanos() < NOTHING_NANOS;
    }

    @Override
    public int processOf(long worker) {
        WorkerPlace place = table.placeOf(worker);
        return place == null || place.process() == WorkerPlace.ENDED ? NOWHERE : place.process();
    }

    @Override
    public WorkerRule.Fitness fitness() {
        return table.crew().fitness();
    }

    @Override
    public boolean holdsMember(int process, long group, long except) {
        int looked = 0;
        for (Declarations.Group part : declarations.group(group)) {
            for (long worker = part.first(); worker < part.first() + part.count(); worker++) {
                if (worker != except && processOf(worker) == process) {
                    return true;
                }
                looked++;
                if (looked == MOST_MEMBERS) {
                    return true;
                }
            }
        }
        return false;
    }
}
