package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Work stealing with random victims, then lifelines (Saraswat et al., "Lifeline-based global load balancing", PPoPP 2011):
 * who runs dry asks some members chosen by chance, one after the other, for half of what they have queued; if all refuse,
 * it asks its neighbours in a sparse graph, who keep the request and answer as soon as they have something to spare. So
 * nobody polls, and work reaches everybody in as many steps as the graph is wide.
 *
 * <p>The root's tasks are given out as guided self-scheduling does, ahead of need; the root is one more lifeline.
 */
final class WorkStealing implements Strategy {
    /** As many as the victim likes to give. */
    private static final long AS_MANY_AS_POSSIBLE = Long.MAX_VALUE;

    private final int self;
    private final RandomGenerator random;
    private final GuidedBundles bundles;
    private final Supply supply;
    private final int victims;
    private final double part;
    private final Neighbours lifelines;
    private int tried;
    private int victim = Membership.ROOT;

    WorkStealing(StrategySetup setup) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.random = setup.random();
        this.bundles = new GuidedBundles(parameters);
        this.supply = new Supply(parameters);
        this.victims = (int) parameters.number("victims", 2, 0, 1_000);
        this.part = parameters.real("part", 0.5, 0.01, 1);
        this.lifelines = parameters.neighbours("lifelines", "hypercube");
    }

    @Override
    public List<Decision> decide(MemberView view) {
        if (view.requests().isEmpty() && (view.isRoot() || (view.queuedTasks() > 0 && supply.isEnough(view)))) {
            tried = 0;
            return List.of();
        }
        List<Decision> decisions = new ArrayList<>();
        if (view.isRoot()) {
            bundles.give(view, decisions);
        } else {
            serve(view, decisions);
            decisions.addAll(supply.askRoot(view));
            steal(view, decisions);
        }
        return decisions;
    }

    /** Half of what is left to each who asks; what idle threads here are about to take is not left. */
    private void serve(MemberView view, List<Decision> decisions) {
        long left = Math.max(0, view.queuedTasks() - view.idleThreads());
        for (MemberView.Request request : view.requests()) {
            // A lifeline gets what can be spared; who waits for an answer gets the last task too.
            if (left >= (request.patient() ? 2 : 1)) {
                long tasks = Math.max(1, (long) (left * part));
                decisions.add(new Decision.Give(request.member(), tasks, tasks));
                left -= tasks;
            } else if (!request.patient()) {
                decisions.add(new Decision.Refuse(request.member()));
            }
        }
    }

    private void steal(MemberView view, List<Decision> decisions) {
        if (view.queuedTasks() > 0) {
            tried = 0;
            return;
        }
        if (victim != Membership.ROOT && view.peer(victim).asked()) {
            return;
        }
        if (tried < victims && view.members().size() > 1) {
            tried++;
            victim = another(view.members());
            decisions.add(new Decision.Ask(victim, AS_MANY_AS_POSSIBLE, false));
            return;
        }
        for (int lifeline : lifelines.of(self, view.members())) {
            if (!view.peer(lifeline).asked()) {
                decisions.add(new Decision.Ask(lifeline, AS_MANY_AS_POSSIBLE, true));
            }
        }
    }

    private int another(Membership members) {
        int own = members.rankOf(self);
        int rank = random.nextInt(own < 0 ? members.size() : members.size() - 1);
        return members.at(own >= 0 && rank >= own ? rank + 1 : rank).number();
    }
}
