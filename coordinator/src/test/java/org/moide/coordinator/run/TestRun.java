package org.moide.coordinator.run;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemProcessorClock;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.coordinator.run.session.RunObserver;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunSession;
import org.moide.coordinator.run.session.RunSetup;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.compute.TaskNotes;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Timing;
import org.moide.engine.control.TraceChunk;
import org.moide.engine.core.ComputeEngine;
import org.moide.engine.core.EnginePorts;
import org.moide.engine.core.EngineSetup;
import org.moide.engine.spmd.SyncedFiles;

/** A whole run in this JVM, for tests: several engines in one local object space, without a network. */
public final class TestRun {
    private final Supplier<Program> programs;
    private final int[] threadsOfEngines;
    private String strategy = Strategies.DEFAULT;
    private @Nullable StrategySpec workers;
    private TaskSettings tasks = TaskSettings.DEFAULT;
    private @Nullable WorkloadRecorder recorder;
    private TaskRoom room = TaskRoom.unlimited();
    private NamedFiles files = NamedFiles.NONE;
    private double checkpointShare = 1;
    private List<EngineHost> hosts = List.of();
    public final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    public final List<Traced> chunks = Collections.synchronizedList(new ArrayList<>());
    final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    public final Map<String, Object> results = new ConcurrentHashMap<>();
    public final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());

    private volatile @Nullable RunDesk control;

    private TestRun(Supplier<Program> programs, int... threadsOfEngines) {
        this.programs = programs;
        this.threadsOfEngines = threadsOfEngines;
    }

    /** A part of the trace of an engine, as the engine has reported it. */
    public record Traced(int engine, TraceChunk chunk) {}

    public static TestRun of(Supplier<Program> programs, int... threadsOfEngines) {
        return new TestRun(programs, threadsOfEngines);
    }

    public TestRun with(String strategyName) {
        strategy = strategyName;
        return this;
    }

    /** Sets the strategy that balances the workers of a worker application. Returns this object. */
    public TestRun workers(String strategyName) {
        workers = StrategySpec.of(strategyName);
        return this;
    }

    public TestRun with(TaskSettings taskSettings) {
        tasks = taskSettings;
        return this;
    }

    public TestRun with(TaskRoom taskRoom) {
        room = taskRoom;
        return this;
    }

    public TestRun with(NamedFiles named) {
        files = named;
        return this;
    }

    /** Sets the hosts that the engines take for their own. Returns this object. */
    public TestRun at(EngineHost... ofEngines) {
        hosts = List.of(ofEngines);
        return this;
    }

    /**
     * Sets the fraction of the time that saving states may take. If it is not set, all states are saved. Returns this
     * object.
     */
    public TestRun keeping(double share) {
        checkpointShare = share;
        return this;
    }

    /**
     * Returns the object by which a user's commands control the run, for example to add an engine. The run must have
     * begun.
     */
    public RunDesk control() {
        return Objects.requireNonNull(control, "of a run that runs");
    }

    public TestRun recordedBy(WorkloadRecorder into) {
        recorder = into;
        return this;
    }

    public RunOutcome run(String... arguments) throws InterruptedException {
        String runId = "test";
        LocalSpace space = new LocalSpace("test JVM");
        SystemTicker ticker = new SystemTicker();
        DaemonThreads threads = new DaemonThreads("test", (where, fault) -> faults.add(fault));
        RunPorts ports = new RunPorts(
                space,
                new Surroundings(
                        ticker,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        threads,
                        (where, fault) -> faults.add(fault)),
                Timing.USUAL);
        List<ComputeEngine> engines = new ArrayList<>();
        int count = threadsOfEngines.length;
        RunSetup setup = new RunSetup(
                runId,
                "test-host",
                new RunSetup.Work(
                        programs.get(),
                        Arguments.of(arguments),
                        new StreamCodec(TestRun.class.getClassLoader()),
                        files),
                new RunSetup.Balancing(Tuning.DEFAULT, StrategySpec.of(strategy), workers, tasks),
                new RunSetup.Keeping(room, null, null, checkpointShare, recorder, Recording.NONE),
                RunSetup.Recruiting.NOBODY,
                7,
                0);
        try (RunSession session = new RunSession(setup, ports, new Recorder())) {
            control = session.control();
            List<AssembledEngine> assembled = new ArrayList<>();
            for (int engine = 0; engine < count; engine++) {
                engines.add(new ComputeEngine(
                        new EngineSetup(
                                runId,
                                engine,
                                1,
                                hosts.isEmpty() ? EngineHost.ofThisJvm("test-host") : hosts.get(engine),
                                space.self(),
                                Arguments.of(arguments),
                                files,
                                null),
                        new EnginePorts(
                                space,
                                new Surroundings(
                                        ticker,
                                        ports.around().signals(),
                                        threads,
                                        ports.around().faults()),
                                SpinThenParkSignal.factory(4),
                                new StreamCodec(TestRun.class.getClassLoader()),
                                TestRun.class.getClassLoader(),
                                programs::get,
                                new SyncedFiles(),
                                TaskNotes.NONE,
                                Pauses.NONE,
                                new SystemProcessorClock(threads),
                                Timing.USUAL),
                        why -> {}));
                assembled.add(SteppedRun.engine(engine, threadsOfEngines[engine], space.self()));
            }
            return session.run(assembled);
        } finally {
            engines.forEach(ComputeEngine::close);
            space.close();
        }
    }

    /** Returns the report of the run for its user. */
    public RunReport report(RunOutcome outcome) {
        ApplicationPlan plan = new ApplicationPlan("tried", "x.Tried", List.of(), Arguments.of("a b", "<c>"));
        return Reports.of(RunOrigin.UNKNOWN, plan, outcome, results, 1_000_000, List.of(), List.of());
    }

    private final class Recorder implements RunObserver {
        @Override
        public void beat(int seat, EngineReport.Beat beat) {
            if (!beat.trace().isNone()) {
                chunks.add(new Traced(seat, beat.trace()));
            }
        }

        @Override
        public void line(String text) {
            lines.add(text);
        }

        @Override
        public void result(String name, Serializable value) {
            results.put(name, value);
        }

        @Override
        public void progress(long done, long total, String what) {
            // No test uses the progress.
        }

        @Override
        public void note(String text) {
            notes.add(text);
        }
    }
}
