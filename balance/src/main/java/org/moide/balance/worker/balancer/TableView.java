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
 * The view that a process's table shows its balancer: the workers that have run lately, and where others are. Belongs
 * to the thread that steps the balancer, once each {@link BalanceLimits#stepNanos}.
 */
public final class TableView implements Whereabouts {
    /** The most workers that ran lately that are looked at; a worker that did not run has nothing to be balanced. */
    private static final int MOST_KNOWN = 4096;

    /** The time in the window for which a worker must have run, or have something to do, to be balanced. */
    private static final long NOTHING_NANOS = 1_000;

    /** A group is looked through for a member on a process so far; in larger ones one is taken to be there. */
    private static final int MOST_MEMBERS = 4096;

    private final WorkerTable table;
    private final Declarations declarations;
    private final BalanceLimits limits;
    private final Map<Long, Slot> known = new LinkedHashMap<>();

    /** The figures that the runtime keeps with a worker ({@link Slot#state}), as far as the balancing looks at them. */
    public interface Cell {
        /** The time for which its tasks have run lately; see {@link #fade}. */
        long busyNanos();

        /** The length of its state when it was last seen as bytes; 0 if it never was. */
        long stateBytes();

        /** The time since which it has been here. */
        long sinceNanos();

        /** A part of the window is over: what ran earlier counts ever less. */
        void fade(double part);
    }

    /** Shows a table that nobody has looked at. */
    public TableView(WorkerTable table, Declarations declarations, BalanceLimits limits) {
        this.table = table;
        this.declarations = declarations;
        this.limits = limits;
    }

    /**
     * The workers now. What they did is faded by one step.
     *
     * @param busyNanos how long tasks have run here, all threads together, since the start
     * @param handledTasks how many have been handled here since the start
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
                queued += look.queued();
                seen.add(new LocalWorker(
                        slot.worker(),
                        look.queued(),
                        cell.busyNanos(),
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
     * Tells whether a worker is to be forgotten: of those that have nothing to do as many are kept as are shown, since
     * an idle process asks where their neighbours are.
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
