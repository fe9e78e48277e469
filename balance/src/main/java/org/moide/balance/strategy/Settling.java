package org.moide.balance.strategy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * When to ask those who hold loans to give some back: while a thread somewhere is idle and the pool is empty, with pauses
 * that grow as long as that brings nothing.
 */
final class Settling {
    /** No pause doubles beyond this many first pauses: at 2 ms an idle engine asks 8 times a second at the least. */
    private static final int LONGEST_PAUSES = 64;

    private final boolean wanted;
    private final long firstPauseNanos;
    private long pauseNanos;
    private long nextNanos = Long.MIN_VALUE;

    Settling(boolean wanted, long firstPauseNanos) {
        this.wanted = wanted;
        this.firstPauseNanos = firstPauseNanos;
        this.pauseNanos = firstPauseNanos;
    }

    /** Something was there to be lent. */
    void tasksCame() {
        pauseNanos = firstPauseNanos;
    }

    /**
     * Called when the pool is empty.
     *
     * @param decisions those so far; who is given something by them is not idle any more
     */
    void decide(PoolView view, List<Decision> decisions) {
        Set<Integer> served = new HashSet<>();
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Give give) {
                served.add(give.member());
            }
        }
        List<MemberView> idle = view.members().stream()
                .filter(member -> member.hungry() && member.idleThreads() > 0 && !served.contains(member.member()))
                .toList();
        List<MemberView> holders = view.members().stream()
                .filter(member -> member.loansOut() > 0
                        && !(idle.size() == 1 && idle.get(0).member() == member.member()))
                .toList();
        if (!wanted || idle.isEmpty() || holders.isEmpty()) {
            return;
        }
        if (view.nowNanos() >= nextNanos) {
            for (MemberView holder : holders) {
                decisions.add(new Decision.AskToSettle(holder.member()));
            }
            nextNanos = view.nowNanos() + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSES * firstPauseNanos);
        }
        decisions.add(new Decision.WaitUntil(nextNanos));
    }
}
