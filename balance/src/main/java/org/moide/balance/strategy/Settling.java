package org.moide.balance.strategy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.commlib.port.GrowingPause;

/**
 * When to ask borrowers to give some tasks back: while a thread somewhere is idle and there is nothing to lend, with
 * pauses that grow while that brings nothing.
 */
final class Settling {
    /** No pause doubles beyond this many first pauses: at 2 ms an idle engine asks 8 times a second at the least. */
    private static final int LONGEST_PAUSES = 64;

    private final boolean wanted;
    private final GrowingPause pause;

    /** Reads {@code settle} and {@code settleMillis}. */
    Settling(Parameters parameters) {
        this.wanted = parameters.flag("settle", true);
        long firstNanos = parameters.nanos("settleMillis", 2);
        this.pause = new GrowingPause(firstNanos, LONGEST_PAUSES * firstNanos);
    }

    /** Something was there to be lent. */
    void tasksCame() {
        pause.shrink();
    }

    /**
     * Called when nothing is left to lend.
     *
     * @param decisions those made so far; members to which they give something are not idle any more
     */
    void decide(MemberView view, List<Decision> decisions) {
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
