package org.moide.coordinator.run.session;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.system.FatalErrors;
import org.moide.coordinator.journal.Journal;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.core.RecordedCore;
import org.moide.coordinator.run.results.ResultsThread;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.TaskApplication;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Posting;
import org.moide.engine.control.PostingOrder;
import org.moide.engine.core.EngineSetup;

/**
 * The session of a run: the part of the coordinator that exists while the run goes on. It has the distributed object to
 * which engines report, the control thread, which steps the core and carries out its acts, an outbox for each engine,
 * and for a bag of tasks the results thread.
 *
 * <p>Concurrency: {@link #engineEnded}, {@link #end} and the methods that the object space calls only queue events. All
 * other methods are called by the thread that owns the session.
 */
public final class RunSession implements AutoCloseable {
    private final RunSetup setup;
    private final RunPorts ports;
    private final RunObserver observer;
    private final SharedStore shared;
    private final PostingOrder order = new PostingOrder();
    private final EventLoop<RunCoreEvent> loop;
    private final RunDesk desk;
    private final Driver driver = new Driver();
    private final Inlet inlet = new Inlet();
    private final RunEnd end;
    private final EngineOutboxes outboxes;
    private final Recruits recruits;
    private final @Nullable ResultsThread<?, ?> results;
    private @Nullable Journal journal;
    private @Nullable RecordedCore core;

    /**
     * Creates the session, and exports the object to which engines report. Events are kept until {@link #run} is
     * called.
     */
    public RunSession(RunSetup setup, RunPorts ports, RunObserver observer) {
        RunJournal before = setup.keeping().journal();
        this.setup = setup;
        this.ports = ports;
        this.observer = observer;
        this.shared = SharedStore.of(setup, observer, ports);
        this.recruits = new Recruits(
                setup.recruiting().recruiter(),
                ports.around().threads(),
                ports.around().signals());
        this.end = new RunEnd(ports.around().signals().create());
        this.loop = new EventLoop<>("coordinator-control", this::step, this::tick, ports.timing(), ports.around());
        this.outboxes = new EngineOutboxes(setup.runId(), this::engineEnded, shared.data(), ports);
        observer.routes(outboxes);
        this.desk = new RunDesk(loop, ports.timing(), ports.around().signals());
        this.results = setup.work().program() instanceof TaskApplication<?, ?> application
                ? resultsThread(application, before != null && before.before().isCreated())
                : null;
        ports.space().acceptLifelines(new EngineLifelines(setup.runId(), loop::submit));
        shared.open(ports.space(), EngineSetup.coordinatorName(setup.runId()), setup.host());
        ports.space().export(Coordinator.class, EngineSetup.coordinatorName(setup.runId()), inlet);
    }

    private ResultsThread<?, ?> resultsThread(TaskApplication<?, ?> application, boolean resumed) {
        return new ResultsThread<>(
                application,
                setup.work().arguments(),
                setup.work().codec(),
                new Voice(utterance -> observer.said(RunAct.Said.NO_ENGINE, utterance)),
                shared,
                resumed,
                loop::submit,
                setup.balancing().tasks(),
                setup.host(),
                ports.around());
    }

    /** Returns the object to which engines report. */
    public Coordinator coordinator() {
        return inlet;
    }

    /** Returns the object by which the user's other commands ask for the run's state and change it. */
    public RunDesk control() {
        return desk;
    }

    /**
     * Runs the application to its end.
     *
     * @param engines the engines in the order of their numbers; some may not be ready
     */
    public RunOutcome run(List<AssembledEngine> engines) throws InterruptedException {
        long now = ports.around().ticker().nanoTime();
        if (results != null) {
            goOnWithout(engines);
        }
        engines.stream().filter(AssembledEngine::isMade).forEach(this::open);
        RunSettings settings = settings(engines);
        core = new RecordedCore(
                settings,
                engines,
                setup.work().program().getClass().getClassLoader(),
                setup.keeping().room(),
                now,
                setup.keeping().recording());
        if (results != null) {
            results.start((int) engines.stream().filter(AssembledEngine::isMade).count());
        }
        carryOut(core.step(new RunCoreEvent.Began(), now));
        engines.stream().filter(AssembledEngine::isLate).forEach(this::awaitLate);
        loop.start();
        return end.await();
    }

    private void open(AssembledEngine engine) {
        shared.engineMade(engine);
        outboxes.open(engine);
    }

    private RunSettings settings(List<AssembledEngine> engines) {
        int threads = engines.stream().mapToInt(AssembledEngine::threads).sum();
        WorkloadRecorder recorder = setup.keeping().recorder();
        int recordedTasks = recorder == null ? 0 : recorder.tasksOfEach(threads);
        return new RunSettings(
                results != null ? bag() : spmd(engines.size()),
                setup.balancing().collectives(),
                engines.get(0).node().equals(ports.space().self()),
                setup.balancing().strategy(),
                setup.balancing().tasks(),
                setup.seed(),
                recordedTasks,
                ports.timing(),
                setup.stallAfterNanos());
    }

    private RunSettings.Kind bag() {
        RunJournal before = setup.keeping().journal();
        if (before != null) {
            journal = before.start(shared, loop, observer, ports);
        }
        return new RunSettings.Bag(
                setup.recruiting().assistance(),
                setup.keeping().room().memoryBytes(),
                before == null ? null : before.books());
    }

    private RunSettings.Kind spmd(int engines) {
        CheckpointHome home = setup.keeping().checkpoints();
        if (home != null) {
            home.start(loop, ports);
        }
        return new RunSettings.Spmd(
                home == null ? CheckpointDisk.NONE : home.disk(),
                setup.keeping().checkpointShare(),
                setup.workers(engines));
    }

    private void goOnWithout(List<AssembledEngine> engines) {
        if (engines.stream().noneMatch(AssembledEngine::isMade)) {
            throw new NoHostsException(engines.get(0).whyNotMade());
        }
        engines.stream()
                .filter(engine -> !engine.isMade() && !engine.isLate())
                .forEach(engine ->
                        observer.note("goes on without engine-" + engine.number() + ": " + engine.whyNotMade()));
    }

    /** Waits, in another thread, for an engine that is late. The run begins without the engine, which joins later. */
    private void awaitLate(AssembledEngine engine) {
        int seat = engine.number();
        observer.note("begins without engine-" + seat + " on " + engine.host() + ": " + engine.whyNotMade()
                + ", and joins when it is");
        recruits.late(seat, this::made, death -> ended(seat, death), why -> notMade(seat, why));
    }

    private void step(RunCoreEvent event) {
        carryOut(core().step(event, ports.around().ticker().nanoTime()));
    }

    private long tick(long nowNanos) {
        carryOut(core().tick(nowNanos));
        if (results != null) {
            results.look(nowNanos);
            String late = results.late(nowNanos, setup.stallAfterNanos());
            if (late != null) {
                observer.note(late);
            }
        }
        return core().nextTickNanos();
    }

    private RecordedCore core() {
        return Objects.requireNonNull(core, "the loop starts after the core is made");
    }

    private void carryOut(List<RunAct> acts) {
        outboxes.shortened(acts).forEach(act -> act.handle(driver));
        if (driver.takeLook()) {
            step(new RunCoreEvent.RestoreCallsFound(
                    RestoreCalls.in(setup.work().program().getClass())));
        }
    }

    private void recruit(Recruitment wanted) {
        int seat = wanted.seat();
        recruits.recruit(wanted, this::made, death -> ended(seat, death), why -> notMade(seat, why));
    }

    private void made(AssembledEngine engine) {
        open(engine);
        loop.submit(new RunCoreEvent.EngineMade(engine));
    }

    private void ended(int seat, MemberDeath death) {
        loop.submit(new RunCoreEvent.EngineEnded(seat, death));
    }

    private void notMade(int seat, String why) {
        loop.submit(new RunCoreEvent.EngineNotMade(seat, why));
    }

    /** Notes that an engine's process has ended. May be called on any thread. */
    public void engineEnded(int engine, MemberDeath death) {
        shared.engineEnded(engine);
        outboxes.gone(engine);
        recruits.ended(engine, death);
        loop.submit(new RunCoreEvent.EngineEnded(engine, death));
    }

    /**
     * Notes that an engine's process has ended. Nothing is known about its end except a cause in words. May be called
     * on any thread.
     */
    public void engineEnded(int engine, String cause) {
        engineEnded(engine, MemberDeath.unexplained(cause));
    }

    /**
     * Ends the run because the user wishes it, or because the application ended it in a way that none of its threads
     * could report. May be called on any thread.
     *
     * @param how the event that ends the run
     */
    public void end(RunCoreEvent how) {
        loop.submit(how);
    }

    /**
     * Notes that a thread of the session has died, so that the run can neither go on nor end normally. May be called on
     * any thread.
     */
    public void broken(FatalErrors.Death death) {
        end.died(death);
    }

    /** Waits a limited time until the last commands have arrived, and ends the session's threads. */
    @Override
    public void close() {
        if (results != null) {
            results.close();
        }
        recruits.close();
        outboxes.close();
        loop.close();
        if (journal != null) {
            journal.close();
        }
        setup.keeping().room().close();
        ports.space().withdraw(EngineSetup.coordinatorName(setup.runId()));
        shared.close(ports.space(), EngineSetup.coordinatorName(setup.runId()));
    }

    /** Carries out the acts of the core. Used by the control thread. */
    private final class Driver implements RunAct.Handler {
        private boolean looks;

        /**
         * Returns whether the core has asked whether the application's classes call {@code restore}, and clears that
         * request. The caller searches the classes and passes the result to the core as its next event.
         */
        boolean takeLook() {
            boolean wanted = looks;
            looks = false;
            return wanted;
        }

        @Override
        public void tell(RunAct.Tell tell) {
            outboxes.post(tell.seat(), tell.command());
        }

        @Override
        public void note(RunAct.Note note) {
            observer.note(note.line());
        }

        @Override
        public void said(RunAct.Said said) {
            observer.said(said.seat(), said.utterance());
        }

        @Override
        public void progress(RunAct.Progress progress) {
            observer.progress(progress.done(), progress.known(), "tasks");
        }

        @Override
        public void result(RunAct.Result result) {
            if (results != null) { // otherwise it is the result of an SPMD application's task, which nobody needs
                results.accept(result);
            }
        }

        @Override
        public void publish(RunAct.Publish publish) {
            if (results != null) { // otherwise tasks write no data objects
                results.publish(publish);
            }
        }

        @Override
        public void noRoom(RunAct.NoRoom none) {
            if (results != null) { // otherwise nobody waits for the result, and there is memory for it
                results.noRoom(none);
            }
        }

        @Override
        public void neverWritten(RunAct.NeverWritten never) {
            if (results != null) { // otherwise tasks read no data objects
                results.hopeless(never);
            }
        }

        @Override
        public void phaseDone(RunAct.PhaseDone done) {
            if (results != null) { // otherwise there is no createTasks
                results.phaseDone();
            }
        }

        @Override
        public void moreTasksWanted(RunAct.MoreTasksWanted wanted) {
            if (results != null) { // otherwise there is no createTasks
                results.moreWanted();
            }
        }

        @Override
        public void resultsComplete(RunAct.ResultsComplete complete) {
            if (results != null) { // otherwise a round of an SPMD application's pool is over, which its threads know
                results.complete();
            }
        }

        @Override
        public void recorded(RunAct.Recorded recorded) {
            WorkloadRecorder into = setup.keeping().recorder();
            if (into != null) {
                into.add(recorded.seat(), recorded.part(), shared::dataSizes);
            }
        }

        @Override
        public void recruit(RunAct.Recruit recruit) {
            RunSession.this.recruit(recruit.wanted());
        }

        @Override
        public void writeDown(RunAct.WriteDown written) {
            Objects.requireNonNull(journal, "a run with books has a journal").append(written.journalRecord());
        }

        @Override
        public void writeCommit(RunAct.WriteCommit write) {
            Objects.requireNonNull(setup.keeping().checkpoints(), "a run with a disk")
                    .write(write.commit());
        }

        @Override
        public void lookForRestore(RunAct.LookForRestore look) {
            looks = true; // searched after all other acts
        }

        @Override
        public void answered(RunAct.Answered answered) {
            desk.answer(answered.question(), answered.answer());
        }

        @Override
        public void status(RunAct.Status status) {
            desk.answer(status.question(), status.status());
        }

        @Override
        public void ended(RunAct.Ended ended) {
            if (journal != null && !ended.outcome().resumable()) {
                journal.abandon();
            }
            end.came(ended.outcome());
        }
    }

    private final class Inlet implements Coordinator {
        @Override
        public void post(Posting<EngineReport> posting) {
            if (order.accept(posting)) {
                int from = posting.from();
                posting.messages()
                        .forEach(report -> loop.submit(new RunCoreEvent.Reported(from, observer.heard(from, report))));
            }
        }

        @Override
        public void answered(int engine, byte[] answer) {
            observer.delivered(engine, answer);
        }
    }
}
