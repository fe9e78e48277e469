package org.moide.balance.loan.member;

import java.util.List;
import java.util.function.Supplier;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.peer.Peer;

/** The root's side of the rounds: it ends one when all is done. */
final class RootRounds implements PoolRounds {
    private final RootPool root;
    private final Books books;

    RootRounds(RootPool root, Books books) {
        this.root = root;
        this.books = books;
    }

    @Override
    public long round() {
        return root.round();
    }

    /** The root decides on, as long as it is stepped. */
    @Override
    public boolean isEnded() {
        return false;
    }

    @Override
    public boolean isNothingAwaited() {
        return root.isNothingAwaited();
    }

    @Override
    public long backlog() {
        return root.backlog();
    }

    @Override
    public void put(List<byte[]> tasks) {
        root.put(tasks, books.pool(), books.outputs());
    }

    @Override
    public void waiting(Peer peer, LoanMessage.AllWaiting waiting) {
        root.waiting(peer, waiting, books.outputs());
    }

    @Override
    public void put(Peer peer, LoanMessage.PutTasks tasks) {
        root.put(peer, tasks, books.pool(), books.outputs());
    }

    @Override
    public void hasBegun(long number) {
        // The root borrows from nobody.
    }

    @Override
    public void gone(int member) {
        root.gone(member);
    }

    @Override
    public void advance(Supplier<LoanTotals> totals, long nowNanos) {
        root.advance(books, totals, nowNanos);
    }

    @Override
    public void sayIfAllWait(long nowNanos) {
        // No thread of the root's waits.
    }

    @Override
    public long dueNanos() {
        return root.dueNanos(books.peers().members());
    }
}
