package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanOutput.TaskGivenUp;
import org.moide.balance.loan.LoanOutput.TaskTriedAgain;
import org.moide.balance.loan.LoanOutput.TooManyTasksFailed;
import org.moide.balance.strategy.Membership;

/** The root's book of tasks that threw: how often each was tried, and where; which are given up. */
final class FailedTasks {
    /** The tries of one task. */
    private static final class Tries {
        private final List<String> places = new ArrayList<>();
        private final List<Integer> engines = new ArrayList<>();
    }

    private final FailurePolicy policy;
    private final Map<Long, Tries> tried = new HashMap<>(); // as many as tasks have thrown and were not given up
    private long lastRetry;
    private long givenUp;

    FailedTasks(FailurePolicy policy) {
        this.policy = policy;
    }

    /** So many were given up by an earlier root. */
    void resume(long before) {
        givenUp = before;
    }

    /** How many tasks were given up. */
    long givenUp() {
        return givenUp;
    }

    /**
     * A try has failed.
     *
     * @return the task, to be put into the pool again; null if it is given up
     */
    byte @Nullable [] decide(FailedTask failure, Outputs outputs) {
        long number = failure.retry() == 0 ? ++lastRetry : failure.retry();
        Tries tries = tried.computeIfAbsent(number, unseen -> new Tries());
        tries.places.add(failure.where());
        tries.engines.add(failure.engine());
        if (tries.places.size() < policy.tries() && failure.putTasks() == 0) {
            outputs.add(new TaskTriedAgain(failure, tries.places.size(), policy.tries()));
            return RetriedTask.of(number, failure.task());
        }
        tried.remove(number);
        givenUp++;
        outputs.add(
                givenUp <= policy.tolerated()
                        ? new TaskGivenUp(failure, tries.places)
                        : new TooManyTasksFailed(failure, tries.places, policy.tolerated()));
        return null;
    }

    /** A member that has not tried the task and may be given it now; null if there is none. */
    @Nullable
    Peer untried(byte[] task, Peers peers, long nowNanos) {
        Tries tries = tried.get(RetriedTask.numberIn(task));
        for (Membership.Member member : peers.members().all()) {
            Peer peer = tries == null || tries.engines.contains(member.number())
                    ? null
                    : peers.find(member.number(), nowNanos);
            if (peer != null && peer.borrower.mayBeGranted() && !peer.isSilent()) {
                return peer;
            }
        }
        return null;
    }
}
