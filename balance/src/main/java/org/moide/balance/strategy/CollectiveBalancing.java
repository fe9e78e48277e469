package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.port.GrowingPause;

/**
 * SAMBA's S3 (distributed, global, collective): a member that has run out of tasks starts a round, in which each member
 * tells all others its load. Each then computes the same exchanges and carries out its own.
 *
 * <p>If only the members of a group exchange tasks, this is S6 (local, partitioned). With members weighted by their
 * measured tasks per second it is S8, or S9 within groups (integrated). At the start the root gives out its tasks by
 * power, like {@link StaticShares}; tasks that come back to the root go to members that have run out, of any group.
 *
 * <p>In SAMBA's own S8 and S9, tasks went to and fro ("everybody sends to the fast one, which has to send back").
 * {@link ExchangePlan} prevents that, and {@link Expected} counts tasks on their way.
 */
final class CollectiveBalancing implements Strategy {
    private static final double RATED_TOLERANCE = 0.5;

    private final int self;
    private final Groups groups;
    private final ExchangePlan plan;
    private final LoadRound round;
    private final Expected expected;
    private final GrowingPause pause;
    private final StaticShares shares = new StaticShares();

    private CollectiveBalancing(StrategySetup setup, Groups groups, boolean byRate) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.groups = groups;
        this.plan = new ExchangePlan(
                parameters.number("threshold", 0, 0, Integer.MAX_VALUE),
                byRate ? parameters.real("tolerance", RATED_TOLERANCE, 0, 1) : 0,
                byRate);
        long waitNanos = parameters.nanos("waitMillis", 50);
        this.round = new LoadRound(waitNanos);
        this.expected = new Expected(waitNanos);
        this.pause = parameters.pause("pauseMillis", 2);
    }

    /** Makes strategy S3, or S8 if {@code byRate}: all members balance together. */
    static CollectiveBalancing global(StrategySetup setup, boolean byRate) {
        return new CollectiveBalancing(setup, Groups.ofSize(Integer.MAX_VALUE), byRate);
    }

    /** Makes strategy S6, or S9 if {@code byRate}: the members of each group balance together. */
    static CollectiveBalancing partitioned(StrategySetup setup, boolean byRate) {
        return new CollectiveBalancing(setup, setup.parameters().groups("groups", 4), byRate);
    }

    @Override
    public void requireMembers(Membership atStart) {
        groups.requireAll(atStart);
    }

    @Override
    public List<Decision> decide(MemberView view) {
        if (view.isRoot()) {
            return shares.decide(view);
        }
        boolean dry = view.queuedTasks() == 0;
        if (!dry) {
            pause.reset();
        }
        List<Decision> decisions = new ArrayList<>(shares.decide(view));
        if (dry || round.isOpen() || !view.news().isEmpty()) {
            balance(view, groups.membersWith(self, view.members()), decisions);
        }
        return decisions;
    }

    private void balance(MemberView view, List<Integer> group, List<Decision> decisions) {
        boolean joins = false;
        for (MemberView.Telling telling : view.news()) {
            if (group.contains(telling.from())) {
                joins |= hear(telling, view, decisions);
            }
        }
        boolean dry = view.queuedTasks() == 0 && expected.tasks(view) == 0;
        if (!joins && dry && !round.isOpen() && group.size() > 1 && pause.isOver(view.nowNanos())) {
            round.begin(round.number() + 1, view.nowNanos());
            joins = true;
        }
        if (joins) {
            report(view, group, decisions);
        }
        if (round.isReady(group, view)) {
            exchange(view, decisions);
        }
        if (round.isOpen()) {
            decisions.add(new Decision.WaitUntil(round.dueNanos()));
        } else if (view.queuedTasks() == 0 && group.size() > 1) {
            boolean waits = expected.tasks(view) > 0;
            decisions.add(new Decision.WaitUntil(waits ? expected.dueNanos() : pause.nextNanos()));
        }
    }

    /**
     * Takes a message with a member's load report.
     *
     * @return whether the message belongs to a round that this member has not joined yet
     */
    private boolean hear(MemberView.Telling telling, MemberView view, List<Decision> decisions) {
        if (telling.word() < 0) {
            long past = -telling.word() - 1;
            if (past > round.number()) {
                round.catchUp(past);
                pause.end();
            }
            return false;
        }
        return round.take(telling, () -> LoadRound.report(telling, view.members()), view.nowNanos(), decisions);
    }

    private void report(MemberView view, List<Integer> group, List<Decision> decisions) {
        LoadReport own = LoadRound.ownReport(view, expected.tasks(view));
        round.add(own);
        List<Integer> others = new ArrayList<>(group);
        others.remove((Integer) self);
        decisions.add(new Decision.Tell(others, LoadRound.word(round.number(), own.expectedTasks())));
    }

    private void exchange(MemberView view, List<Decision> decisions) {
        for (ExchangePlan.Exchange exchange : plan.of(round.close())) {
            if (exchange.from() == self) {
                decisions.add(gift(exchange.to(), exchange.tasks(), view.members()));
            } else if (exchange.to() == self) {
                expected.from(exchange.from(), exchange.tasks(), view.nowNanos());
            }
        }
        pause.begin(view.nowNanos());
    }

    /**
     * Makes a decision to give tasks in two loans for each thread of the borrower. While the tasks of one loan run, the
     * other, of which no task has begun, can be passed on as a whole.
     */
    static Decision.Give gift(int borrower, long tasks, Membership members) {
        int rank = members.rankOf(borrower);
        int threads = rank < 0 ? 1 : members.at(rank).threads();
        return new Decision.Give(borrower, tasks, Math.max(1, tasks / (2L * threads)));
    }
}
