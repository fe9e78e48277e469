package org.moide.coordinator.run.spmd;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.waiting.Deadlock;
import org.moide.commlib.waiting.EngineState;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.reconfigure.ChangeHistory;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.EnginePlace;
import org.moide.coordinator.reconfigure.EpochOutput;
import org.moide.coordinator.reconfigure.EpochSettings;
import org.moide.coordinator.reconfigure.SpmdEpochs;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
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
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.Utterance;
import org.moide.engine.control.WorkerSettings;
import org.moide.engine.control.WorkerStatistics;

/**
 * The part of a run's core that handles an SPMD application, or an application of workers, which runs like one. It
 * takes the engines from one epoch to the next. It also has the pool for the tasks of each epoch.
 */
public final class SpmdPart implements RunPart {
    private final RunSettings settings;
    private final RunSettings.Spmd spmd;
    private final Seats seats;
    private final ChangeHistory history;
    private final RunOutputs outputs;
    private final SpmdEpochs epochs;
    private final WorkerBooks workers;
    private final EpochPool pool;
    private final SameFailures thrown = new SameFailures();
    private final Map<Integer, EngineStatistics> statistics = new HashMap<>();
    private LoanTotals lent = LoanTotals.NONE;
    private long epoch;
    /** The reason why the next epoch will begin, in words for the user. */
    private String why;

    public SpmdPart(
            RunSettings settings,
            RunSettings.Spmd spmd,
            RootMaker roots,
            Seats seats,
            ChangeHistory history,
            RunOutputs outputs,
            long nowNanos) {
        this.settings = settings;
        this.spmd = spmd;
        this.seats = seats;
        this.history = history;
        this.outputs = outputs;
        this.epochs = new SpmdEpochs(new EpochSettings(
                settings.collectives(),
                settings.ownEngine(),
                spmd.disk(),
                spmd.checkpointShare(),
                spmd.workers() != null,
                settings.timing()));
        this.pool = new EpochPool(roots, seats, outputs);
        this.workers = new WorkerBooks(spmd.workers() != null, nowNanos);
        this.why = spmd.disk().from() == null ? "the run began" : "the run was resumed";
    }

    @Override
    public void begin(long nowNanos) {
        Commit from = spmd.disk().from();
        if (from != null) {
            from.results().forEach((name, value) -> outputs.add(new RunAct.Said(0, new Utterance.Result(name, value))));
        }
        Map<Integer, String> missing = new HashMap<>();
        for (Seat seat : seats.all()) {
            if (!seat.active()) {
                missing.put(seat.number(), seat.engine().whyNotMade());
            }
        }
        List<EnginePlace> places =
                seats.all().stream().map(seat -> seat.engine().place()).toList();
        perform(epochs.begin(places, missing, nowNanos), nowNanos);
    }

    @Override
    public void commitWritten(RunCoreEvent.CommitWritten written, long nowNanos) {
        perform(epochs.writtenDown(written.checkpoint(), written.problem()), nowNanos);
    }

    @Override
    public void restoreCallsFound(boolean any, long nowNanos) {
        perform(epochs.callsRestore(any, nowNanos), nowNanos);
    }

    // --- what the epochs want

    private void perform(List<EpochOutput> wanted, long nowNanos) {
        EpochDriver driver = new EpochDriver(this, seats, outputs, nowNanos);
        wanted.forEach(output -> output.handle(driver));
    }

    /** Records a change of engines, which is the reason why the next epoch will begin. */
    void changed(EpochOutput.Changed changed, long nowNanos) {
        why = changed.what();
        history.changed(changed.kind(), nowNanos - changed.tookNanos(), changed.what(), changed.why(), nowNanos);
    }

    /** Starts the engines of an epoch, which have all registered, with an empty pool of tasks. */
    void begin(EpochOutput.Begin begun, long nowNanos) {
        epoch = begun.registration().epoch();
        history.epoch(
                begun.registration().epoch(), begun.registration().engines().size(), why, nowNanos);
        workers.begin(begun, nowNanos);
        pool.begin(begun.members(), nowNanos);
        begun.nodes().keySet().forEach(number -> seats.at(number, seat -> start(seat, spmd.workers())));
    }

    /** Starts one more registered engine while all other engines compute. */
    void join(Seat seat, EpochOutput.Join join, long nowNanos) {
        Registration registration = join.processes().registration();
        history.epoch(registration.epoch(), registration.engines().size(), seat.name() + " came", nowNanos);
        workers.joined(seat.number(), join.processes().last(), nowNanos);
        pool.join(join.member(), nowNanos);
        WorkerSettings all = Objects.requireNonNull(spmd.workers(), "only engines of workers join");
        start(seat, all.joining(epoch));
    }

    /** Makes an engine leave. Its workers have already moved to the other engines. */
    void leave(Seat seat, EpochOutput.Leave leave, long nowNanos) {
        Registration registration = leave.registration();
        history.epoch(registration.epoch(), registration.engines().size(), seat.name() + " left", nowNanos);
        seat.advance(Seat.State.LEAVING);
        pool.leave(seat, false, nowNanos);
    }

    private void start(Seat seat, @Nullable WorkerSettings balanced) {
        EngineCommand.Members seen = pool.seenBy(seat);
        outputs.tell(
                seat,
                new EngineCommand.Start(
                        Map.of(), // only createTasks of a bag shares objects
                        false,
                        settings.strategy(),
                        balanced,
                        settings.tasks(),
                        settings.seed(),
                        seen.members(),
                        seen.nodes(),
                        settings.recordedTasks()));
    }

    void retire(Seat seat) {
        outputs.tell(seat, new EngineCommand.Cease("it has no part in the run any more", true));
        if (seat.active()) {
            finish(seat);
        }
    }

    /** Ends an engine that the run no longer needs. */
    private void finish(Seat seat) {
        if (seat.state() == Seat.State.ASSEMBLED) {
            seat.advance(Seat.State.LOST); // it arrived but was not needed
        } else {
            seat.finished(statistics.getOrDefault(seat.number(), EngineStatistics.silent(List.of())));
        }
    }

    // --- what engines say

    @Override
    public boolean isNew(EngineReport.Said said) {
        return epochs.isNew(said);
    }

    @Override
    public void letter(Letter letter, long nowNanos) {
        pool.letter(letter, nowNanos);
    }

    @Override
    public void beat(Seat seat, EngineReport.Beat beat, long nowNanos) {
        seat.beat(beat, nowNanos);
        workers.stands(seat, beat.workers(), nowNanos);
    }

    @Override
    public void looked(long nowNanos) {
        endIfDeadlocked(nowNanos);
    }

    @Override
    public void registered(Seat seat, EngineReport.Registered registered, long nowNanos) {
        if (seat.state() == Seat.State.ASSEMBLED) {
            seat.advance(Seat.State.REGISTERED);
        }
        ofEpoch(seat, registered, nowNanos);
    }

    @Override
    public void left(Seat seat, EngineReport.Left left, long nowNanos) {
        did(seat, left.statistics(), false);
        ofEpoch(seat, left, nowNanos);
    }

    private void did(Seat seat, EngineStatistics what, boolean last) {
        statistics.merge(seat.number(), workers.bySeats(what).with(WorkerStatistics.NONE), EngineStatistics::plus);
        workers.did(seat, what, last);
    }

    @Override
    public void released(Seat seat, EngineReport.Released released, long nowNanos) {
        ofEpoch(seat, released, nowNanos);
    }

    @Override
    public void finished(Seat seat, EngineReport.Finished finished, long nowNanos) {
        did(seat, finished.statistics(), true);
        ofEpoch(seat, finished, nowNanos);
        lent = lent.plus(finished.loans());
        pool.leave(seat, epochs.isDone(), nowNanos);
    }

    @Override
    public void failed(Seat seat, EngineReport.Failed failed, long nowNanos) {
        thrown.add(failed, nowNanos);
        endIfDue(nowNanos);
    }

    @Override
    public void ofEpoch(Seat seat, EngineReport.OfEpoch report, long nowNanos) {
        perform(epochs.reported(seat.number(), report, nowNanos), nowNanos);
        if (epochs.isDone()) {
            seats.active().forEach(this::finish);
        }
    }

    /** Ends the run if the engines' reports show a deadlock. */
    private void endIfDeadlocked(long nowNanos) {
        if (!epochs.isRunning()) {
            return; // threads that wait for a change of engines are not deadlocked
        }
        List<EngineState> states = seats.active().stream()
                .map(Seat::looked)
                .filter(state -> state != null && state.epoch() == epochs.epoch())
                .toList();
        Deadlock found =
                states.isEmpty() ? null : Deadlock.in(states, states.get(0).sent().length);
        if (found != null) {
            String line = history.lines(nowNanos).deadlock(found, seats.lookedThreads());
            outputs.end(RunEnding.Failed.of(RunEnding.Cause.DEADLOCK, line));
        }
    }

    // --- engines come and go

    @Override
    public void lost(Seat seat, String what, MemberDeath death, long nowNanos) {
        why = what;
        List<String> handled = death.begun().stream()
                .filter(task -> task.lender() == BegunTask.NOBODY)
                .map(BegunTask::name)
                .toList();
        perform(epochs.lost(seat.number(), what, death.byItself(), handled, nowNanos), nowNanos);
    }

    @Override
    public int first() {
        return epochs.first();
    }

    @Override
    public void silent(Seat seat, long nowNanos) {
        // What a thread did with a task cannot be undone, so a silent engine keeps its loans.
    }

    @Override
    public void made(Seat seat, long nowNanos) {
        perform(epochs.made(seat.engine().place(), nowNanos), nowNanos);
    }

    @Override
    public void notMade(RunCoreEvent.EngineNotMade none, long nowNanos) {
        perform(epochs.notMade(none.seat(), none.why()), nowNanos);
    }

    @Override
    public void change(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos) {
        perform(epochs.change(question, order, why, nowNanos), nowNanos);
    }

    // --- time, and the end

    @Override
    public void endIfDue(long nowNanos) {
        int threads = seats.active().stream()
                .mapToInt(seat -> seat.engine().threads())
                .sum();
        EngineReport.Failed failed = thrown.due(threads, nowNanos);
        if (failed != null) {
            outputs.end(new RunEnding.Failed(RunEnding.Cause.ENGINE, failed));
        }
    }

    @Override
    public void tick(long nowNanos) {
        perform(epochs.tick(seats.heardNanos(nowNanos), nowNanos), nowNanos);
        pool.tick(nowNanos);
    }

    @Override
    public long nextTickNanos() {
        return Math.min(pool.nextTickNanos(), thrown.dueNanos());
    }

    @Override
    public boolean areBooksClosed() {
        return false;
    }

    @Override
    public RunStatus.State state() {
        return pool.isThere() ? RunStatus.State.COMPUTING : RunStatus.State.STARTING;
    }

    @Override
    public RunStatus.Work work() {
        return new RunStatus.Work(false, epochs.isReplaceable(), epochs.isResizable(), 0, false);
    }

    @Override
    public LoanTotals totals() {
        return pool.totals();
    }

    @Override
    public void over(String cause, long nowNanos) {
        perform(epochs.over(cause), nowNanos);
    }

    @Override
    public List<RunOutcome.EngineOutcome> engines() {
        return seats.all().stream()
                .map(seat -> new RunOutcome.EngineOutcome(
                        seat.engine(), seat.statistics(), seat.principal(), null, List.of()))
                .toList();
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
    public @Nullable WorkersReport workers() {
        return workers.report();
    }

    @Override
    public boolean isResumable(RunEnding ending) {
        return ending.leavesHope() && epochs.isOnDisk();
    }
}
