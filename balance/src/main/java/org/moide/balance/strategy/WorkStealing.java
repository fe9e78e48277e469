package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Work stealing with random victims, then lifelines (Saraswat et al., "Lifeline-based global load balancing", PPoPP
 * 2011). A member that runs out of tasks asks some random members, one after the other, for half of their queued tasks.
 * If all refuse and it is idle, it asks its neighbours in a sparse graph, its lifelines, which keep the request and
 * answer when they have tasks to spare. So no member polls, and work reaches every member within the diameter of the
 * graph.
 *
 * <p>Where tasks are few, as in a tree of long chains, these rules keep tasks from going round and round: no member
 * gives tasks that its own threads are about to take; only an idle member gets the last task; a member asks one
 * lifeline after the other, and withdraws requests when tasks have come from elsewhere; it waits for tasks that are on
 * their way through another member.
 *
 * <p>If locations are known, a member asks members of its rack before those of its site, and these before farther ones.
 * Lifelines are ordered in the same way.
 *
 * <p>The root gives out its tasks ahead of need like guided self-scheduling, and is one more lifeline of each member.
 * With more members than it can serve at once, its answers are slow while it has tasks for all. Tasks stolen meanwhile
 * from a member that has just got them would only be lacking there, so a member that waits for the root steals from
 * others only before the root's first answer, once the answer is late, or once the root has said that it has none left.
 */
final class WorkStealing implements Strategy {
    /** The number of tasks in a request that asks for as many as the victim will give. */
    private static final long AS_MANY_AS_POSSIBLE = Long.MAX_VALUE;

    private static final long NOT_ASKED = Long.MIN_VALUE;

    /** The answer time assumed until one is measured: that of a slow network. */
    private static final long UNMEASURED_NANOS = 1_000_000;

    /** The longest answer time that is taken into account. A longer one shows the sender's load, not the network. */
    private static final long LONGEST_NANOS = 5_000_000;

    private final int self;
    private final RandomGenerator random;
    private final GuidedBundles bundles;
    private final Supply supply;
    private final int victims;
    private final double part;
    private final Neighbours lifelines;
    private final Nearness nearness;
    private final DryRoot dryRoot = new DryRoot(); // used at the root
    private final Set<Integer> waitingAt = new TreeSet<>(); // lifelines with a request
    private int tried;
    private int victim = Membership.ROOT;
    private long askedNanos = NOT_ASKED;
    private long promisedNanos = Long.MIN_VALUE;
    private long latencyNanos = UNMEASURED_NANOS;
    private int firstLifeline;
    private long nextLifelineNanos;

    WorkStealing(StrategySetup setup) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.random = setup.random();
        this.bundles = new GuidedBundles(parameters);
        this.supply = new Supply(parameters);
        this.victims = (int) parameters.number("victims", 2, 0, 1_000);
        this.part = parameters.real("part", 0.5, 0.01, 1);
        this.lifelines = parameters.neighbours("lifelines", "hypercube");
        this.nearness = new Nearness(self);
    }

    @Override
    public List<Decision> decide(MemberView view) {
        boolean hasEnough = view.isRoot() || (view.queuedTasks() > 0 && supply.isEnough(view));
        if (view.requests().isEmpty() && hasEnough && waitingAt.isEmpty()) {
            tried = 0;
            return List.of();
        }
        List<Decision> decisions = new ArrayList<>();
        if (view.isRoot()) {
            long left = bundles.give(view, decisions);
            if (isRootBusy(view)) {
                dryRoot.tell(view, left, decisions);
            }
        } else {
            Spare.share(view.requests(), view.spareTasks(), part, decisions);
            decisions.addAll(supply.askRoot(view));
            steal(view, decisions);
        }
        return decisions;
    }

    /** Returns whether there are so many members that the root, or its network connection, is busy. */
    private static boolean isRootBusy(MemberView view) {
        return view.members().size() > Membership.SERVED_AT_ONCE;
    }

    private void steal(MemberView view, List<Decision> decisions) {
        if (view.idleThreads() == 0) {
            waitingAt.forEach(lifeline -> decisions.add(new Decision.Withdraw(lifeline)));
            waitingAt.clear();
        }
        if (view.queuedTasks() > 0) {
            tried = 0;
            promisedNanos = Long.MIN_VALUE; // when passed-on tasks should have come
            return;
        }
        long expectedNanos = isRootBusy(view) ? supply.expectedUntilNanos(view) : Long.MIN_VALUE;
        if (view.nowNanos() < expectedNanos) {
            decisions.add(new Decision.WaitUntil(expectedNanos));
            return;
        }
        if (victim != Membership.ROOT && view.peer(victim).asked()) {
            return;
        }
        if (isPromised(view)) {
            decisions.add(new Decision.WaitUntil(promisedNanos));
            return;
        }
        if (view.members().size() > 1 && tried < victims * nearness.rings(view.members())) {
            victim = nearness.another(view.members(), tried / victims, random);
            tried++;
            askedNanos = view.nowNanos();
            decisions.add(new Decision.Ask(victim, AS_MANY_AS_POSSIBLE, false));
            return;
        }
        if (view.idleThreads() > 0) {
            askLifelines(view, decisions);
        }
    }

    /**
     * Returns whether tasks are on their way to this member because the last victim (the member asked for tasks) has
     * returned them to their lender, which passes them on to this member. That takes about as long again as the
     * victim's answer.
     */
    private boolean isPromised(MemberView view) {
        PeerView asked = view.peer(victim);
        if (askedNanos != NOT_ASKED && victim != Membership.ROOT && asked.answeredNanos() >= askedNanos) {
            latencyNanos = Math.min(LONGEST_NANOS, asked.answeredNanos() - askedNanos);
            if (asked.passedOn()) {
                promisedNanos = asked.answeredNanos() + 2 * latencyNanos;
            } else if (asked.refusedInARow() == 0) {
                tried = 0; // it gave tasks, which may be done by now
            }
            askedNanos = NOT_ASKED;
        }
        return view.nowNanos() < promisedNanos;
    }

    /**
     * Asks one lifeline after the other, with a pause in between in which an answer could come. A lifeline with tasks
     * to spare sends them at once; if all were asked together, all would send.
     */
    private void askLifelines(MemberView view, List<Decision> decisions) {
        List<Integer> all = lifelines.of(self, view.members());
        if (waitingAt.isEmpty()) {
            firstLifeline = all.isEmpty() ? 0 : random.nextInt(all.size());
            nextLifelineNanos = view.nowNanos();
        }
        List<Integer> inTurn = new ArrayList<>(all);
        Collections.rotate(inTurn, -firstLifeline);
        for (int lifeline : nearness.nearestFirst(view.members(), inTurn)) {
            if (view.peer(lifeline).asked()) {
                continue;
            }
            if (view.nowNanos() < nextLifelineNanos) {
                decisions.add(new Decision.WaitUntil(nextLifelineNanos));
                return;
            }
            nextLifelineNanos = view.nowNanos() + 2 * latencyNanos;
            waitingAt.add(lifeline);
            decisions.add(new Decision.Ask(lifeline, AS_MANY_AS_POSSIBLE, true));
        }
    }
}
