package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.PooledTask;

/**
 * Tasks that a lender may grant only to certain members.
 *
 * <p>They are tasks meant for one member, and failed tasks at the root, which wait for a member that has not tried
 * them. If a failed task were in the pool, it might return to the same members until its tries are used up. A task that
 * has killed an engine goes to an engine that holds no other such task.
 */
final class RetryQueue {
    /** The most tasks that wait for certain members; further ones may go to any member. */
    private static final int MOST_WAITING = 256;

    /** The value of {@code member} for a task that any member may get that has not tried it. */
    private static final int ANY = -1;

    /** A failed task, or one that is meant for a certain member. */
    private record Retry(BorrowedLoan source, PooledTask task, int member) {}

    private final FailureBook failedTasks;
    private final Peers peers;
    private final BorrowedLoans borrowed;
    private final BalancerLimits limits;
    private List<Retry> waiting = new ArrayList<>();

    RetryQueue(FailureBook failedTasks, Peers peers, BorrowedLoans borrowed, BalancerLimits limits) {
        this.limits = limits;
        this.failedTasks = failedTasks;
        this.peers = peers;
        this.borrowed = borrowed;
    }

    void add(BorrowedLoan source, List<PooledTask> tasks) {
        tasks.forEach(task -> waiting.add(new Retry(source, task, ANY)));
    }

    /** Adds a task that is meant for {@code member}. */
    void add(BorrowedLoan source, PooledTask task, int member) {
        waiting.add(new Retry(source, task, member));
    }

    List<PooledTask> tasks() {
        return waiting.stream().map(Retry::task).toList();
    }

    /**
     * Removes and returns the tasks that can be granted now, by member. Tasks that no other member can try go into the
     * pool.
     */
    Map<Peer, Map<BorrowedLoan, List<PooledTask>>> take(long nowNanos) {
        if (waiting.isEmpty()) {
            return Map.of();
        }
        List<Retry> all = waiting;
        waiting = new ArrayList<>();
        Set<Peer> trying = new HashSet<>();
        Map<Peer, Long> bytes = new HashMap<>();
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
            int length = ((byte[]) retry.task().task()).length;
            if (peer != null
                    && bytes.getOrDefault(peer, 0L) + length > limits.bundleBytes()
                    && taken.containsKey(peer)) {
                waiting.add(retry); // in a grant of its own; those that did not fit would go to the pool
            } else if (peer != null && peer.borrower.mayBeGranted() && !trying.contains(peer)) {
                bytes.merge(peer, (long) length, Long::sum);
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
