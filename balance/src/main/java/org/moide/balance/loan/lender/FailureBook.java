package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanOutput.TaskGivenUp;
import org.moide.balance.loan.LoanOutput.TaskTriedAgain;
import org.moide.balance.loan.LoanOutput.TooManyTasksFailed;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.strategy.Membership;

/** The root's book of tasks that threw or with which engines died: how often each was tried, and where; which are given up. */
public final class FailureBook {
    /**
     * An engine that has tried a task in vain may take it again from the engine that was to try it next: this many such
     * tries do not count.
     */
    private static final int MOST_REPEATS = 16;

    /** Engines that die while they run several tasks do not tell which is to blame: these tries are enough all the same. */
    private static final int UNCLEAR_TRIES = 2;

    /** The tries of one task: those that count, and how many do not. */
    private static final class Tries {
        private final List<String> places = new ArrayList<>();
        private final List<Integer> engines = new ArrayList<>();
        private int repeats;
        private int deaths;

        /** Takes the tries that an earlier root has seen. */
        Tries(int deaths) {
            this.deaths = deaths;
            places.addAll(Collections.nCopies(deaths, "an engine of the coordinator before"));
        }

        void add(FailedTask failure) {
            places.add(failure.where());
            engines.add(failure.engine());
            deaths += failure.died() ? 1 : 0;
        }
    }

    private final FailurePolicy policy;
    private final int ownMember;
    private final Map<Long, Tries> tried = new HashMap<>(); // as many as tasks have thrown and were not given up
    private final List<byte[]> justGivenUp = new ArrayList<>();
    private long lastRetry;
    private long givenUp;

    /** @param ownMember the one that lives in this process, where no suspect is tried if there are others */
    public FailureBook(FailurePolicy policy, int ownMember) {
        this.policy = policy;
        this.ownMember = ownMember;
    }

    /** The number of tasks that were given up. */
    public long givenUp() {
        return givenUp;
    }

    /**
     * Tries have failed. One more on an engine that has tried the task before counts only if there is no other, as long as
     * that does not happen too often.
     *
     * @return the tasks that are to be done again
     */
    List<byte[]> decide(List<FailedTask> failures, Peers peers, Outputs outputs, long nowNanos) {
        List<byte[]> again = new ArrayList<>();
        for (FailedTask failure : failures) {
            // Numbers of a run that this one goes on from are taken as they are.
            lastRetry = Math.max(lastRetry, failure.retry());
            long number = failure.retry() == 0 ? ++lastRetry : failure.retry();
            Tries tries = tried.computeIfAbsent(number, unseen -> new Tries(failure.deaths()));
            boolean repeated = !failure.died()
                    && tries.engines.contains(failure.engine())
                    && tries.repeats < MOST_REPEATS
                    && failure.putTasks() == 0
                    && untried(tries, peers, nowNanos) != null;
            if (repeated) {
                tries.repeats++;
            } else {
                tries.add(failure);
            }
            if (mayBeTriedAgain(failure, tries.places.size(), peers)) {
                outputs.add(new TaskTriedAgain(failure, tries.places.size(), policy.tries()));
                again.add(RetriedTask.of(number, tries.deaths, failure.task()));
            } else {
                tried.remove(number);
                giveUp(failure, tries.places, outputs);
            }
        }
        return again;
    }

    private boolean mayBeTriedAgain(FailedTask failure, int tries, Peers peers) {
        return switch (failure.how()) {
            case THREW, TOOK_TOO_LONG -> tries < policy.tries() && failure.putTasks() == 0;
            // Another process than the root's is needed for it, and none is left.
            case DIED -> tries < policy.tries() && !isOwnAloneLeft(failure.engine(), peers);
            case KILLED -> tries < policy.tries();
            case DIED_AMONG_OTHERS -> tries < UNCLEAR_TRIES * policy.tries();
        };
    }

    private boolean isOwnAloneLeft(int gone, Peers peers) {
        boolean own = false;
        for (Membership.Member member : peers.members().all()) {
            own |= member.number() == ownMember;
            if (member.number() != ownMember && member.number() != gone) {
                return false;
            }
        }
        return own;
    }

    /**
     * A member that may run a task now with which others have died; null if there is none now. It is not the one in this
     * process as long as there is another.
     *
     * @param free whether a member may be granted it
     */
    @Nullable
    Peer forSuspect(Peers peers, Predicate<Peer> free, long nowNanos) {
        Peer own = null;
        boolean others = false;
        for (Membership.Member member : peers.members().all()) {
            if (peers.members().isAssistant(member.number())) {
                continue;
            }
            Peer peer = peers.find(member.number(), nowNanos);
            boolean may = peer != null && !peer.isSilent() && free.test(peer);
            if (member.number() == ownMember) {
                own = may ? peer : null;
            } else if (may) {
                return peer;
            } else {
                others = true;
            }
        }
        return others ? null : own;
    }

    private void giveUp(FailedTask failure, List<String> places, Outputs outputs) {
        givenUp++;
        // Resumed, it is tried again: one that kills on an engine of its own from the first try on.
        justGivenUp.add(failure.died() ? RetriedTask.of(++lastRetry, 1, failure.task()) : failure.task());
        outputs.add(
                givenUp <= policy.tolerated()
                        ? new TaskGivenUp(failure, places)
                        : new TooManyTasksFailed(failure, places, policy.tolerated()));
    }

    /**
     * The tasks that are open after a return, for a coordinator that goes on from these books some day. It includes
     * what was given up, which is tried again then.
     */
    List<byte[]> stillOpen(List<byte[]> comingHome, List<byte[]> again) {
        List<byte[]> open = new ArrayList<>(comingHome);
        open.addAll(again);
        open.addAll(justGivenUp);
        justGivenUp.clear();
        return open;
    }

    /** A member that has not tried the task, best one that may be granted it now, else soon; null if there is none. */
    @Nullable
    Peer untried(byte[] task, Peers peers, long nowNanos) {
        Tries tries = tried.get(RetriedTask.numberIn(task));
        return tries == null ? null : untried(tries, peers, nowNanos);
    }

    private static @Nullable Peer untried(Tries tries, Peers peers, long nowNanos) {
        Peer soon = null;
        for (Membership.Member member : peers.members().all()) {
            Peer peer = tries.engines.contains(member.number()) ? null : peers.find(member.number(), nowNanos);
            if (peer != null && peer.borrower.mayBeGranted() && !peer.isSilent()) {
                return peer;
            }
            if (peer != null && peer.borrower.mayBeGrantedSoon() && !peer.isSilent() && soon == null) {
                soon = peer;
            }
        }
        return soon;
    }
}
