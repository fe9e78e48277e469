package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.TaskLimits;
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

/** The root's record of failed tasks: the tries of each, where they ran, and which tasks are given up. */
public final class FailureBook {
    /**
     * The number of tries that do not count because their engine had already tried the task. Such an engine may get the
     * task again through another one's pool.
     */
    private static final int MOST_REPEATS = 16;

    /**
     * The number of deaths after which a task is given up even though each of the engines ran other tasks as well, so
     * that nobody knows which task killed it.
     */
    private static final int UNCLEAR_TRIES = 2;

    /** The record of one task: its tries that count, and how many more do not count. */
    private static final class Tries {
        private final List<String> places = new ArrayList<>();
        private final List<Integer> engines = new ArrayList<>();
        private int repeats;
        private int deaths;

        /** Begins with the number of engines that have died with the task, as an earlier root recorded it. */
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
    private final Map<Long, Tries> tried = new HashMap<>(); // by number; failed tasks not given up
    private final List<byte[]> justGivenUp = new ArrayList<>();
    private long lastRetry;
    private long givenUp;

    /**
     * Creates an empty record.
     *
     * @param ownMember the engine in the root's process; it gets a task that has killed an engine only if there is no
     *     other engine
     */
    public FailureBook(FailurePolicy policy, int ownMember) {
        this.policy = policy;
        this.ownMember = ownMember;
    }

    public long givenUp() {
        return givenUp;
    }

    /**
     * Decides which failed tasks are tried again. A try on an engine that has already tried the task counts only if
     * there is no other engine, or after {@link #MOST_REPEATS} such tries.
     *
     * @return the tasks to be done again
     */
    List<byte[]> decide(List<FailedTask> failures, Peers peers, Outputs outputs, long nowNanos) {
        List<byte[]> again = new ArrayList<>();
        for (FailedTask failure : failures) {
            // A resumed run keeps the numbers of the run before it.
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
            TaskLimits limits = TaskHead.limitsIn(failure.task());
            int most = limits.tries() == 0 ? policy.tries() : limits.tries();
            if (!limits.once() && mayBeTriedAgain(failure, tries.places.size(), most, peers)) {
                outputs.add(new TaskTriedAgain(failure, tries.places.size(), most));
                again.add(RetriedTask.of(number, tries.deaths, failure.task()));
            } else {
                tried.remove(number);
                giveUp(failure, tries.places, outputs);
            }
        }
        return again;
    }

    private boolean mayBeTriedAgain(FailedTask failure, int tries, int most, Peers peers) {
        return switch (failure.how()) {
            case THREW, TOOK_TOO_LONG -> tries < most && failure.putTasks() == 0;
            // The root's own process is left, which tries no such task.
            case DIED -> tries < most && !isOwnAloneLeft(failure.engine(), peers);
            case KILLED -> tries < most;
            case DIED_AMONG_OTHERS -> tries < UNCLEAR_TRIES * most;
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
     * Finds a member that may now run a task with which an engine has died; null if there is none. The engine in the
     * root's own process is chosen only if there is no other engine.
     *
     * @param free whether a member can be granted a task now
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
        // A resumed run tries it again; a task that killed an engine starts on an engine that runs nothing else.
        justGivenUp.add(failure.died() ? RetriedTask.of(++lastRetry, 1, failure.task()) : failure.task());
        outputs.add(
                givenUp <= policy.tolerated()
                        ? new TaskGivenUp(failure, places)
                        : new TooManyTasksFailed(failure, places, policy.tolerated()));
    }

    /**
     * Returns the tasks that are not done after a return, for the journal. They include tasks just given up, which a
     * resumed run tries again.
     */
    List<byte[]> stillOpen(List<byte[]> comingHome, List<byte[]> again) {
        List<byte[]> open = new ArrayList<>(comingHome);
        open.addAll(again);
        open.addAll(justGivenUp);
        justGivenUp.clear();
        return open;
    }

    /** Finds a member that has not tried the task, preferably one that can be granted it now; null if there is none. */
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
