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
 * The one-time move of workers to a process that has joined. It moves workers that no strategy would move: those that
 * stay where they begin, if they might begin on the new process, and without balancing all others too. Workers without
 * a task so far are not moved: they need no memory, and everyone finds them by the formula. Used by the thread that
 * steps the balancer.
 */
public final class FirstShare {
    /** The most moves in one step; each costs the control thread some microseconds. */
    private static final int AT_ONCE = 256;

    private final WorkerTable table;
    private final boolean balanced;
    private final Deque<Given> waiting = new ArrayDeque<>();

    private record Given(long worker, int process) {}

    /**
     * Creates the choice for a worker table.
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

    /** Orders some of the chosen moves; a worker that has gone or may not move now stays. */
    public void step() {
        for (int told = 0; told < AT_ONCE && !waiting.isEmpty(); told++) {
            Given given = waiting.remove();
            table.move(given.worker(), given.process());
        }
    }
}
