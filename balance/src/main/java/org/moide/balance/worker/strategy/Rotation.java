package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A strategy for tests: it moves every movable worker at every opportunity, to the next allowed process after this one.
 */
final class Rotation implements WorkerStrategy {
    @Override
    public List<WorkerDecision> decide(WorkerView view) {
        List<WorkerDecision> decisions = new ArrayList<>();
        Answers.tellIfEmpty(view, decisions);
        for (MovableWorker worker : view.movable()) {
            worker.targets().stream()
                    .map(MovableWorker.Target::process)
                    .min(Comparator.comparingInt(process -> Math.floorMod(process - view.self(), view.processes())))
                    .ifPresent(next -> decisions.add(new WorkerDecision.Move(worker.worker(), next, "rotate")));
        }
        return decisions;
    }
}
