package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import org.moide.commlib.port.GrowingPause;

/**
 * The rule for asking borrowers to give tasks back. They are asked while a thread of some member is idle and the root
 * has nothing to lend. The pauses between two questions grow as long as no tasks come back.
 */
final class Settling {
    /**
     * The longest pause as a multiple of the first one. If the first is 2 ms, the root asks at least 8 times a second.
     */
    private static final int LONGEST_PAUSES = 64;

    private final boolean wanted;
    private final GrowingPause pause;

    /** Creates the rule with the strategy's parameters {@code settle} and {@code settleMillis}. */
    Settling(Parameters parameters) {
        this.wanted = parameters.flag("settle", true);
        long firstNanos = parameters.nanos("settleMillis", 2);
        this.pause = new GrowingPause(firstNanos, LONGEST_PAUSES * firstNanos);
    }

    /**
     * Makes the root's decisions: gives tasks to the members that have asked, and asks borrowers to give tasks back if
     * none is left.
     *
     * @param giving adds the decisions to give tasks, and returns the number of tasks that are left
     */
    List<Decision> giveOrAskBack(MemberView view, ToLongBiFunction<MemberView, List<Decision>> giving) {
        if (view.requests().isEmpty()) {
            return List.of();
        }
        List<Decision> decisions = new ArrayList<>();
        long left = giving.applyAsLong(view, decisions);
        if (!decisions.isEmpty()) {
            pause.shrink();
        }
        if (left == 0) {
            askBack(view, decisions);
        }
        return decisions;
    }

    /**
     * Decides to ask borrowers to give tasks back, if a thread of some member is idle and the pause since the last
     * question is over.
     *
     * @param decisions the decisions so far; members that are given tasks do not count as idle
     */
    private void askBack(MemberView view, List<Decision> decisions) {
        if (!wanted || view.borrowers().isEmpty()) {
            return;
        }
        // Idle members are looked for only after the pause, since with many members all ask at the end.
        if (!pause.isOver(view.nowNanos())) {
            decisions.add(new Decision.WaitUntil(pause.nextNanos()));
            return;
        }
        Set<Integer> idle = idle(view, decisions);
        if (idle.isEmpty()) {
            return;
        }
        boolean anyHolder = false;
        for (int holder : view.borrowers()) {
            if (!(idle.size() == 1 && idle.contains(holder))) {
                anyHolder = true;
                decisions.add(new Decision.AskToSettle(holder));
            }
        }
        if (anyHolder) {
            pause.begin(view.nowNanos());
            decisions.add(new Decision.WaitUntil(pause.nextNanos()));
        }
    }

    private static Set<Integer> idle(MemberView view, List<Decision> decisions) {
        Set<Integer> idle = new HashSet<>();
        for (MemberView.Request request : view.requests()) {
            if (request.idleThreads() > 0) {
                idle.add(request.member());
            }
        }
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Give give) {
                idle.remove(give.member());
            }
        }
        return idle;
    }
}
