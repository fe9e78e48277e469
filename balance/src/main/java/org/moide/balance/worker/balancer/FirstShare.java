package org.moide.balance.worker.balancer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * The share that one process gives to others that join, once: its part of the workers that no strategy would move
 * there. These are the ones that stay where they begin, and might begin there as well, and all others if nothing is
 * balanced. Workers that have had no task are not given away: they take no room, and are where all find them. Belongs
 * to the thread that steps the balancer.
 */
public final class FirstShare {
    /** The most that are told to move at once: each costs the control thread some microseconds. */
    private static final int AT_ONCE = 256;

    private final WorkerTable table;
    private final boolean balanced;
    private final Deque<Given> waiting = new ArrayDeque<>();

    private record Given(long worker, int process) {}

    /** @param balanced whether there is a strategy that moves the workers which may move */
    public FirstShare(WorkerTable table, boolean balanced) {
        this.table = table;
        this.balanced = balanced;
    }

    /**
     * A process has joined.
     *
     * @param part its power as a part of that of all
     */
    public void joined(int process, double part) {
        List<Slot> candidates = new ArrayList<>();
        table.forEach(slot -> {
            if (mayGo(slot.rule(), process)) {
                candidates.add(slot);
            }
        });
        candidates.sort(Comparator.comparingLong(Slot::worker));
        double due = 0.5; // so that parts below one are rounded
        for (Slot slot : candidates) {
            due += part;
            if (due >= 1) {
                due--;
                waiting.add(new Given(slot.worker(), process));
            }
        }
    }

    private boolean mayGo(WorkerRule rule, int process) {
        if (!rule.moves()) {
            return table.crew().startProcesses(rule).contains(process);
        }
        return !balanced && table.crew().moveProcesses(rule).contains(process);
    }

    /** Moves some; one that is not here any more, or may not move now, stays. */
    public void step() {
        for (int told = 0; told < AT_ONCE && !waiting.isEmpty(); told++) {
            Given given = waiting.remove();
            table.move(given.worker(), given.process());
        }
    }
}
