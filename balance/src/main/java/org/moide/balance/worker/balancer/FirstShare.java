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
 * The single move of a share of the workers to a process that has just joined. It is meant for workers that no strategy
 * would move. Workers that stay where they begin are moved if they might as well have begun on the new process. If no
 * strategy balances the run, all other workers are considered too. Workers without a task so far are not moved: they
 * need no memory, and every process finds them by the formula for initial places. Used by the thread that steps the
 * balancer.
 */
public final class FirstShare {
    /** The most moves in one step. Each move costs the control thread some microseconds. */
    private static final int AT_ONCE = 256;

    private final WorkerTable table;
    private final boolean balanced;
    private final Deque<Given> waiting = new ArrayDeque<>();

    private record Given(long worker, int process) {}

    /**
     * Creates the choice for the workers of a table.
     *
     * @param balanced whether a strategy moves the movable workers
     */
    public FirstShare(WorkerTable table, boolean balanced) {
        this.table = table;
        this.balanced = balanced;
    }

    /**
     * Chooses the workers that will move to a process that has joined.
     *
     * @param part its share of the power of all processes
     */
    public void joined(int process, double part) {
        List<Slot> candidates = new ArrayList<>();
        table.forEach(slot -> {
            if (mayGo(slot.rule(), process)) {
                candidates.add(slot);
            }
        });
        candidates.sort(Comparator.comparingLong(Slot::worker));
        double due = 0.5; // so that fractions are rounded
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

    /** Orders some of the chosen moves. A chosen worker that has gone meanwhile, or may not move now, is left out. */
    public void step() {
        for (int told = 0; told < AT_ONCE && !waiting.isEmpty(); told++) {
            Given given = waiting.remove();
            table.move(given.worker(), given.process());
        }
    }
}
