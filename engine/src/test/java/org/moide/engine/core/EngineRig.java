package org.moide.engine.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.compute.TaskNotes;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.Engine;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Posting;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateHolder;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Timing;
import org.moide.engine.spmd.SyncedFiles;
import org.moide.engine.spmd.WholeFiles;

/** Engines in this JVM, each with its own space of threads, and a test in the coordinator's place. */
final class EngineRig implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String RUN = "rig";
    private static final Ticker CLOCK = new SystemTicker();

    /** A report and who made it. */
    record From(int seat, EngineReport report) {}

    private final LocalSpace space = new LocalSpace("rig");
    private final Supplier<Program> programs;
    private final Map<Integer, ComputeEngine> engines = new HashMap<>();
    private final Map<Integer, Long> sequences = new HashMap<>();
    private final List<From> reports = new ArrayList<>();
    final BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
    final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());

    @Nullable
    String directory;

    private double checkpointShare = 1;
    WholeFiles disk = new SyncedFiles();
    TaskSettings tasks = TaskSettings.DEFAULT;
    Ticker ticker = CLOCK;
    Signal.Factory controlSignals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());

    EngineRig(Supplier<Program> programs) {
        this.programs = programs;
        space.export(Coordinator.class, EngineSetup.coordinatorName(RUN), new Coordinator() {
            @Override
            public void post(Posting<EngineReport> posting) {
                synchronized (reports) {
                    posting.messages().forEach(report -> reports.add(new From(posting.from(), report)));
                    reports.notifyAll();
                }
            }

            @Override
            public void answered(int engine, byte[] answer) {
                answers.add(answer);
            }
        });
    }

    /** From the next epoch on; all are kept if nothing is said. */
    EngineRig checkpointShare(double share) {
        checkpointShare = share;
        return this;
    }

    /** An engine in a seat. */
    EngineRig engine(int seat) {
        DaemonThreads threads = new DaemonThreads("engine-" + seat, (where, fault) -> faults.add(fault));
        engines.put(
                seat,
                new ComputeEngine(
                        new EngineSetup(
                                RUN,
                                seat,
                                1,
                                EngineHost.ofThisJvm("h" + seat),
                                space.self(),
                                Arguments.of(),
                                NamedFiles.NONE,
                                null),
                        new EnginePorts(
                                space,
                                new Surroundings(ticker, controlSignals, threads, (where, fault) -> faults.add(fault)),
                                SpinThenParkSignal.factory(4),
                                new StreamCodec(),
                                EngineRig.class.getClassLoader(),
                                programs::get,
                                disk,
                                TaskNotes.NONE,
                                Pauses.NONE,
                                ProcessorClock.NONE,
                                Timing.USUAL),
                        why -> {}));
        sequences.put(seat, 0L);
        return this;
    }

    /** The engine is gone with all it had. */
    void kill(int seat) {
        ComputeEngine killed = engines.remove(seat);
        if (killed != null) {
            killed.close();
        }
    }

    StateHolder holder(int seat) {
        return new StateHolder(seat, space.self());
    }

    void tell(int seat, EngineCommand command) {
        long sequence = sequences.merge(seat, 1L, Long::sum) - 1;
        space.proxy(space.self(), Engine.class, EngineSetup.objectName(RUN, seat), PATIENCE)
                .post(new Posting<>(Posting.COORDINATOR, sequence, List.of(command)));
    }

    /** Whether the engine has taken a call that is alone. */
    boolean runAlone(int seat, byte[] call) {
        return space.proxy(space.self(), Engine.class, EngineSetup.objectName(RUN, seat), PATIENCE)
                .runAlone(call);
    }

    void tellAll(EngineCommand command) {
        List.copyOf(engines.keySet()).forEach(seat -> tell(seat, command));
    }

    /** Starts an epoch: engine numbers are given to the seats in order. Each seat's buddy is the next. */
    void start(long epoch, int threads, @Nullable RestorePoint from, int... seats) throws Exception {
        List<Registration.Member> rows = new ArrayList<>();
        List<Membership.Member> members = new ArrayList<>();
        for (int number = 0; number < seats.length; number++) {
            rows.add(new Registration.Member(number, number * threads, threads, epoch, space.self()));
            members.add(new Membership.Member(seats[number], epoch, 1, threads));
        }
        Registration registration = new Registration(epoch, rows);
        for (int number = 0; number < seats.length; number++) {
            StateHolder buddy = seats.length == 1 ? null : holder(seats[(number + 1) % seats.length]);
            tell(
                    seats[number],
                    new EngineCommand.Checkpointing(epoch, buddy, from, from != null, directory, checkpointShare));
            tell(
                    seats[number],
                    new EngineCommand.Register(
                            registration, number, Collections.nCopies(seats.length, 1.0), Tuning.DEFAULT));
        }
        for (int seat : seats) {
            await(seat, EngineReport.Registered.class, report -> report.epoch() == epoch);
        }
        for (int seat : seats) {
            tell(
                    seat,
                    new EngineCommand.Start(
                            Map.of(),
                            false,
                            StrategySpec.of(Strategies.DEFAULT),
                            tasks,
                            7,
                            Membership.of(members),
                            members.stream().collect(Collectors.toMap(Membership.Member::number, any -> space.self())),
                            0));
        }
    }

    /** The first report of a kind from a seat, that has come or will. */
    <R extends EngineReport> R await(int seat, Class<R> type, Predicate<R> wanted) throws Exception {
        long deadline = CLOCK.nanoTime() + PATIENCE.toNanos();
        synchronized (reports) {
            while (true) {
                for (From from : reports) {
                    if (from.seat() == seat
                            && type.isInstance(from.report())
                            && wanted.test(type.cast(from.report()))) {
                        return type.cast(from.report());
                    }
                }
                long left = deadline - CLOCK.nanoTime();
                if (left <= 0) {
                    throw new TimeoutException(
                            "expected a " + type.getSimpleName() + " of seat " + seat + ", found " + reports);
                }
                reports.wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            }
        }
    }

    /** What has come so far, of a kind. */
    <R extends EngineReport> List<R> all(Class<R> type) {
        synchronized (reports) {
            return reports.stream()
                    .map(From::report)
                    .filter(type::isInstance)
                    .map(type::cast)
                    .toList();
        }
    }

    @Override
    public void close() {
        engines.values().forEach(ComputeEngine::close);
        space.close();
    }
}
