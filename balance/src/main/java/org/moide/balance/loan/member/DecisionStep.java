package org.moide.balance.loan.member;

import java.util.List;
import java.util.function.Consumer;
import org.moide.balance.loan.LoanMessage.Instructed;
import org.moide.balance.loan.LoanMessage.LoadTold;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.borrower.Borrower;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.strategy.Assisted;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Strategy;

/** The step in which a member's strategy is called and its decisions are carried out. */
final class DecisionStep {
    private final Strategy strategy;
    private final String name;
    private final BalancerView view;
    private final Lender lender;
    private final Borrower borrower;
    private final Peers peers;
    private final Outputs outputs;
    private long wakeNanos = Long.MAX_VALUE;

    DecisionStep(Strategy strategy, BalancerView view, Lender lender, Borrower borrower, Peers peers, Outputs outputs) {
        this.strategy = view.isRoot() ? strategy : new Assisted(strategy);
        this.name = strategy.getClass().getName();
        this.view = view;
        this.lender = lender;
        this.borrower = borrower;
        this.peers = peers;
        this.outputs = outputs;
    }

    /** Returns the time by which the strategy wants to be called again at the latest. */
    long dueNanos() {
        return wakeNanos;
    }

    void onTold(Peer peer, LoadTold told, long nowNanos) {
        MemberView.Telling telling = new MemberView.Telling(
                peer.member,
                told.word(),
                told.queuedTasks(),
                told.idleThreads(),
                told.meanTaskNanos(),
                told.tasksPerSecond(),
                nowNanos,
                told.classes());
        peer.told(telling);
        view.add(telling);
    }

    void onInstructed(Peer peer, Instructed instructed) {
        view.add(new MemberView.Instruction(peer.member, instructed.borrower(), instructed.tasks()));
    }

    /**
     * Discards the news and instructions meant for the strategy, because the strategy need not decide anything any
     * more.
     */
    void skip() {
        wakeNanos = Long.MAX_VALUE;
        view.seen();
    }

    /**
     * Calls the strategy once and carries out its decisions.
     *
     * @return whether it decided anything
     */
    boolean decide(long nowNanos) {
        wakeNanos = Long.MAX_VALUE;
        List<Decision> decisions;
        try {
            decisions = strategy.decide(view.at(nowNanos));
        } catch (RuntimeException thrown) {
            outputs.add(new RunFailed(
                    "the strategy " + name + " threw " + thrown + " when it was to decide for member " + view.self()));
            return false;
        } finally {
            view.seen();
        }
        Performing performing = new Performing(nowNanos);
        decisions.forEach(decision -> decision.handle(performing));
        return !decisions.isEmpty();
    }

    private void with(int member, long nowNanos, Consumer<Peer> action) {
        // A strategy is not shown leaving members, but may have remembered one.
        boolean none = member == view.self() || view.members().isLeaving(member);
        Peer peer = none ? null : peers.find(member, nowNanos);
        if (peer != null) {
            action.accept(peer);
            peers.touch(peer);
        }
    }

    /** A handler that carries out the strategy's decisions, one method for each kind. */
    private final class Performing implements Decision.Handler {
        private final long nowNanos;

        Performing(long nowNanos) {
            this.nowNanos = nowNanos;
        }

        @Override
        public void give(Decision.Give give) {
            with(give.member(), nowNanos, peer -> lender.give(peer, give, nowNanos));
        }

        @Override
        public void ask(Decision.Ask ask) {
            if (!view.isRoot()) { // the root borrows nothing
                with(ask.member(), nowNanos, peer -> borrower.ask(peer, ask, nowNanos));
            }
        }

        @Override
        public void withdraw(Decision.Withdraw withdraw) {
            with(withdraw.member(), nowNanos, borrower::withdraw);
        }

        @Override
        public void refuse(Decision.Refuse refuse) {
            with(refuse.member(), nowNanos, lender::refuse);
        }

        @Override
        public void tell(Decision.Tell tell) {
            LoadTold load = new LoadTold(
                    tell.word(),
                    view.queuedTasks(),
                    view.idleThreads(),
                    view.meanTaskNanos(),
                    view.tasksPerSecond(),
                    view.classes());
            tell.members().forEach(member -> with(member, nowNanos, peer -> outputs.send(peer, load)));
        }

        @Override
        public void instruct(Decision.Instruct instruct) {
            Instructed message = new Instructed(instruct.borrower(), instruct.tasks());
            with(instruct.lender(), nowNanos, peer -> outputs.send(peer, message));
        }

        @Override
        public void askToSettle(Decision.AskToSettle ask) {
            with(ask.member(), nowNanos, lender::askToGiveBack);
        }

        @Override
        public void waitUntil(Decision.WaitUntil until) {
            wakeNanos = Math.min(wakeNanos, Math.max(until.nanos(), nowNanos + 1));
        }
    }
}
