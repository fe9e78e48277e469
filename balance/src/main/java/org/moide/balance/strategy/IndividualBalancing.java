package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.port.GrowingPause;

/**
 * SAMBA's S5 (distributed, global, individual): a member that has run out of tasks asks all others for their load, and
 * then the most loaded one for tasks. In S7 (local, neighbourhood) it asks only its neighbours, and load spreads from
 * neighbour to neighbour. S7 needs no termination detection of its own: the run is over when all loans are returned.
 *
 * <p>A member asks for the number of tasks that makes both members equal, per thread. If locations are known it asks
 * the nearest members for their load, and farther ones only if the nearest have no tasks.
 *
 * <p>At the start the root gives out its tasks by power, like {@link StaticShares}.
 */
final class IndividualBalancing implements Strategy {
    /** The value of {@code word} in a message that asks for the receiver's load. */
    static final long QUESTION = LoadRound.word(1, 0);

    static final long ANSWER = LoadRound.word(2, 0);

    private final int self;
    private final Nearness nearness;
    private final Neighbours neighbours;
    private final long threshold;
    private final LoadRound round;
    private final GrowingPause pause;
    private final StaticShares shares = new StaticShares();
    private int asked = Membership.ROOT;
    private int reach = 1; // the number of distances asked at the same time

    private IndividualBalancing(StrategySetup setup, Neighbours neighbours) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.nearness = new Nearness(self);
        this.neighbours = neighbours;
        this.threshold = parameters.number("threshold", 0, 0, Integer.MAX_VALUE);
        this.round = new LoadRound(parameters.nanos("waitMillis", 50));
        this.pause = parameters.pause("pauseMillis", 2);
    }

    /** Makes strategy S5, in which a member may ask all others. */
    static IndividualBalancing global(StrategySetup setup) {
        return new IndividualBalancing(setup, Neighbours.everyone());
    }

    /** Makes strategy S7, in which a member asks its neighbours only. */
    static IndividualBalancing ofNeighbours(StrategySetup setup) {
        return new IndividualBalancing(setup, setup.parameters().neighbours("neighbours", "hypercube"));
    }

    @Override
    public void requireMembers(Membership atStart) {
        neighbours.requireAll(atStart);
    }

    @Override
    public List<Decision> decide(MemberView view) {
        List<Decision> decisions = new ArrayList<>(shares.decide(view));
        if (view.isRoot()) {
            return decisions;
        }
        for (MemberView.Telling telling : view.news()) {
            if (telling.word() == QUESTION) {
                decisions.add(new Decision.Tell(List.of(telling.from()), ANSWER));
            } else if (round.isOpen()) {
                round.add(LoadRound.report(telling, view.members()));
            }
        }
        Spare.serve(view, 0, 1, decisions);
        if (view.queuedTasks() > 0) {
            pause.reset();
            reach = 1;
            round.catchUp(0);
        } else {
            findTasks(view, decisions);
        }
        return decisions;
    }

    private void findTasks(MemberView view, List<Decision> decisions) {
        if (asked != Membership.ROOT && view.peer(asked).asked()) {
            return; // its answer or refusal leads to the next decision
        }
        List<Integer> others = neighbours.of(self, view.members());
        if (others.isEmpty()) {
            return;
        }
        if (!round.isOpen() && pause.isOver(view.nowNanos())) {
            question(nearness.nearest(view.members(), others, reach), view, decisions);
        }
        List<Integer> near = nearness.nearest(view.members(), others, reach);
        if (round.isReady(near, view)) {
            askMostLoaded(view, decisions);
            if (asked == Membership.ROOT && near.size() < others.size()) {
                reach++;
                question(nearness.nearest(view.members(), others, reach), view, decisions);
            } else {
                reach = 1;
                pause.begin(view.nowNanos());
            }
        }
        decisions.add(new Decision.WaitUntil(round.isOpen() ? round.dueNanos() : pause.nextNanos()));
    }

    private void question(List<Integer> members, MemberView view, List<Decision> decisions) {
        round.begin(1, view.nowNanos());
        decisions.add(new Decision.Tell(members, QUESTION));
    }

    private void askMostLoaded(MemberView view, List<Decision> decisions) {
        asked = Membership.ROOT;
        double most = 0;
        long wanted = 0;
        for (LoadReport report : round.close()) {
            double each = (double) report.queuedTasks() / report.threads();
            if (report.queuedTasks() > threshold && each > most) {
                most = each;
                asked = report.member();
                long ours = report.queuedTasks() * view.threads() / (view.threads() + report.threads());
                wanted = Math.max(1, ours);
            }
        }
        if (asked != Membership.ROOT) {
            decisions.add(new Decision.Ask(asked, wanted, false));
        }
    }
}
