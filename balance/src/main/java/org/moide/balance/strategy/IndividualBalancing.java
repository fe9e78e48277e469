package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.port.GrowingPause;

/**
 * A member that has run dry asks all others for their load and then the most loaded for tasks (SAMBA's S5: distributed,
 * global, individual), or only its neighbours (S7: local, neighbourhood): then load hops from neighbour to neighbour
 * until it is everywhere. S7 needs no detection of the end of its own: the run is over when all loans are home.
 *
 * <p>It asks for what would make the two equal, thread by thread. Where it is known where members are, it
 * asks the nearest of them for their load, and those who are farther only if none of these has anything.
 *
 * <p>The root's tasks are given out by power at the start, as by {@link StaticShares}.
 */
final class IndividualBalancing implements Strategy {
    /** The words of letters: tell me your load; this is mine. */
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
    private int reach = 1; // so many distances are asked together

    private IndividualBalancing(StrategySetup setup, Neighbours neighbours) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.nearness = new Nearness(self);
        this.neighbours = neighbours;
        this.threshold = parameters.number("threshold", 0, 0, Integer.MAX_VALUE);
        this.round = new LoadRound(parameters.nanos("waitMillis", 50));
        this.pause = parameters.pause("pauseMillis", 2);
    }

    /** S5. */
    static IndividualBalancing global(StrategySetup setup) {
        return new IndividualBalancing(setup, Neighbours.everyone());
    }

    /** S7. */
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
            return; // its answer, or that there is none, is reason enough to decide again
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
