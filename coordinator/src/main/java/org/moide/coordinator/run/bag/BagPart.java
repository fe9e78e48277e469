package org.moide.coordinator.run.bag;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.loan.PoolCompletion;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.ChangeHistory;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.EngineChanges;
import org.moide.coordinator.reconfigure.EnginePlace;
import org.moide.coordinator.reconfigure.EpochTable;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.GlobalPool;
import org.moide.coordinator.run.state.RootMaker;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.run.state.RunOutputs;
import org.moide.coordinator.run.state.RunPart;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

/**
 * The part of a run's core that handles a bag of tasks: it has the bag's {@link GlobalPool}, with the journal, and lets
 * engines join and leave during the run.
 */
public final class BagPart implements RunPart {
    /** The number of the engine that is in the coordinator's process, if the coordinator computes. */
    private static final int FIRST = 0;

    private final RunSettings settings;
    private final Seats seats;
    private final RunOutputs outputs;
    private final GlobalPool pool;
    private final ChangeHistory history;
    private final EngineChanges changes;
    private final Registrar registrar;
    private final Assistants assistants;
    private final Newcomers newcomers;
    private final Set<Seat> late = new HashSet<>();
    private LoanTotals lent = LoanTotals.NONE;
    private boolean engineLost;
    private @Nullable Map<String, Long> shared;
    private boolean started;
    private boolean booksClosed;
    private boolean resultsHandled;

    public BagPart(
            RunSettings settings,
            RunSettings.Bag bag,
            RootMaker roots,
            Seats seats,
            ChangeHistory history,
            RunOutputs outputs,
            long nowNanos) {
        this.settings = settings;
        this.seats = seats;
        this.outputs = outputs;
        this.registrar = new Registrar(seats, settings.collectives(), history, outputs);
        this.history = history;
        this.changes = new EngineChanges(new Turnover(), settings.ownEngine(), false);
        this.pool = new GlobalPool(roots.make(PoolCompletion.WHEN_COMPLETE), seats, seats.members(), bag.books());
        this.assistants = new Assistants(seats, bag.assistance());
        this.newcomers = new Newcomers(seats, nowNanos);
    }

    @Override
    public void begin(long nowNanos) {
        pooled(pool.begin(nowNanos));
        registrar.all(nowNanos);
    }

    @Override
    public void journalSynced(long upTo, long nowNanos) {
        pooled(pool.synced(upTo, nowNanos));
    }

    @Override
    public void tasksCreated(RunCoreEvent.TasksCreated created, long nowNanos) {
        shared = shared == null ? created.sharedIds() : shared; // everything is shared before the first flush
        pooled(pool.created(created, nowNanos));
        startWhenReady(nowNanos);
    }

    @Override
    public void resultTaken(long loan, long nowNanos) {
        pooled(pool.resultTaken(loan, nowNanos));
    }

    @Override
    public void resultsHandled() {
        resultsHandled = true;
        finishWhenDone();
    }

    /**
     * Adds acts that the {@link GlobalPool} has returned, and then does what the new state of the pool requires, such
     * as ending the run.
     */
    private void pooled(List<RunAct> acts) {
        outputs.addAll(acts);
        RunEnding.Failed failure = pool.failure();
        if (failure != null) {
            outputs.end(failure);
        }
        if (pool.isFinished() && !booksClosed) {
            booksClosed = true;
            seats.active().stream()
                    .filter(seat -> seat.state() == Seat.State.ASSEMBLED)
                    .forEach(this::tooLate);
        }
    }

    // --- engines come and go

    @Override
    public void made(Seat seat, long nowNanos) {
        if (pool.isFinished()) {
            tooLate(seat);
        } else {
            registrar.newcomer(seat, nowNanos);
        }
    }

    private void tooLate(Seat seat) {
        outputs.tell(seat, new EngineCommand.Cease("all tasks are done", true));
        seat.advance(Seat.State.LOST);
        changes.lost(seat.number(), "all tasks were done before " + seat.name() + " was ready");
    }

    @Override
    public void notMade(RunCoreEvent.EngineNotMade none, long nowNanos) {
        if (!changes.notMade(none.seat(), none.why())) {
            outputs.note("there will be no engine-" + none.seat() + ": " + none.why());
        }
    }

    @Override
    public void change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos) {
        changes.order(question, order, why, nowNanos);
    }

    private void dismiss(Seat seat, @Nullable Seat successor, long nowNanos) {
        seat.advance(Seat.State.LEAVING);
        if (successor != null) {
            assistants.succeeded(seat, successor).forEach(outputs::note);
            pooled(pool.succeeded(seat, successor, nowNanos));
        }
        pooled(pool.dismiss(seat, nowNanos));
        freeAssistants(seat);
    }

    /**
     * Turns the assistants of an engine that has left or is about to leave into ordinary engines, and tells all
     * engines.
     *
     * @param principal the engine for which they compute
     */
    private void freeAssistants(Seat principal) {
        assistants.gone(principal).forEach(outputs::note);
        pooled(pool.tellNews());
    }

    @Override
    public void lost(Seat seat, String what, MemberDeath death, long nowNanos) {
        engineLost = true;
        changes.lost(seat.number(), what);
        if (started && !pool.isFinished() && !death.begun().isEmpty()) {
            blame(seat, death, nowNanos);
        }
        leave(seat, nowNanos);
        if (seats.active().isEmpty() && !pool.isFinished()) {
            outputs.end(RunEnding.Failed.of(RunEnding.Cause.LOSS, what + RunEnding.NO_ENGINE_LEFT));
            return;
        }
        if (pool.failure() == null) {
            outputs.note(what + (pool.isFinished() ? "; the result is whole" : "; its tasks go to the others"));
        }
        EngineCommand told = new EngineCommand.MemberLost(seats.engineNumber(seat), what);
        seats.active().forEach(other -> outputs.tell(other, told));
        startWhenReady(nowNanos);
        finishWhenDone();
    }

    /**
     * Tells the engines from which a dead engine had borrowed tasks which of these tasks it was executing. They must
     * learn that before they learn that the engine is gone.
     */
    private void blame(Seat seat, MemberDeath death, long nowNanos) {
        pooled(pool.died(seat, death, nowNanos));
        EngineCommand told = new EngineCommand.MemberDied(seat.number(), death);
        death.begun().stream()
                .mapToInt(BegunTask::lender)
                .distinct()
                .forEach(lender -> seats.at(lender, other -> tellIfThere(other, told)));
    }

    private void tellIfThere(Seat seat, EngineCommand told) {
        if (seat.active()) {
            outputs.tell(seat, told);
        }
    }

    @Override
    public int first() {
        return FIRST;
    }

    @Override
    public void silent(Seat seat, long nowNanos) {
        if (started) {
            seat.loansTaken(nowNanos);
            pooled(pool.silent(seat, nowNanos));
        } else if (seat.state() == Seat.State.ASSEMBLED && late.add(seat)) {
            outputs.note(seat.name() + " has not registered: the run begins without it, and it may still come");
            pooled(pool.gone(seat, nowNanos));
            startWhenReady(nowNanos);
        }
    }

    /** Removes an engine from the load balancing. Also tells the other engines, unless all tasks are done. */
    private void leave(Seat seat, long nowNanos) {
        pooled(pool.gone(seat, nowNanos));
        if (started && !pool.isFinished()) {
            freeAssistants(seat);
        }
        newcomers.gone(seat, !pool.isFinished(), nowNanos);
    }

    // --- what engines say

    @Override
    public boolean isNew(EngineReport.Said said) {
        return true; // tasks report nothing twice
    }

    @Override
    public void letter(Letter letter, long nowNanos) {
        pooled(pool.receive(letter, nowNanos));
    }

    @Override
    public void beat(Seat seat, EngineReport.Beat beat, long nowNanos) {
        seat.beat(beat, nowNanos);
        assist(seat, beat, nowNanos);
    }

    @Override
    public void released(Seat seat, EngineReport.Released released, long nowNanos) {
        outputs.end(new RunEnding.Failed(RunEnding.Cause.ENGINE, released.failure()));
    }

    @Override
    public void failed(Seat seat, EngineReport.Failed failed, long nowNanos) {
        outputs.end(new RunEnding.Failed(RunEnding.Cause.ENGINE, failed));
    }

    private void assist(Seat seat, EngineReport.Beat beat, long nowNanos) {
        Assistants.Wanted wanted = pool.isFinished() ? null : assistants.heard(seat, beat, nowNanos);
        if (wanted != null) {
            changes.order(EngineChanges.THE_RUN_ASKS, wanted.order(), wanted.why(), wanted.reach(), nowNanos);
        }
    }

    @Override
    public void registered(Seat seat, EngineReport.Registered registered, long nowNanos) {
        if (seat.state() != Seat.State.ASSEMBLED) {
            return; // confirms a later epoch; the engine computes meanwhile
        }
        seat.advance(Seat.State.REGISTERED);
        if (late.remove(seat) || registrar.isWidened()) {
            join(seat, nowNanos);
        }
        startWhenReady(nowNanos);
    }

    /**
     * Starts an engine that joins the bag, and tells all engines that it is there. If the new engine is an assistant,
     * which computes for one other engine only, tells only that engine.
     */
    private void join(Seat seat, long nowNanos) {
        pooled(pool.join(seat, changes.principalFor(seat.number()), nowNanos));
        newcomers.joined(seat, nowNanos);
        if (started) {
            start(seat);
            pooled(pool.tellNews());
        }
        if (changes.isComing(seat.number())) {
            changes.joined(seat.engine().place(), powerOfPrincipal(seat), nowNanos);
        } else {
            outputs.note(seat.name() + " has joined, which was late when the run began");
        }
    }

    private String powerOfPrincipal(Seat assistant) {
        Seat principal = seats.find(assistant.principal());
        return principal == null ? "" : String.format(Locale.ROOT, ", whose power is %.2f now", seats.power(principal));
    }

    @Override
    public void finished(Seat seat, EngineReport.Finished finished, long nowNanos) {
        seat.finished(finished);
        lent = lent.plus(finished.loans());
        leave(seat, nowNanos);
        if (changes.isGoing(seat.number())) {
            changes.left(seat.engine().place(), "", nowNanos);
            outputs.tell(seat, new EngineCommand.Cease("it has left the run", true));
        }
        finishWhenDone();
    }

    private void startWhenReady(long nowNanos) {
        boolean enginesReady =
                seats.any(Seat.State.REGISTERED) && seats.active().stream().noneMatch(this::isAwaited);
        if (!started && shared != null && enginesReady) {
            started = true;
            seats.active().stream().filter(seat -> !late.contains(seat)).forEach(this::start);
            pooled(pool.started(nowNanos));
        }
    }

    private boolean isAwaited(Seat seat) {
        return seat.state() == Seat.State.ASSEMBLED && !late.contains(seat);
    }

    private void start(Seat seat) {
        EngineCommand.Members all = pool.news(seat);
        outputs.tell(
                seat,
                new EngineCommand.Start(
                        Objects.requireNonNull(shared, "shared before started"),
                        true,
                        settings.strategy(),
                        settings.tasks(),
                        settings.seed(),
                        all.members(),
                        all.nodes(),
                        settings.recordedTasks()));
    }

    // --- time, and the end

    @Override
    public void endIfDue(long nowNanos) {
        // The end of a bag is never delayed.
    }

    @Override
    public void tick(long nowNanos) {
        if (started) {
            pooled(pool.tick(nowNanos));
        }
    }

    @Override
    public long nextTickNanos() {
        return started ? pool.nextTickNanos() : Long.MAX_VALUE;
    }

    private void finishWhenDone() {
        if (outputs.ending() == null && seats.active().isEmpty() && resultsHandled) {
            String mismatch = pool.mismatch(lent, engineLost);
            outputs.end(
                    mismatch == null ? new RunEnding.Complete() : RunEnding.Failed.of(RunEnding.Cause.BOOKS, mismatch));
        }
    }

    @Override
    public boolean areBooksClosed() {
        return pool.isFinished();
    }

    @Override
    public RunStatus.State state() {
        if (pool.isFinished()) {
            return RunStatus.State.HANDLING_RESULTS;
        }
        return started ? RunStatus.State.COMPUTING : RunStatus.State.STARTING;
    }

    @Override
    public RunStatus.Work work() {
        return pool.work().overloading(started && !pool.isFinished() ? assistants.overload() : null);
    }

    @Override
    public LoanTotals totals() {
        return pool.totals();
    }

    @Override
    public void over(String why, long nowNanos) {
        changes.over(why);
    }

    @Override
    public List<RunOutcome.EngineOutcome> engines() {
        return newcomers.outcomes();
    }

    @Override
    public LoanTotals lent() {
        return lent;
    }

    @Override
    public List<RunReport.FailedTask> failedTasks() {
        return pool.failedTasks();
    }

    @Override
    public boolean isResumable(RunEnding ending) {
        return ending instanceof RunEnding.Interrupted
                || (ending instanceof RunEnding.Failed failed && failed.isOfHangingTask())
                || (seats.active().isEmpty() && !pool.isFinished());
    }

    /**
     * The way in which engines join and leave while all other engines compute. An engine gives back its tasks and
     * results before it leaves.
     */
    private final class Turnover implements EngineChanges.Program {
        @Override
        public @Nullable String refusal(ChangeOrder.OfEngines order) {
            if (!started) {
                return "its engines are not all there yet: try again in a moment";
            }
            return pool.isFinished() ? "all tasks are done: the run is about to end" : null;
        }

        @Override
        public List<EnginePlace> engines() {
            return seats.active().stream().map(seat -> seat.engine().place()).toList();
        }

        @Override
        public boolean computes(int seat) {
            Seat found = seats.find(seat);
            return found != null && found.state() == Seat.State.REGISTERED;
        }

        @Override
        public int principalOf(int seat) {
            Seat found = seats.find(seat);
            return found == null ? EpochTable.NOBODY : found.principal();
        }

        @Override
        public int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach) {
            int seat = seats.next();
            outputs.add(new RunAct.Recruit(
                    new Recruitment(seat, hosts, threads, seats.activeNumbers(), awayFrom, seats.cutOff(), reach, 0)));
            return seat;
        }

        @Override
        public void letGo(int seat, int successor, long nowNanos) {
            seats.at(seat, gone -> dismiss(gone, seats.find(successor), nowNanos));
        }

        @Override
        public void note(String line) {
            outputs.note(line);
        }

        @Override
        public void changed(EngineChanges.Change change, long nowNanos) {
            history.changed(change.kind(), change.orderedNanos(), change.what(), change.why(), nowNanos);
        }

        @Override
        public void answer(long question, ChangeAnswer answer) {
            if (question == EngineChanges.THE_RUN_ASKS) {
                assistants.over(answer.done());
            } else {
                outputs.answer(question, answer);
            }
        }
    }
}
