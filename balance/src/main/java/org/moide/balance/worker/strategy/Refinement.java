package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A strategy of greedy refinement by measured load. Each process tells all others its load when the load changes, and
 * each computes the same plan. In the plan, again and again the process with the largest surplus gives to the one with
 * the most room, until no process exceeds the mean by more than the tolerance. Each process carries out its own part of
 * the plan, so not all send to the same process.
 */
final class Refinement implements WorkerStrategy {
    /** The factor by which a worker may exceed the work to be moved, so that even a small rest of work can be moved. */
    private static final double SLACK = 1.25;

    private final Unevenness unevenness;
    private final Draft.Rules rules;
    private boolean looked;
    private long nextNanos;

    Refinement(WorkerStrategySetup setup) {
        this.unevenness = Unevenness.of(setup.parameters());
        this.rules = Draft.Rules.of(setup.parameters());
    }

    /** Work that the plan sends from this process to another, in units of power. */
    private record Flow(int to, double work) {}

    /** A process and its surplus of work, or its room for more work, in units of power. */
    private record Part(int process, double work) {}

    @Override
    public List<WorkerDecision> decide(WorkerView view) {
        List<WorkerDecision> decisions = new ArrayList<>();
        decisions.add(new WorkerDecision.Tell(Answers.others(view), false));
        if (looked && view.nowNanos() - nextNanos < 0) {
            return decisions;
        }
        looked = true;
        nextNanos = view.nowNanos() + unevenness.periodNanos();
        Draft draft = new Draft(view, rules);
        double mean = Unevenness.mean(view, draft);
        if (unevenness.isOver(view, draft, mean)) {
            for (Flow flow : flows(view, draft, mean)) {
                move(flow, draft, decisions);
            }
            if (decisions.size() == 1) {
                moveOne(view, draft, mean, decisions);
            }
        }
        return decisions;
    }

    private List<Flow> flows(WorkerView view, Draft draft, double mean) {
        Comparator<Part> most =
                Comparator.comparingDouble(Part::work).reversed().thenComparingInt(Part::process);
        PriorityQueue<Part> givers = new PriorityQueue<>(most);
        PriorityQueue<Part> takers = new PriorityQueue<>(most);
        for (int process = 0; process < view.processes(); process++) {
            double room = Unevenness.room(view, draft, mean, process);
            if (room > 0) {
                takers.add(new Part(process, room));
            } else if (draft.used(process) > mean * (1 + unevenness.tolerance())) {
                givers.add(new Part(process, -room));
            }
        }
        List<Flow> flows = new ArrayList<>();
        while (!givers.isEmpty() && !takers.isEmpty()) {
            Part giver = givers.remove();
            Part taker = takers.remove();
            double work = Math.min(giver.work(), taker.work());
            if (giver.process() == view.self()) {
                flows.add(new Flow(taker.process(), work));
            }
            if (giver.work() > work) {
                givers.add(new Part(giver.process(), giver.work() - work));
            }
            if (taker.work() > work) {
                takers.add(new Part(taker.process(), taker.work() - work));
            }
        }
        return flows;
    }

    private void move(Flow flow, Draft draft, List<WorkerDecision> decisions) {
        double before = draft.work(flow.to());
        Draft.Choice choice = draft.best(flow.to(), flow.work() * SLACK);
        while (choice != null) {
            decisions.add(draft.move(choice, "greedy"));
            double left = flow.work() - (draft.work(flow.to()) - before);
            choice = left > 0 ? draft.best(flow.to(), left * SLACK) : null;
        }
    }

    /**
     * Makes the single move that saves most, to a process that has room. Called if the plan cannot be carried out,
     * because workers are too large or may not move where the plan says.
     */
    private static void moveOne(WorkerView view, Draft draft, double mean, List<WorkerDecision> decisions) {
        Draft.Choice best = null;
        for (int process : Answers.others(view)) {
            if (Unevenness.room(view, draft, mean, process) > 0) {
                Draft.Choice choice = draft.best(process);
                best = choice != null && (best == null || choice.saved() > best.saved()) ? choice : best;
            }
        }
        if (best != null) {
            decisions.add(draft.move(best, "greedy"));
        }
    }
}
