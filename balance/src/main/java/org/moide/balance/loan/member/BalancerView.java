package org.moide.balance.loan.member;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.DataWanted;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.peer.OwnLoad;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.PeerView;

/** A strategy's view of its member, which reads the member's own state at each call. */
final class BalancerView implements MemberView {
    private final int self;
    private final EnginePool pool;
    private final BorrowedLoans borrowed;
    private final LentLoans lent;
    private final Peers peers;
    private final OwnLoad load;
    private final PoolRounds rounds;
    private final DataIndex data;
    private List<Telling> news = new ArrayList<>();
    private List<Instruction> instructions = new ArrayList<>();
    private long nowNanos;

    BalancerView(Books books, OwnLoad load, PoolRounds rounds, DataIndex data) {
        this.self = books.self();
        this.pool = books.pool();
        this.borrowed = books.borrowed();
        this.lent = books.lent();
        this.peers = books.peers();
        this.load = load;
        this.rounds = rounds;
        this.data = data;
    }

    BalancerView at(long now) {
        nowNanos = now;
        return this;
    }

    /** Discards the news and instructions that the strategy has seen. */
    void seen() {
        if (!news.isEmpty()) {
            news = new ArrayList<>();
        }
        if (!instructions.isEmpty()) {
            instructions = new ArrayList<>();
        }
    }

    void add(Telling telling) {
        news.add(telling);
    }

    void add(Instruction instruction) {
        instructions.add(instruction);
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public Membership members() {
        return peers.members();
    }

    @Override
    public long queuedTasks() {
        return pool.queued() + rounds.backlog();
    }

    @Override
    public long spareTasks() {
        int waiting = pool.waitingThreads() - pool.leftThreads();
        return Math.max(0, queuedTasks() - waiting);
    }

    @Override
    public long tasksComingBack() {
        return borrowed.tasksComingBack();
    }

    @Override
    public int threads() {
        return load.threads();
    }

    @Override
    public int idleThreads() {
        return load.idleThreads();
    }

    @Override
    public long meanTaskNanos() {
        return load.meanTaskNanos();
    }

    @Override
    public double tasksPerSecond() {
        return load.tasksPerSecond();
    }

    @Override
    public boolean tasksCreateTasks() {
        return borrowed.tasksCreateTasks();
    }

    @Override
    public List<ClassCount> classes() {
        return pool.classed().size() == 0 ? List.of() : pool.classed().all(DataWanted.MOST_CLASSES);
    }

    @Override
    public DataIndex data() {
        return data;
    }

    @Override
    public boolean complete() {
        return rounds.isNothingAwaited();
    }

    @Override
    public Collection<Request> requests() {
        return peers.requests();
    }

    @Override
    public PeerView peer(int member) {
        Peer peer = peers.known(member);
        return peer == null
                ? PeerView.stranger(member)
                : new PeerView(
                        member,
                        peer.lender.isAsked(nowNanos),
                        peer.lender.isPatientlyAsked(),
                        peer.lender.answeredNanos(),
                        peer.lender.refusedInARow(),
                        peer.lender.hasPassedOn(),
                        lent.loansOut(member),
                        peer.borrower.tasksLent(),
                        peer.told());
    }

    @Override
    public boolean isSilent(int member) {
        Peer peer = peers.known(member);
        return peer != null && peer.isSilent();
    }

    @Override
    public Collection<Integer> borrowers() {
        return lent.borrowers();
    }

    @Override
    public List<Telling> news() {
        return Collections.unmodifiableList(news);
    }

    @Override
    public List<Instruction> instructions() {
        return Collections.unmodifiableList(instructions);
    }
}
