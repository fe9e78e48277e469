package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import org.moide.commlib.port.GrowingPause;

/**
 * The times at which to ask borrowers to give some tasks back: while a thread somewhere is idle and there is nothing to
 * lend, with pauses that grow while that brings nothing.
 */
final class Settling {
    /** Most first pauses to which a pause doubles: at 2 ms an idle engine asks 8 times a second at the least. */
    private static final int LONGEST_PAUSES = 64;

    private final boolean wanted;
    private final GrowingPause pause;

    /** Reads {@code settle} and {@code settleMillis}. */
    Settling(Parameters parameters) {
        this.wanted = parameters.flag("settle", true);
        long firstNanos = parameters.nanos("settleMillis", 2);
        this.pause = new GrowingPause(firstNanos, LONGEST_PAUSES * firstNanos);
    }

    /**
     * Decides what the root does: gives to those who have asked, and asks for tasks back when nothing is left to give.
     *
     * @param giving adds what is given to the decisions, and returns how many tasks are left
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
     * Asks for tasks back.
     *
     * @param decisions those made so far; members to which they give something are not idle any more
     */
    private void askBack(MemberView view, List<Decision> decisions) {
        if (!wanted || view.borrowers().isEmpty()) {
            return;
        }
        // Only after the pause are idle members looked for: with many members all ask at the end.
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
