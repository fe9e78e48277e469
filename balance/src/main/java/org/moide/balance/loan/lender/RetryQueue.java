package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.PooledTask;

/**
 * Tasks that are not for whoever asks: those that a certain member is to begin with, and those that threw, back at the
 * root, until a member that has not tried them can be granted something. From the pool they might go again and again to
 * the members that have tried them in vain, until they have been tried too often. Those with which engines have died are
 * never for whoever asks, and each is given to an engine that has no other of them.
 */
final class RetryQueue {
    /** The most tasks that wait; further ones go to any member. */
    private static final int MOST_WAITING = 256;

    /** Value for any member. */
    private static final int ANY = -1;

    /** A task that threw, or one for a certain member. */
    private record Retry(BorrowedLoan source, PooledTask task, int member) {}

    private final FailureBook failedTasks;
    private final Peers peers;
    private final BorrowedLoans borrowed;
    private List<Retry> waiting = new ArrayList<>();

    RetryQueue(FailureBook failedTasks, Peers peers, BorrowedLoans borrowed) {
        this.failedTasks = failedTasks;
        this.peers = peers;
        this.borrowed = borrowed;
    }

    void add(BorrowedLoan source, List<PooledTask> tasks) {
        tasks.forEach(task -> waiting.add(new Retry(source, task, ANY)));
    }

    /** A task for this member, if it is there. */
    void add(BorrowedLoan source, PooledTask task, int member) {
        waiting.add(new Retry(source, task, member));
    }

    /** The tasks that wait. */
    List<PooledTask> tasks() {
        return waiting.stream().map(Retry::task).toList();
    }

    /** Takes out the tasks that a member can be granted now, by member. Tasks that no other member could try go into the pool. */
    Map<Peer, Map<BorrowedLoan, List<PooledTask>>> take(long nowNanos) {
        if (waiting.isEmpty()) {
            return Map.of();
        }
        List<Retry> all = waiting;
        waiting = new ArrayList<>();
        Set<Peer> trying = new HashSet<>();
        Map<Peer, Map<BorrowedLoan, List<PooledTask>>> taken = new LinkedHashMap<>();
        for (Retry retry : all) {
            if (RetriedTask.isSuspect((byte[]) retry.task().task())) {
                Peer alone = failedTasks.forSuspect(
                        peers, peer -> peer.borrower.mayBeGranted() && !taken.containsKey(peer), nowNanos);
                if (alone == null) {
                    waiting.add(retry);
                } else {
                    taken.put(alone, Map.of(retry.source(), List.of(retry.task())));
                    trying.add(alone);
                }
                continue;
            }
            boolean forAny = retry.member() == ANY;
            Peer peer = forAny
                    ? failedTasks.untried((byte[]) retry.task().task(), peers, nowNanos)
                    : peers.find(retry.member(), nowNanos);
            if (peer != null && peer.borrower.mayBeGranted() && !trying.contains(peer)) {
                taken.computeIfAbsent(peer, unseen -> new LinkedHashMap<>())
                        .computeIfAbsent(retry.source(), unseen -> new ArrayList<>())
                        .add(retry.task());
            } else if (peer != null && !peer.isSilent() && (!forAny || waiting.size() < MOST_WAITING)) {
                waiting.add(retry);
            } else {
                borrowed.tryAgain(List.of(retry.task()));
            }
        }
        return taken;
    }
}
