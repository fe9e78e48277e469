package org.moide.coordinator.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Balancer;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.journal.Bookkeeping;
import org.moide.coordinator.journal.JournalState;
import org.moide.coordinator.report.RunReport;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

/**
 * The run's own side of the balancing: the root, where tasks come from and results go to, who takes part, and, for a bag of
 * tasks, the books of it all. A stepped core, part of the run's.
 */
final class GlobalPool {
    private final Balancer balancer;
    private final Seats seats;
    private final Acts acts;
    private Membership members;
    private @Nullable Bookkeeping books;
    private JournalState before = new JournalState();
    private final FailedTasks failedTasks;
    private boolean finished;
    private long tasksDone;

    /** What the core does for this. */
    interface Acts {
        /** A bag's tasks: so many done of those known so far. */
        void progress(long done, long known);

        /** A loan's result came home, once. */
        void result(byte[] encoded);

        /** All results have come home. */
        void resultsComplete();

        /** A line for the user. */
        void note(String line);

        /** The result would be wrong, or tasks throw that must not. */
        void failed(EngineReport.Failed failure);
    }

    GlobalPool(Balancer balancer, Seats seats, Membership members, Acts acts, long nowNanos) {
        this.balancer = balancer;
        this.seats = seats;
        this.acts = acts;
        this.failedTasks = new FailedTasks(acts::note);
        this.members = members;
        perform(balancer.members(members.seenBy(Membership.ROOT), nowNanos));
    }

    /**
     * Writes all down from now on, and goes on where an earlier coordinator was lost. Before the first task.
     *
     * @param from what was written down before
     */
    void keepBooks(Bookkeeping keeping, JournalState from) {
        books = keeping;
        before = from;
    }

    /** All of a bag's tasks are there, or those that are left of an earlier coordinator's. */
    void created(List<byte[]> tasks, Map<String, byte[]> shared, long nowNanos) {
        if (before.isCreated()) {
            before.results().forEach(acts::result);
            perform(balancer.resume(
                    before.putTasks(),
                    before.createdTasks(),
                    before.executedTasks(),
                    List.copyOf(before.open().values()),
                    nowNanos));
        } else {
            if (books != null) {
                books.created(tasks, shared);
            }
            perform(balancer.put(tasks, nowNanos));
        }
        perform(balancer.complete(nowNanos));
    }

    /** Records up to this one are on disk: what waited for that goes out. */
    void synced(long upTo) {
        if (books != null) {
            books.synced(upTo).forEach(this::send);
        }
    }

    void receive(Letter letter, long nowNanos) {
        perform(balancer.receive(letter, nowNanos));
    }

    /** It is silent: others get its tasks. */
    void silent(Seat seat, long nowNanos) {
        perform(balancer.borrowerLost(seat.number(), nowNanos));
    }

    /** Somebody comes; to assist this engine, if it is there. */
    void join(Seat seat, int principal, long nowNanos) {
        seat.assists(principal);
        change(members.with(seat.member()), nowNanos);
        seat.assists(members.principalOf(seat.number()));
    }

    /** Its assistants are another's from now on. */
    void succeeded(Seat seat, Seat successor, long nowNanos) {
        change(members.succeeded(seat.number(), successor.number()), nowNanos);
    }

    void dismiss(Seat seat, long nowNanos) {
        change(members.leaving(seat.number()), nowNanos);
    }

    void gone(Seat seat, long nowNanos) {
        change(members.without(seat.number()), nowNanos);
    }

    private void change(Membership changed, long nowNanos) {
        members = changed;
        perform(balancer.members(members.seenBy(Membership.ROOT), nowNanos));
    }

    /** Who takes part, as this engine is told: of others' assistants nothing. */
    EngineCommand.Members news(Seat seat) {
        Membership seen = members.seenBy(seat.number());
        Map<Integer, NodeReference> nodes = new HashMap<>(seats.nodes());
        nodes.keySet().removeIf(other -> seen.incarnationOf(other) < 0);
        return new EngineCommand.Members(seen, nodes);
    }

    /** Tells all who take part; an engine that has just come does not balance yet, and may not be registered. */
    void tellNews() {
        seats.active().stream()
                .filter(seat -> members.incarnationOf(seat.number()) >= 0)
                .forEach(seat -> seat.tell(news(seat)));
    }

    void tick(long nowNanos) {
        perform(balancer.tick(nowNanos));
        showProgress();
    }

    long nextTickNanos() {
        return balancer.nextTickNanos();
    }

    private void perform(List<LoanOutput> outputs) {
        for (LoanOutput output : outputs) {
            if (output instanceof LoanOutput.LoanBooked booking) {
                if (books != null) {
                    books.booked(booking);
                }
            } else if (output instanceof LoanOutput.Send send) {
                if (books == null || !books.holds(send)) {
                    send(send);
                }
            } else if (output instanceof LoanOutput.ResultAccepted accepted) {
                acts.result(accepted.result());
            } else if (output instanceof LoanOutput.PoolFinished) {
                finished = true;
                showProgress();
                acts.resultsComplete();
            } else if (output instanceof LoanOutput.TaskTriedAgain again) {
                failedTasks.triedAgain(again);
            } else if (output instanceof LoanOutput.TaskGivenUp givenUp) {
                failedTasks.givenUp(givenUp);
            } else if (output instanceof LoanOutput.TooManyTasksFailed failed) {
                acts.failed(FailedTasks.failureOfRun(failed));
            } else if (output instanceof LoanOutput.RunFailed failed) {
                acts.failed(new EngineReport.Failed("coordinator", failed.why(), "", false));
            }
        }
    }

    private void send(LoanOutput.Send send) {
        seats.at(send.toMember(), seat -> {
            if (seat.active()) {
                seat.tell(new EngineCommand.Loan(send.letter()));
            }
        });
    }

    private void showProgress() {
        LoanTotals totals = balancer.totals();
        if (totals.executedTasks() + totals.failedTasks() != tasksDone) {
            tasksDone = totals.executedTasks() + totals.failedTasks();
            acts.progress(tasksDone, known());
        }
    }

    /** The first of those that were given up. */
    List<RunReport.FailedTask> failedTasks() {
        return failedTasks.all();
    }

    LoanTotals totals() {
        return balancer.totals();
    }

    /** How many tasks are known so far, done or not. */
    long known() {
        LoanTotals totals = balancer.totals();
        return totals.putTasks() + totals.createdTasks();
    }

    /** What of a bag waits for engines. */
    RunStatus.Work work() {
        return RunStatus.Work.ofBag(balancer.queuedTasks(), balancer.totals().createdTasks() > 0);
    }

    /** All is done. */
    boolean isFinished() {
        return finished;
    }

    /**
     * The threads' own counts against the books: with nothing lost and nothing taken back they are the same, else some tasks
     * ran again and the threads have more. Null if all is well.
     *
     * @param engines what the engines say that they ran
     * @param engineLost whether one is gone that could have said more
     */
    @Nullable
    String mismatch(LoanTotals engines, boolean engineLost) {
        LoanTotals totals = balancer.totals();
        long counted = totals.executedTasks() - before.executedTasks();
        long ran = engines.executedTasks();
        boolean retaken = totals.loansRetaken() + engines.loansRetaken() > 0;
        if (engineLost || (retaken ? ran >= counted : ran == counted)) {
            return null;
        }
        return "the task pool counted " + counted + " tasks, the engines' threads ran " + ran
                + ": the result would be wrong; please report this with the run's log";
    }
}
