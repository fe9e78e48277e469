package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;

/**
 * The tasks at the root that are lent ahead of others by their priority. A member gets such a task, also unasked, while
 * it has few with the same or a higher priority. There the task begins before all tasks with a lower priority or none.
 */
final class AheadTasks {
    /**
     * The most tasks of the same or a higher priority that a member has for each thread: enough that no task of a lower
     * priority begins there while others are on their way, and few enough that members share them.
     */
    static final int MOST_FOR_A_THREAD = 32;

    /** A task with the loan to which it belongs. */
    private record Waiting(BorrowedLoan source, PooledTask task) {}

    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(
            Comparator.comparingDouble((Waiting one) -> one.task().priority()).reversed());

    static boolean isAhead(PooledTask task) {
        return task.encoded() && TaskHead.limitsIn((byte[]) task.task()).ahead();
    }

    void add(BorrowedLoan source, List<PooledTask> tasks) {
        tasks.forEach(task -> waiting.add(new Waiting(source, task)));
    }

    int size() {
        return waiting.size();
    }

    /** Removes and returns the tasks that can be granted now, by member. */
    Map<Peer, Map<BorrowedLoan, List<PooledTask>>> take(Peers peers, LentLoans lent, long nowNanos) {
        Map<Peer, Map<BorrowedLoan, List<PooledTask>>> taken = new LinkedHashMap<>();
        if (waiting.isEmpty()) {
            return taken;
        }
        List<Place> places = places(peers, lent, nowNanos);
        for (Waiting next = waiting.peek(); next != null; next = waiting.peek()) {
            Place place = best(places, next.task().priority());
            if (place == null) {
                break; // nor is there one for a task of a lower priority
            }
            waiting.remove();
            place.priorities.add(next.task().priority());
            taken.computeIfAbsent(place.peer, unseen -> new LinkedHashMap<>())
                    .computeIfAbsent(next.source(), unseen -> new ArrayList<>())
                    .add(next.task());
        }
        return taken;
    }

    /** A member that can be granted tasks, with the priorities of those tasks that it has. */
    private record Place(Peer peer, int threads, boolean asks, List<Double> priorities) {
        private long atLeast(double priority) {
            return priorities.stream().filter(other -> other >= priority).count();
        }
    }

    private static List<Place> places(Peers peers, LentLoans lent, long nowNanos) {
        Map<Integer, List<Double>> priorities = new HashMap<>();
        for (LentLoan loan : lent.all()) {
            loan.tasks.stream()
                    .filter(AheadTasks::isAhead)
                    .forEach(task -> priorities
                            .computeIfAbsent(loan.borrower, unseen -> new ArrayList<>())
                            .add(task.priority()));
        }
        Set<Integer> asking = new HashSet<>();
        for (MemberView.Request request : peers.requests()) {
            asking.add(request.member());
        }
        List<Place> places = new ArrayList<>();
        for (Membership.Member member : peers.members().all()) {
            Peer peer = peers.find(member.number(), nowNanos);
            if (peer != null && peer.borrower.mayBeGranted() && !peer.isSilent()) {
                places.add(new Place(
                        peer,
                        member.threads(),
                        asking.contains(member.number()),
                        priorities.getOrDefault(member.number(), new ArrayList<>())));
            }
        }
        return places;
    }

    /** Finds the member with the most room for a task; one that asks for tasks, if there is any. */
    private static @Nullable Place best(List<Place> places, double priority) {
        return places.stream()
                .filter(place -> place.atLeast(priority) < (long) MOST_FOR_A_THREAD * place.threads())
                .min(Comparator.comparing((Place place) -> !place.asks())
                        .thenComparingDouble(place -> (double) place.atLeast(priority) / place.threads()))
                .orElse(null);
    }
}
