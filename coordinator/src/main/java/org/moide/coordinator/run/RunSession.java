package org.moide.coordinator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Balancer;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Ending;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.CommException;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.port.ObjectCodec;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.reconfigure.EpochSettings;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EventLoop;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Posting;
import org.moide.engine.control.PostingOrder;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Utterance;
import org.moide.engine.core.EngineSetup;

/**
 * One run as its coordinator holds it: the distributed object that engines report to, the control thread with its core, an
 * outbox for each engine, and for a bag of tasks the results thread. Made before the engines, which need to find it.
 *
 * <p>Concurrency: {@link #engineEnded}, {@link #end} and what the object space calls only queue events; the rest is
 * called by the thread that owns the session.
 */
final class RunSession implements AutoCloseable {
    private static final Duration CONTROL_DEADLINE = Duration.ofSeconds(10);

    /** What the last commands get to arrive. An engine that does not hear them ends with its lifeline. */
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String runId;
    private final RunPorts ports;
    private final RunObserver observer;
    private final SharedStore shared = new SharedStore();
    private final PostingOrder order = new PostingOrder();
    private final EventLoop<RunEvent> loop;
    private final RunEnd end;
    private final List<Outbox<EngineCommand>> outboxes = new CopyOnWriteArrayList<>();
    private final Recruits recruits;
    private @Nullable WorkloadRecorder recorder;
    private @Nullable RunJournal journal;
    private CheckpointDisk checkpoints = CheckpointDisk.NONE;
    private double checkpointShare = 1;
    private long stallAfterNanos;
    private @Nullable RunCore core;
    private @Nullable ResultsThread<?, ?> results;

    /** Makes the session and exports the coordinator object; events wait until {@link #run}. */
    RunSession(String runId, RunPorts ports, RunObserver observer) {
        this.runId = runId;
        this.ports = ports;
        this.observer = observer;
        this.recruits = new Recruits(ports.threads());
        this.end = new RunEnd(ports.signals().create());
        this.loop = new EventLoop<>(
                "coordinator-control",
                event -> core().step(event, ports.ticker().nanoTime()),
                now -> core().tick(now),
                ports.ticker(),
                ports.signals(),
                ports.threads(),
                ports.faults());
        ports.space().acceptLifelines(new EngineLifelines(runId, loop));
        ports.space().export(Coordinator.class, EngineSetup.coordinatorName(runId), new Inlet());
    }

    /** What {@code --files} named. Before {@link #run}. */
    void files(NamedFiles files) {
        shared.files(files);
    }

    /** Keeps an SPMD application's states so often, and with a home there too, where it goes on. Before {@link #run}. */
    void checkpoints(double share, @Nullable CheckpointHome home) {
        checkpointShare = share;
        checkpoints = home == null ? CheckpointDisk.NONE : home.started(loop, ports);
    }

    /** Tells the user when nothing has moved for so long; 0 for never. Before {@link #run}. */
    void stallAfter(long nanos) {
        stallAfterNanos = nanos;
    }

    /** Writes down what must not be forgotten, and goes on where an earlier coordinator was lost. Before {@link #run}. */
    void keep(RunJournal journalOfRun) {
        journal = journalOfRun;
        journalOfRun.before().shared().forEach(shared::put);
    }

    /** What answers the user's other commands. */
    RunDesk control() {
        return new RunDesk(loop, ports.signals());
    }

    /** Has every task recorded. Before {@link #run}. */
    void record(WorkloadRecorder into) {
        recorder = into;
    }

    /**
     * Runs the application on these engines to its end.
     *
     * @param engines in the order of their numbers
     * @param collectives by which lengths they take their ways
     * @param strategy how tasks are balanced
     * @param tasks how they are treated
     * @param seed the strategies' chance
     */
    RunOutcome run(
            List<AssembledEngine> engines,
            Program program,
            Arguments arguments,
            ObjectCodec codec,
            Tuning collectives,
            StrategySpec strategy,
            TaskSettings tasks,
            long seed,
            String host)
            throws InterruptedException {
        List<Seat> seats = new ArrayList<>();
        int threadCount = 0;
        long now = ports.ticker().nanoTime();
        for (AssembledEngine engine : engines) {
            Seat seat = seat(engine);
            if (!engine.isMade()) {
                seat.advance(Seat.State.LOST);
            }
            seats.add(seat);
            threadCount += engine.threads();
        }
        Supplier<Balancer> roots = () -> root(program, strategy, tasks, seed);
        boolean ownEngine = engines.get(0).node().equals(ports.space().self());
        RunSurroundings surroundings = new CoreSurroundings();
        RunJournal written = journal;
        RunCore made;
        if (program instanceof TaskApplication) {
            goOnWithout(engines);
            BagCore ofBag =
                    new BagCore(collectives, seats, roots.get(), strategy, tasks, seed, ownEngine, surroundings, now);
            if (written != null) {
                ofBag.keepBooks(written.start(loop, observer, ports), written.before());
            }
            ofBag.assistBy(recruits.assistance());
            made = ofBag;
        } else {
            EpochSettings settings = new EpochSettings(
                    collectives, ownEngine, () -> RestoreCalls.in(program.getClass()), checkpoints, checkpointShare);
            made = new SpmdCore(settings, seats, roots, strategy, tasks, seed, shared.sizes(), surroundings, now);
        }
        core = made;
        WorkloadRecorder into = recorder;
        made.recordTasks(into == null ? 0 : into.tasksOfEach(threadCount));
        if (program instanceof TaskApplication<?, ?> application) {
            ResultsThread<?, ?> thread = new ResultsThread<>(
                    application,
                    arguments,
                    codec,
                    new Voice(observer::said),
                    shared,
                    written != null && written.before().isCreated(),
                    new ResultsListener(),
                    tasks.verifyMerge(),
                    host,
                    ports.signals(),
                    ports.threads());
            results = thread;
            thread.start();
        }
        made.register(now);
        loop.start();
        return end.await();
    }

    /** The root of the balancing: its tasks lie in a pool that no thread takes from. */
    private Balancer root(Program program, StrategySpec strategy, TaskSettings tasks, long seed) {
        ClassLoader classes = program.getClass().getClassLoader();
        return Balancer.root(
                new EnginePool(0, ports.signals().create(), () -> {}, ports.ticker()),
                Strategies.make(strategy, Membership.ROOT, new SplittableRandom(seed - 1), classes),
                program instanceof TaskApplication ? Ending.WHEN_COMPLETE : Ending.WHEN_ALL_WAIT,
                BalancerLimits.DEFAULT.withoutSilence(),
                tasks.failures());
    }

    /** A bag of tasks needs no engine but one. */
    private void goOnWithout(List<AssembledEngine> engines) {
        if (engines.stream().noneMatch(AssembledEngine::isMade)) {
            throw new NoHostsException(engines.get(0).failure());
        }
        engines.stream()
                .filter(engine -> !engine.isMade())
                .forEach(
                        engine -> observer.note("goes on without engine-" + engine.number() + ": " + engine.failure()));
    }

    /** An engine's process has ended. Any thread. */
    void engineEnded(int engine, String cause) {
        recruits.ended(engine, cause);
        loop.submit(new RunEvent.EngineEnded(engine, cause));
    }

    /** Makes engines in mid-run; without, the run keeps those it began with. Before {@link #run}. */
    void recruitBy(Recruits.Recruiter maker, Assistance assistance) {
        recruits.by(maker, assistance);
    }

    private void recruit(Recruitment wanted) {
        recruits.recruit(
                wanted,
                engine -> loop.submit(new RunEvent.EngineMade(seat(engine))),
                cause -> loop.submit(new RunEvent.EngineEnded(wanted.seat(), cause)),
                why -> loop.submit(new RunEvent.EngineNotMade(wanted.seat(), why)));
    }

    private Seat seat(AssembledEngine engine) {
        return new Seat(engine, outboxTo(engine)::post, ports.ticker().nanoTime());
    }

    /** The user, or the application in a way that none of its threads could tell, wants the run to end. Any thread. */
    void end(RunEvent how) {
        loop.submit(how);
    }

    /** The session cannot go on, nor come to an orderly end. Any thread. */
    void broken(String why) {
        String hint = "; MOIDE_JAVA_OPTS=-Xmx... gives it more memory, --no-own-engine keeps the application out of it";
        end.broke(new CommException(
                "the coordinator cannot go on: " + why + (why.contains("OutOfMemoryError") ? hint : "")));
    }

    /** Lets the last commands arrive and ends the session's threads. */
    @Override
    public void close() {
        ResultsThread<?, ?> thread = results;
        if (thread != null) {
            thread.close();
        }
        recruits.close();
        long deadline = ports.ticker().nanoTime() + FLUSH_NANOS;
        for (Outbox<EngineCommand> outbox : outboxes) {
            try {
                outbox.flush(Math.max(0, deadline - ports.ticker().nanoTime()));
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
            outbox.close();
        }
        loop.close();
        RunJournal written = journal;
        if (written != null) {
            written.close();
        }
        ports.space().withdraw(EngineSetup.coordinatorName(runId));
    }

    private Outbox<EngineCommand> outboxTo(AssembledEngine engine) {
        Engine proxy = ports.space()
                .proxy(engine.node(), Engine.class, EngineSetup.objectName(runId, engine.number()), CONTROL_DEADLINE);
        Outbox<EngineCommand> outbox = new Outbox<>(
                Posting.COORDINATOR,
                "coordinator-to-engine-" + engine.number(),
                proxy::post,
                why -> engineEnded(engine.number(), "it cannot be reached: " + why),
                ports.ticker(),
                ports.signals(),
                ports.threads());
        outboxes.add(outbox);
        return outbox;
    }

    private RunCore core() {
        return Objects.requireNonNull(core, "the loop starts after the core is made");
    }

    /** What engines call. */
    private final class Inlet implements Coordinator {
        @Override
        public void post(Posting<EngineReport> posting) {
            if (order.accept(posting)) {
                posting.messages().forEach(report -> loop.submit(new RunEvent.Reported(posting.from(), report)));
            }
        }

        @Override
        public byte[] sharedBytes(String name, long offset, int length) {
            return shared.part(name, offset, length);
        }
    }

    private final class CoreSurroundings implements RunSurroundings {
        @Override
        public void said(int engine, Utterance utterance) {
            observer.said(utterance);
        }

        @Override
        public void progress(long done, long known) {
            observer.progress(done, known, "tasks");
        }

        @Override
        public void note(String line) {
            observer.note(line);
        }

        @Override
        public void recorded(int engine, EngineReport.Recorded recorded) {
            WorkloadRecorder into = recorder;
            if (into != null) {
                into.add(engine, recorded);
            }
        }

        @Override
        public void result(byte[] encoded) {
            ResultsThread<?, ?> thread = results;
            if (thread != null) {
                thread.accept(encoded);
            }
        }

        @Override
        public void resultsComplete() {
            ResultsThread<?, ?> thread = results;
            if (thread != null) {
                thread.complete();
            }
        }

        @Override
        public void recruit(Recruitment wanted) {
            RunSession.this.recruit(wanted);
        }

        @Override
        public void nobody(String why) {
            end.broke(new NoHostsException(why));
        }

        @Override
        public StallWatch stalls(long nowNanos) {
            return new StallWatch(stallAfterNanos, observer::note, nowNanos);
        }

        @Override
        public void ended(RunOutcome outcome) {
            end.came(outcome);
        }
    }

    private final class ResultsListener implements ResultsThread.Listener {
        @Override
        public void created(List<byte[]> tasks, Map<String, byte[]> sharedObjects) {
            loop.submit(new RunEvent.TasksCreated(tasks, sharedObjects));
        }

        @Override
        public void handled() {
            loop.submit(new RunEvent.ResultsHandled());
        }

        @Override
        public void failed(EngineReport.Failed failure) {
            loop.submit(new RunEvent.ApplicationFailed(failure));
        }
    }
}
