package org.moide.coordinator.run.spmd;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.GlobalPool;
import org.moide.coordinator.run.state.RootMaker;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutputs;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;
import org.moide.coordinator.text.Plural;
import org.moide.engine.control.EngineCommand;

/**
 * The pool of the tasks that threads of an SPMD application put. Each epoch has a new pool; an epoch is a time in which
 * the engines stay the same. Used by the control thread only.
 */
final class EpochPool {
    /**
     * How long, for each engine of the run, there is no other message about members after all engines were sent one.
     * The pause is about the time that it takes to send one to all. Engines use the message only to avoid asking absent
     * members for tasks. Thanks to the pause, there are not a thousand messages to all engines if a thousand engines
     * end at the same time.
     */
    private static final long PAUSE_NANOS_FOR_EACH = 50_000;

    private static final int VERY_MANY = 32;

    private final RootMaker roots;
    private final Seats seats;
    private final RunOutputs outputs;
    private @Nullable GlobalPool pool;
    private boolean newsDue;
    private long nextNewsNanos; // set once an epoch has begun

    EpochPool(RootMaker roots, Seats seats, RunOutputs outputs) {
        this.roots = roots;
        this.seats = seats;
        this.outputs = outputs;
    }

    boolean isThere() {
        return pool != null;
    }

    /** Begins an epoch with these members and a new pool. */
    void begin(Membership members, long nowNanos) {
        GlobalPool made = new GlobalPool(roots.make(PoolCompletion.WHEN_ALL_WAIT), seats, members);
        pool = made;
        newsDue = false;
        nextNewsNanos = nowNanos;
        seats.active().forEach(seat -> seat.assists(members.principalOf(seat.number())));
        perform(made, made.begin(nowNanos));
    }

    /** Adds an engine to the pool's members, and tells the other engines that it is there. */
    void join(Membership.Member member, long nowNanos) {
        GlobalPool now = begun();
        perform(now, now.join(member, nowNanos));
        tellNews(now, nowNanos);
    }

    private GlobalPool begun() {
        return Objects.requireNonNull(pool, "an epoch has begun");
    }

    /**
     * Returns the members of which an engine is told at its start. Of the assistants, an engine is told only its own.
     * An assistant, which computes for one engine only, is told only of that engine.
     */
    EngineCommand.Members seenBy(Seat seat) {
        return begun().news(seat);
    }

    private void perform(GlobalPool now, List<RunAct> acts) {
        outputs.addAll(acts);
        RunEnding.Failed failure = now.failure();
        if (failure != null) {
            outputs.end(failure);
        }
    }

    void letter(Letter letter, long nowNanos) {
        GlobalPool now = pool;
        if (now != null) {
            perform(now, now.receive(letter, nowNanos));
        }
    }

    /**
     * Removes an engine from the pool's members.
     *
     * @param last whether the run ends when this engine has left
     */
    void leave(Seat seat, boolean last, long nowNanos) {
        GlobalPool now = pool;
        if (now == null || outputs.ending() != null) {
            return;
        }
        perform(now, now.gone(seat, nowNanos));
        if (!last) {
            newsDue = true;
            tellNewsIfDue(now, nowNanos);
            return;
        }
        long left = now.known() - now.totals().executedTasks() - now.totals().failedTasks();
        if (left > 0) {
            outputs.note(Plural.of(left, "task") + " put and not done: every thread had returned before");
        }
        outputs.end(new RunEnding.Complete());
    }

    private void tellNewsIfDue(GlobalPool now, long nowNanos) {
        if (newsDue && nowNanos - nextNewsNanos >= 0) {
            tellNews(now, nowNanos);
        }
    }

    private void tellNews(GlobalPool now, long nowNanos) {
        List<RunAct> news = now.tellNews();
        newsDue = false;
        nextNewsNanos = nowNanos + (news.size() < VERY_MANY ? 0 : news.size() * PAUSE_NANOS_FOR_EACH);
        perform(now, news);
    }

    void tick(long nowNanos) {
        GlobalPool now = pool;
        if (now != null && outputs.ending() == null) {
            tellNewsIfDue(now, nowNanos);
            perform(now, now.tick(nowNanos));
        }
    }

    long nextTickNanos() {
        GlobalPool now = pool;
        if (now == null) {
            return Long.MAX_VALUE;
        }
        return newsDue ? Math.min(nextNewsNanos, now.nextTickNanos()) : now.nextTickNanos();
    }

    LoanTotals totals() {
        GlobalPool now = pool;
        return now == null ? LoanTotals.NONE : now.totals();
    }

    List<RunReport.FailedTask> failedTasks() {
        GlobalPool now = pool;
        return now == null ? List.of() : now.failedTasks();
    }
}
