package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One member's part in rounds of reports: whoever wants a balancing step begins the next round by its own report, whoever hears
 * of a round joins it by its own report, and two that begin at the same time begin the same round, since rounds have
 * numbers. The word of a report has the number of its round and the tasks that were on their way; words below 0 say that a
 * round is long past.
 *
 * <p>A report may get lost, and a member may be gone: a round waits for a limited time, then does without.
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

    /** The word that stands in a report. */
    static long word(long round, long expectedTasks) {
        return (round << EXPECTED_BITS) | Math.min(MOST_EXPECTED, expectedTasks);
    }

    /** The word to whoever is rounds behind: the last round was this. */
    static long pastWord(long round) {
        return -round - 1;
    }

    /** The round to which a report belongs. */
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

    /** A later round is on; what was reported in the one before is of no use any more. */
    void begin(long round, long nowNanos) {
        number = round;
        open = true;
        sinceNanos = nowNanos;
        reports.clear();
    }

    /** Takes a round as the last, which is over, as others say. */
    void catchUp(long round) {
        number = round;
        open = false;
        reports.clear();
    }

    /**
     * Takes what a member says of its load. Whoever is rounds behind is told which was the last.
     *
     * @param report reads it; called only if it belongs to the present round
     * @return whether this is of a later round than all before
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

    /** Returns whether this member is known to be in the present round. */
    private boolean has(int member) {
        return reports.containsKey(member);
    }

    /** Returns whether all of these members but the silent have reported, or the round has waited for long enough. */
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

    /** Ends the round: what was reported, in the order of members' numbers. */
    List<LoadReport> close() {
        open = false;
        return new ArrayList<>(reports.values());
    }
}
