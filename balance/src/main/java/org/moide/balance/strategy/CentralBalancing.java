package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.commlib.port.GrowingPause;

/**
 * SAMBA's S4 (centralized, global, collective): when a member runs out of tasks, all tell the root their load, and the
 * root computes the exchanges and instructs the givers. The number of messages in a round grows with the number of
 * members; in S3 it grows with the square of that number.
 */
final class CentralBalancing implements Strategy {
    private record Promise(long tasks, long sinceNanos) {}

    private final int self;
    private final ExchangePlan plan;
    private final LoadRound round;
    private final GrowingPause pause;
    private final long waitNanos;
    private final Map<Integer, Promise> promises = new HashMap<>(); // used at the root only
    private final StaticShares shares = new StaticShares();

    CentralBalancing(StrategySetup setup) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.plan = new ExchangePlan(parameters.number("threshold", 0, 0, Integer.MAX_VALUE), 0, false);
        this.waitNanos = parameters.nanos("waitMillis", 50);
        this.round = new LoadRound(waitNanos);
        this.pause = parameters.pause("pauseMillis", 2);
    }

    @Override
    public List<Decision> decide(MemberView view) {
        List<Decision> decisions = new ArrayList<>(shares.decide(view));
        if (view.isRoot()) {
            coordinate(view, decisions);
        } else {
            takePart(view, decisions);
        }
        return decisions;
    }

    // --- at the root ------------------------------------------------------------------------------------------------

    private void coordinate(MemberView view, List<Decision> decisions) {
        for (MemberView.Telling telling : view.news()) {
            round.take(
                    telling,
                    () -> withPromised(LoadRound.report(telling, view.members()), view.nowNanos()),
                    view.nowNanos(),
                    decisions);
        }
        if (!round.isOpen()) {
            return;
        }
        List<Integer> members =
                view.members().all().stream().map(Membership.Member::number).toList();
        if (!round.isReady(members, view)) {
            decisions.add(new Decision.WaitUntil(round.dueNanos()));
            return;
        }
        for (ExchangePlan.Exchange exchange : plan.of(round.close())) {
            decisions.add(new Decision.Instruct(exchange.from(), exchange.to(), exchange.tasks()));
            promises.put(exchange.to(), new Promise(exchange.tasks(), view.nowNanos()));
        }
    }

    /**
     * Adds the tasks promised to a member to its report if it reports an empty queue, because they may still be on
     * their way.
     */
    private LoadReport withPromised(LoadReport report, long nowNanos) {
        Promise promise = promises.get(report.member());
        if (promise == null) {
            return report;
        }
        if (report.queuedTasks() > 0 || nowNanos - promise.sinceNanos() >= waitNanos) {
            promises.remove(report.member());
            return report;
        }
        return new LoadReport(
                report.member(),
                report.threads(),
                report.queuedTasks(),
                promise.tasks(),
                report.idleThreads(),
                report.tasksPerSecond());
    }

    // --- at an engine -----------------------------------------------------------------------------------------------

    private void takePart(MemberView view, List<Decision> decisions) {
        boolean joins = false;
        for (MemberView.Telling telling : view.news()) {
            joins |= hear(telling, view.nowNanos());
        }
        boolean dry = view.queuedTasks() == 0;
        if (!dry) {
            pause.reset();
        } else if (!joins && view.members().size() > 1 && pause.isOver(view.nowNanos())) {
            round.begin(round.number() + 1, view.nowNanos());
            pause.begin(view.nowNanos());
            decisions.add(new Decision.Tell(othersAndRoot(view.members()), LoadRound.word(round.number(), 0)));
        }
        if (joins) {
            decisions.add(new Decision.Tell(List.of(Membership.ROOT), LoadRound.word(round.number(), 0)));
            pause.begin(view.nowNanos());
        }
        if (dry && view.members().size() > 1) {
            decisions.add(new Decision.WaitUntil(pause.nextNanos()));
        }
        for (MemberView.Instruction instruction : view.instructions()) {
            long tasks = Math.min(instruction.tasks(), view.queuedTasks());
            if (tasks > 0) {
                decisions.add(CollectiveBalancing.gift(instruction.borrower(), tasks, view.members()));
            }
        }
    }

    /**
     * Takes a message with a member's load.
     *
     * @return whether the message belongs to a round that this member has not joined yet
     */
    private boolean hear(MemberView.Telling telling, long nowNanos) {
        if (telling.word() < 0) {
            long past = -telling.word() - 1;
            if (past > round.number()) {
                round.catchUp(past);
                pause.end();
            }
            return false;
        }
        long number = LoadRound.roundOf(telling.word());
        if (number <= round.number()) {
            return false;
        }
        round.begin(number, nowNanos);
        return true;
    }

    private List<Integer> othersAndRoot(Membership members) {
        List<Integer> others = new ArrayList<>();
        others.add(Membership.ROOT);
        for (Membership.Member member : members.all()) {
            if (member.number() != self) {
                others.add(member.number());
            }
        }
        return others;
    }
}
