package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One member's side of rounds in which all members report their load. A member that wants to balance starts the next
 * round with its own report, and each member that hears of a round joins with its report. Two members that start at the
 * same time start the same round, since rounds are numbered. The number {@code word} in the message of a report
 * contains the round's number and the number of tasks on their way to the sender. A negative {@code word} tells the
 * receiver that its round is long past.
 *
 * <p>Reports may be lost and members may leave, so a round waits for a limited time and then does without the missing
 * reports.
 */
final class LoadRound {
    private static final int EXPECTED_BITS = 32;
    private static final long MOST_EXPECTED = (1L << EXPECTED_BITS) - 1;

    private final long waitNanos;
    private final TreeMap<Integer, LoadReport> reports = new TreeMap<>();
    private long number;
    private long sinceNanos;
    private boolean open;

    LoadRound(long waitNanos) {
        this.waitNanos = waitNanos;
    }

    /**
     * Encodes a round's number and the number of tasks on their way to the sender as the {@code word} of a report's
     * message.
     */
    static long word(long round, long expectedTasks) {
        return (round << EXPECTED_BITS) | Math.min(MOST_EXPECTED, expectedTasks);
    }

    /**
     * Encodes the number of the latest round as the {@code word} of a message to a member that reported in an earlier
     * one.
     */
    static long pastWord(long round) {
        return -round - 1;
    }

    /** Returns the number of a report's round, which its message's {@code word} contains. */
    static long roundOf(long word) {
        return word >>> EXPECTED_BITS;
    }

    static LoadReport report(MemberView.Telling telling, Membership members) {
        int rank = members.rankOf(telling.from());
        return new LoadReport(
                telling.from(),
                rank < 0 ? 1 : members.at(rank).threads(),
                telling.queuedTasks(),
                telling.word() & MOST_EXPECTED,
                telling.idleThreads(),
                telling.tasksPerSecond());
    }

    static LoadReport ownReport(MemberView view, long expectedTasks) {
        return new LoadReport(
                view.self(),
                view.threads(),
                view.queuedTasks(),
                Math.min(MOST_EXPECTED, expectedTasks),
                view.idleThreads(),
                view.tasksPerSecond());
    }

    long number() {
        return number;
    }

    boolean isOpen() {
        return open;
    }

    /** Starts round number {@code round}, and discards the reports of the round before. */
    void begin(long round, long nowNanos) {
        number = round;
        open = true;
        sinceNanos = nowNanos;
        reports.clear();
    }

    /** Takes over the number of the latest round, which is already over, from another member's message. */
    void catchUp(long round) {
        number = round;
        open = false;
        reports.clear();
    }

    /**
     * Takes a message with a member's load. If the message is of an earlier round, adds a decision to tell its sender
     * the number of the latest one.
     *
     * @param report makes the report; called only if it belongs to the present round
     * @return whether the message starts a later round than all before
     */
    boolean take(MemberView.Telling telling, Supplier<LoadReport> report, long nowNanos, List<Decision> decisions) {
        long round = roundOf(telling.word());
        boolean later = round > number;
        if (later) {
            begin(round, nowNanos);
        }
        if (round == number && open) {
            add(report.get());
        } else if (round < number && !(open && has(telling.from()))) {
            decisions.add(new Decision.Tell(List.of(telling.from()), pastWord(number)));
        }
        return later;
    }

    void add(LoadReport report) {
        reports.put(report.member(), report);
    }

    /** Returns whether the member has reported in the present round. */
    private boolean has(int member) {
        return reports.containsKey(member);
    }

    /** Returns whether all of these members, except silent ones, have reported, or the waiting time is over. */
    boolean isReady(Collection<Integer> members, MemberView view) {
        if (!open) {
            return false;
        }
        if (view.nowNanos() >= dueNanos()) {
            return true;
        }
        for (int member : members) {
            if (!has(member) && !view.isSilent(member)) {
                return false;
            }
        }
        return true;
    }

    long dueNanos() {
        return sinceNanos + waitNanos;
    }

    /**
     * Ends the present round.
     *
     * @return its reports, in the order of members' numbers
     */
    List<LoadReport> close() {
        open = false;
        return new ArrayList<>(reports.values());
    }
}
