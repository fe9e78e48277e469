package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Moves every worker that may move, at every chance, to the next process after this one to which it may: to find what breaks. */
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
