package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.PeerView;

/** What the root's strategy sees of its lender. */
final class LenderView implements MemberView {
    private final long nowNanos;
    private final Ledger ledger;
    private final Map<Integer, MemberSession> members;
    private final Collection<MemberSession> waiting;
    private final boolean complete;
    private final Membership membership;

    LenderView(
            long nowNanos,
            Ledger ledger,
            Map<Integer, MemberSession> members,
            Collection<MemberSession> waiting,
            boolean complete) {
        this.nowNanos = nowNanos;
        this.ledger = ledger;
        this.members = members;
        this.waiting = waiting;
        this.complete = complete;
        this.membership = Membership.of(members.values().stream()
                .filter(session -> !session.isLost())
                .map(MemberSession::asMember)
                .toList());
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public int self() {
        return Membership.ROOT;
    }

    @Override
    public Membership members() {
        return membership;
    }

    @Override
    public long queuedTasks() {
        return ledger.unstartedTasks();
    }

    @Override
    public int threads() {
        return 0;
    }

    @Override
    public int idleThreads() {
        return 0;
    }

    @Override
    public long meanTaskNanos() {
        return 0;
    }

    @Override
    public double tasksPerSecond() {
        return 0;
    }

    @Override
    public boolean tasksCreateTasks() {
        return ledger.tasksCreateTasks();
    }

    @Override
    public boolean complete() {
        return complete;
    }

    @Override
    public Collection<Request> requests() {
        List<Request> requests = new ArrayList<>();
        for (MemberSession session : waiting) {
            requests.add(session.asRequest());
        }
        return requests;
    }

    @Override
    public PeerView peer(int member) {
        MemberSession session = members.get(member);
        return session == null ? PeerView.stranger(member) : session.view(ledger.loansOut(member));
    }

    @Override
    public Collection<Integer> borrowers() {
        return members.keySet().stream()
                .filter(member -> ledger.loansOut(member) > 0)
                .toList();
    }

    @Override
    public List<Telling> news() {
        return List.of();
    }

    @Override
    public List<Instruction> instructions() {
        return List.of();
    }
}
