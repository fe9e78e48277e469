package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Distributed balancing by gossip (after Menon and Kalé, <i>A distributed dynamic load balancer for iterative
 * applications</i>, 2013). In each period a process tells some random others all loads that it knows, so everyone soon
 * knows most loads at the cost of a few letters. A process above the mean of the known loads moves workers to processes
 * below it. It draws the destination at random, in proportion to the room on each process, so that not all choose the
 * emptiest one.
 */
final class Gossip implements WorkerStrategy {
    private final Unevenness unevenness;
    private final Draft.Rules rules;
    private final int fanout;
    private final RandomGenerator random;
    private boolean looked;
    private long nextNanos;

    Gossip(WorkerStrategySetup setup) {
        this.unevenness = Unevenness.of(setup.parameters());
        this.fanout = (int) setup.parameters().number("fanout", 2, 1, 100);
        this.rules = Draft.Rules.of(setup.parameters());
        this.random = setup.random();
    }

    @Override
    public List<WorkerDecision> decide(WorkerView view) {
        if (view.processes() == 1 || (looked && view.nowNanos() - nextNanos < 0)) {
            return List.of();
        }
        looked = true;
        nextNanos = view.nowNanos() + unevenness.periodNanos();
        List<WorkerDecision> decisions = new ArrayList<>();
        decisions.add(new WorkerDecision.Tell(some(view), true));
        Draft draft = new Draft(view, rules);
        double mean = Unevenness.mean(view, draft);
        Set<Integer> untried = new LinkedHashSet<>(Answers.others(view));
        while (unevenness.isOver(view, draft, mean) && !untried.isEmpty()) {
            int to = drawn(view, draft, mean, untried);
            if (to < 0) {
                break;
            }
            Draft.Choice choice = draft.best(to, Unevenness.room(view, draft, mean * (1 + unevenness.tolerance()), to));
            if (choice == null) {
                untried.remove(to);
            } else {
                decisions.add(draft.move(choice, "gossip"));
            }
        }
        return decisions;
    }

    private List<Integer> some(WorkerView view) {
        List<Integer> others = Answers.others(view);
        List<Integer> some = new ArrayList<>();
        while (some.size() < fanout && !others.isEmpty()) {
            some.add(others.remove(random.nextInt(others.size())));
        }
        return some;
    }

    /** Draws a process at random in proportion to its room; negative if none has room. */
    private int drawn(WorkerView view, Draft draft, double mean, Set<Integer> among) {
        double all = 0;
        for (int process : among) {
            all += Math.max(0, Unevenness.room(view, draft, mean, process));
        }
        double point = random.nextDouble() * all;
        int last = -1;
        for (int process : among) {
            double room = Unevenness.room(view, draft, mean, process);
            if (room > 0) {
                last = process;
                point -= room;
                if (point < 0) {
                    return process;
                }
            }
        }
        return last;
    }
}
