package org.moide.coordinator.run.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.EarlierRoot;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.journal.Bookkeeping;
import org.moide.coordinator.journal.JournalState;
import org.moide.coordinator.report.RunReport;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.Utterance;
import org.moide.engine.executor.ExecutorBag;

/**
 * The coordinator's part of the load balancing: the root, which lends tasks to engines and receives their results, the
 * members of the balancing, and the journal of a bag. It is a part of the run's core.
 */
public final class GlobalPool {
    private final RootBalancer balancer;
    private final Seats seats;
    private Membership members;
    private EngineCommand.@Nullable Members news; // of these members; null if engines are told different things
    private final @Nullable Bookkeeping books;
    private final JournalState before;
    private final FailureNotes failedTasks = new FailureNotes();
    private final TaskInflow inflow = new TaskInflow();
    private final Driver driver = new Driver();
    private final HeldResults held = new HeldResults();
    private List<RunAct> acts = new ArrayList<>();
    private RunEnding.@Nullable Failed failure;
    private boolean finished;
    private boolean streamed;
    private long tasksDone;

    /** Creates the pool of a run that journals nothing. */
    public GlobalPool(RootBalancer balancer, Seats seats, Membership members) {
        this(balancer, seats, members, null);
    }

    /**
     * Creates the pool.
     *
     * @param members the members at the beginning
     * @param books the journal, with the state from which the run resumes; null if the run journals nothing
     */
    public GlobalPool(RootBalancer balancer, Seats seats, Membership members, RunSettings.@Nullable Books books) {
        this.balancer = balancer;
        this.seats = seats;
        this.members = members;
        this.before = books == null ? new JournalState() : books.before();
        this.books = books == null ? null : new Bookkeeping(books.records());
    }

    /**
     * Begins the balancing among the engines with which the run starts. Returns the acts that follow, among them
     * commands for these engines.
     */
    public List<RunAct> begin(long nowNanos) {
        return change(members, nowNanos);
    }

    /** Adds tasks that {@code createTasks} has put, or those that an earlier coordinator left unfinished. */
    public List<RunAct> created(RunCoreEvent.TasksCreated created, long nowNanos) {
        perform(balancer.written(created.objects(), nowNanos));
        release(created.released());
        perform(balancer.written(
                before.written().stream().mapToLong(WrittenObject::id).toArray(), nowNanos));
        if (before.isCreated()) {
            before.results().forEach(result -> acts.add(new RunAct.Result(RunAct.Source.EARLIER, result)));
            perform(balancer.resume(
                    new EarlierRoot(
                            before.putTasks(),
                            before.createdTasks(),
                            before.executedTasks(),
                            before.open(),
                            before.stored(),
                            before.nextTask()),
                    nowNanos));
        } else {
            if (books != null) {
                List<byte[]> all = new ArrayList<>(created.initial());
                all.addAll(created.tasks());
                books.created(all, created.shared(), created.then() == RunCoreEvent.TasksCreated.Then.END)
                        .forEach(written -> acts.add(new RunAct.WriteDown(written)));
            }
            perform(balancer.putForEach(created.initial(), nowNanos));
            perform(balancer.put(created.tasks(), nowNanos));
        }
        switch (created.then()) {
            case MORE -> inflow.took(created.tasks());
            case STREAM -> {
                inflow.took(created.tasks());
                streamed = true;
            }
            case FLUSH -> perform(balancer.flush(nowNanos));
            case END -> perform(balancer.complete(nowNanos));
        }
        return taken();
    }

    /**
     * Releases data objects. Called after the objects that were written have been announced, since an object may be
     * both written and released.
     */
    private void release(long[] ids) {
        if (ids.length == 0) {
            return;
        }
        balancer.released(ids);
        EngineCommand.Released told =
                new EngineCommand.Released(Arrays.stream(ids).boxed().toList());
        seats.active().forEach(seat -> acts.add(new RunAct.Tell(seat.number(), told)));
    }

    /** Gives the members their first tasks. Called after the members have been told to start. */
    public List<RunAct> started(long nowNanos) {
        return performed(balancer.begin(nowNanos));
    }

    /**
     * Notes that the journal's records up to number {@code upTo} are on disk. Sends the messages that have waited for
     * these records.
     */
    public List<RunAct> synced(long upTo, long nowNanos) {
        if (books != null) {
            books.synced(upTo).forEach(this::send);
            free(held.synced(upTo), nowNanos);
        }
        return taken();
    }

    /**
     * Notes that the result of a loan has been merged. The memory of the result becomes free when its record in the
     * journal is also on disk.
     */
    public List<RunAct> resultTaken(long loan, long nowNanos) {
        free(held.merged(loan), nowNanos);
        return taken();
    }

    private void free(List<Long> loans, long nowNanos) {
        loans.forEach(loan -> perform(balancer.resultTaken(loan, nowNanos)));
    }

    public List<RunAct> receive(Letter letter, long nowNanos) {
        return performed(balancer.receive(letter, nowNanos));
    }

    /** Gives the tasks of a silent engine to other engines. */
    public List<RunAct> silent(Seat seat, long nowNanos) {
        return performed(balancer.borrowerLost(seat.number(), nowNanos));
    }

    /** Notes that an engine has died, and which tasks it was executing. */
    public List<RunAct> died(Seat seat, MemberDeath death, long nowNanos) {
        return performed(balancer.died(seat.number(), death, nowNanos));
    }

    /**
     * Adds an engine as a member. It becomes an assistant of {@code principal}, or an ordinary member if
     * {@code principal} is gone.
     */
    public List<RunAct> join(Seat seat, int principal, long nowNanos) {
        seat.assists(principal);
        List<RunAct> joined = change(members.with(seat.member()), nowNanos);
        seat.assists(members.principalOf(seat.number()));
        return joined;
    }

    /** Adds a member that is an ordinary member, not an assistant. */
    public List<RunAct> join(Membership.Member member, long nowNanos) {
        return change(members.with(member), nowNanos);
    }

    /** Gives the assistants of an engine to the engine that has replaced it. */
    public List<RunAct> succeeded(Seat seat, Seat successor, long nowNanos) {
        return change(members.succeeded(seat.number(), successor.number()), nowNanos);
    }

    public List<RunAct> dismiss(Seat seat, long nowNanos) {
        return change(members.leaving(seat.number()), nowNanos);
    }

    public List<RunAct> gone(Seat seat, long nowNanos) {
        return change(members.without(seat.number()), nowNanos);
    }

    private List<RunAct> change(Membership changed, long nowNanos) {
        members = changed;
        return performed(balancer.members(members.seenBy(Membership.ROOT), nowNanos));
    }

    /** Returns the members that an engine sees. It does not see assistants of other engines. */
    public EngineCommand.Members news(Seat seat) {
        Membership seen = members.seenBy(seat.number());
        EngineCommand.Members known = news;
        if (known != null && known.members().equals(seen)) {
            return known;
        }
        Map<Integer, NodeReference> nodes = new HashMap<>(seats.nodes());
        nodes.keySet().removeIf(other -> seen.incarnationOf(other) < 0);
        EngineCommand.Members told = new EngineCommand.Members(seen, nodes);
        news = seen.equals(members) ? told : null; // otherwise there are assistants, which only some engines see
        return told;
    }

    /**
     * Tells all members of the balancing who the members are. An engine that has arrived but is not registered yet is
     * no member, and is not told.
     */
    public List<RunAct> tellNews() {
        return seats.active().stream()
                .filter(seat -> members.incarnationOf(seat.number()) >= 0)
                .<RunAct>map(seat -> new RunAct.Tell(seat.number(), news(seat)))
                .toList();
    }

    public List<RunAct> tick(long nowNanos) {
        perform(balancer.tick(nowNanos));
        showProgress();
        return taken();
    }

    public long nextTickNanos() {
        return balancer.nextTickNanos();
    }

    private List<RunAct> performed(List<LoanOutput> outputs) {
        perform(outputs);
        return taken();
    }

    private List<RunAct> taken() {
        if (streamed && balancer.holdsAllBack()) {
            fail(RunEnding.Failed.of(
                    RunEnding.Cause.APPLICATION_HERE,
                    "the strategy waits for the last of all tasks before it gives any, and an executor's tasks have no last:"
                            + " choose another, such as guided"));
        }
        long unsynced = books == null ? 0 : books.unsyncedBytes();
        for (int more = inflow.wanted(balancer.queuedTasks(), balancer.holdsAllBack(), unsynced); more > 0; more--) {
            acts.add(new RunAct.MoreTasksWanted());
        }
        if (acts.isEmpty()) {
            return List.of();
        }
        List<RunAct> all = acts;
        acts = new ArrayList<>();
        return all;
    }

    private void perform(List<LoanOutput> outputs) {
        outputs.forEach(output -> output.handle(driver));
    }

    private void note(@Nullable String line) {
        if (line != null) {
            acts.add(new RunAct.Note(line));
        }
    }

    private void fail(RunEnding.Failed why) {
        if (failure == null) {
            failure = why;
        }
    }

    /**
     * Returns the failure with which the run has to end, because a task failed too often or the numbers of tasks do not
     * match; null if there is none.
     */
    public RunEnding.@Nullable Failed failure() {
        return failure;
    }

    /** Sends a message to a member. If all tasks are done, a member that is not registered does not get it. */
    private void send(LoanOutput.Send send) {
        Seat seat = seats.find(send.toMember());
        if (seat != null && seat.active() && !(finished && seat.state() == Seat.State.ASSEMBLED)) {
            acts.add(new RunAct.Tell(seat.number(), new EngineCommand.Loan(send.letter())));
        }
    }

    private void showProgress() {
        LoanTotals totals = balancer.totals();
        if (totals.executedTasks() + totals.failedTasks() != tasksDone) {
            tasksDone = totals.executedTasks() + totals.failedTasks();
            acts.add(new RunAct.Progress(tasksDone, known()));
        }
    }

    /** Returns the first of the tasks that were given up. */
    public List<RunReport.FailedTask> failedTasks() {
        return failedTasks.all();
    }

    public LoanTotals totals() {
        return balancer.totals();
    }

    /** Returns the number of tasks that are known so far, done or not. */
    public long known() {
        LoanTotals totals = balancer.totals();
        return totals.putTasks() + totals.createdTasks();
    }

    /** Returns how many tasks of a bag wait for engines, and whether tasks create further tasks. */
    public RunStatus.Work work() {
        return RunStatus.Work.ofBag(balancer.queuedTasks(), balancer.totals().createdTasks() > 0);
    }

    /** Returns whether all tasks are done. */
    public boolean isFinished() {
        return finished;
    }

    /**
     * Compares the number of tasks that threads executed with the number that the pool counted. They must be equal if
     * no loan was taken back; otherwise some tasks ran again, and the threads have counted more. Returns the difference
     * in words; null if there is none.
     *
     * @param engines the totals that engines reported
     * @param engineLost whether an engine was lost that could have reported more
     */
    @Nullable
    public String mismatch(LoanTotals engines, boolean engineLost) {
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

    /** Carries out what the root decides. */
    private final class Driver implements LoanOutput.RootHandler {
        @Override
        public void send(LoanOutput.Send send) {
            if (books == null || !books.holds(send)) {
                GlobalPool.this.send(send);
            }
        }

        @Override
        public void runFailed(LoanOutput.RunFailed failed) {
            fail(RunEnding.Failed.of(RunEnding.Cause.BOOKS, failed.why()));
        }

        @Override
        public void loanBooked(LoanOutput.LoanBooked booking) {
            if (books != null) {
                acts.add(new RunAct.WriteDown(books.booked(booking)));
            }
        }

        @Override
        public void objectsWritten(LoanOutput.ObjectsWritten written) {
            acts.add(new RunAct.Publish(written.objects()));
            if (books != null) {
                acts.add(new RunAct.WriteDown(books.written(written.objects())));
            }
        }

        @Override
        public void neverWritten(LoanOutput.NeverWritten never) {
            acts.add(new RunAct.NeverWritten(never.id(), never.task(), never.tasks()));
        }

        @Override
        public void phaseDone(LoanOutput.PhaseDone done) {
            if (failure == null) { // otherwise a part of the result is missing
                acts.add(new RunAct.PhaseDone());
            }
        }

        @Override
        public void resultAccepted(LoanOutput.ResultAccepted accepted) {
            if (accepted.room()) {
                held.add(accepted.loan(), books == null ? 0 : books.lastRecord());
            }
            RunAct.Source from = new RunAct.Source(
                    accepted.room() ? accepted.loan() : 0, accepted.borrower(), accepted.task(), accepted.tasks());
            acts.add(new RunAct.Result(from, accepted.result()));
        }

        @Override
        public void noRoom(LoanOutput.NoRoom none) {
            RunAct.Source from = new RunAct.Source(none.loan(), none.borrower(), none.task(), none.tasks());
            acts.add(new RunAct.NoRoom(from, none.resultBytes()));
        }

        @Override
        public void taskTriedAgain(LoanOutput.TaskTriedAgain again) {
            note(failedTasks.triedAgain(again));
        }

        @Override
        public void taskGivenUp(LoanOutput.TaskGivenUp givenUp) {
            note(failedTasks.givenUp(givenUp));
            if (streamed) { // the program that put the task waits for an answer
                String why = FailureNotes.outcome(givenUp.failure(), givenUp.places());
                byte[] task = givenUp.failure().task();
                byte[] answer = givenUp.failure().how() == FailedTask.How.TOOK_TOO_LONG
                        ? ExecutorBag.tookTooLong(task, why)
                        : ExecutorBag.givenUp(task, why);
                acts.add(new RunAct.Said(RunAct.Said.NO_ENGINE, new Utterance.Payload(answer)));
            }
        }

        @Override
        public void tooManyTasksFailed(LoanOutput.TooManyTasksFailed failed) {
            fail(new RunEnding.Failed(RunEnding.Cause.TASK, FailureNotes.failureOfRun(failed)));
        }

        @Override
        public void poolFinished(LoanOutput.PoolFinished done) {
            finished = true;
            showProgress();
            if (failure == null) { // otherwise the last task may be the one that fails the run
                acts.add(new RunAct.ResultsComplete());
            }
        }
    }
}
