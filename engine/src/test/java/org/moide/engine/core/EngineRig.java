package org.moide.engine.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.moide.commlib.port.ObjectCodec;
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
import org.moide.engine.control.Processes;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateHolder;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Timing;
import org.moide.engine.control.WorkerSettings;
import org.moide.engine.data.DataSpace;
import org.moide.engine.data.FakeDataSpace;
import org.moide.engine.spmd.SyncedFiles;
import org.moide.engine.spmd.WholeFiles;

/** Runs engines in this JVM, each with its own threads. The test acts as their coordinator. */
public final class EngineRig implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(100);
    private static final String RUN = "rig";
    private static final long SEED = 7;
    private static final long INCARNATION = 1;
    static final Ticker CLOCK = new SystemTicker();

    /** A report, with the seat (the number in the run) of the engine that sent it. */
    public record From(int seat, EngineReport report) {}

    private final LocalSpace space = new LocalSpace("rig");
    private final Supplier<Program> programs;
    private final Map<Integer, ComputeEngine> engines = new HashMap<>();
    private final Map<Integer, Long> sequences = new HashMap<>();
    private final List<From> reports = new ArrayList<>();
    public final BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
    public final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());

    @Nullable
    String directory;

    private double checkpointShare = 1;
    private Arguments arguments = Arguments.of();
    private NamedFiles files = NamedFiles.NONE;
    private ObjectCodec codec = new StreamCodec(EngineRig.class.getClassLoader());
    private List<EngineHost> hosts = List.of();
    private @Nullable StrategySpec workers;
    private int taken; // the number of reports that next has returned
    WholeFiles disk = new SyncedFiles();
    public TaskSettings tasks = TaskSettings.DEFAULT;
    public Ticker ticker = CLOCK;
    Signal.Factory controlSignals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());

    public EngineRig(Supplier<Program> programs) {
        this.programs = programs;
        space.export(DataSpace.class, DataSpace.nameOf(EngineSetup.coordinatorName(RUN)), new FakeDataSpace());
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

    /**
     * Sets the fraction of the time that checkpoints may take, from the next epoch on. By default every checkpoint is
     * stored.
     */
    public EngineRig checkpointShare(double share) {
        checkpointShare = share;
        return this;
    }

    /** Sets the application's arguments for engines that are made later. */
    public EngineRig arguments(String... given) {
        arguments = Arguments.of(given);
        return this;
    }

    /** Sets the files of {@code --files} for engines that are made later. */
    public EngineRig files(NamedFiles named) {
        files = named;
        return this;
    }

    /** Sets the codec of the application's objects for engines that are made later. */
    public EngineRig codec(ObjectCodec other) {
        codec = other;
        return this;
    }

    /** Sets the hosts of engines that are made later, by seat. */
    public EngineRig at(List<EngineHost> ofSeats) {
        hosts = List.copyOf(ofSeats);
        return this;
    }

    /** Sets the strategy for workers, for a worker application. */
    public EngineRig workers(StrategySpec strategy) {
        workers = strategy;
        return this;
    }

    /** Makes an engine with this seat, its number in the run. */
    public EngineRig engine(int seat) {
        DaemonThreads threads = new DaemonThreads("engine-" + seat, (where, fault) -> faults.add(fault));
        engines.put(
                seat,
                new ComputeEngine(
                        new EngineSetup(
                                RUN,
                                seat,
                                1,
                                hosts.isEmpty() ? EngineHost.ofThisJvm("h" + seat) : hosts.get(seat),
                                space.self(),
                                arguments,
                                files,
                                null),
                        new EnginePorts(
                                space,
                                new Surroundings(ticker, controlSignals, threads, (where, fault) -> faults.add(fault)),
                                SpinThenParkSignal.factory(4),
                                codec,
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

    /** Kills the engine with this seat (number in the run). The checkpoints that it keeps are lost. */
    public void kill(int seat) {
        ComputeEngine killed = engines.remove(seat);
        if (killed != null) {
            killed.close();
        }
    }

    StateHolder holder(int seat) {
        return new StateHolder(seat, space.self());
    }

    public void tell(int seat, EngineCommand command) {
        long sequence = sequences.merge(seat, 1L, Long::sum) - 1;
        space.proxy(space.self(), Engine.class, EngineSetup.objectName(RUN, seat), PATIENCE)
                .post(new Posting<>(Posting.COORDINATOR, sequence, List.of(command)));
    }

    /** Gives an engine a single call of an executor. Returns whether the engine has accepted it. */
    public boolean runAlone(int seat, byte[] call) {
        return space.proxy(space.self(), Engine.class, EngineSetup.objectName(RUN, seat), PATIENCE)
                .runAlone(call);
    }

    public void tellAll(EngineCommand command) {
        List.copyOf(engines.keySet()).forEach(seat -> tell(seat, command));
    }

    /**
     * Starts an epoch with the engines of these seats (numbers in the run). They get engine numbers in their order, and
     * the next one in that order keeps copies of each engine's checkpoints.
     */
    public void start(long epoch, int threads, @Nullable RestorePoint from, int... seats) throws Exception {
        int[] all = new int[seats.length];
        Arrays.fill(all, threads);
        start(epoch, all, from, false, seats);
    }

    /**
     * Starts an epoch, with a number of threads for each seat, which is also the seat's power.
     *
     * @param bag whether the application is a bag of tasks; the caller then grants loans
     */
    void start(long epoch, int[] threads, @Nullable RestorePoint from, boolean bag, int... seats) throws Exception {
        Registration registration = registration(epoch, threads);
        List<Double> powers = powers(threads);
        for (int number = 0; number < seats.length; number++) {
            StateHolder buddy = seats.length == 1 ? null : holder(seats[(number + 1) % seats.length]);
            if (!bag) {
                tell(
                        seats[number],
                        new EngineCommand.Checkpointing(epoch, buddy, from, from != null, directory, checkpointShare));
            }
            tell(seats[number], new EngineCommand.Register(registration, number, powers, Tuning.DEFAULT));
        }
        awaitRegistered(epoch, seats);
        Membership members = members(epoch, threads, seats);
        WorkerSettings balanced = workers == null ? null : new WorkerSettings(workers, SEED, 0, tasks.handling());
        for (int seat : seats) {
            tell(seat, start(bag, balanced, members));
        }
    }

    private EngineCommand.Start start(boolean bag, @Nullable WorkerSettings balanced, Membership members) {
        return new EngineCommand.Start(
                Map.of(),
                bag,
                StrategySpec.of(Strategies.DEFAULT),
                balanced,
                tasks,
                SEED,
                members,
                members.all().stream().collect(Collectors.toMap(Membership.Member::number, any -> space.self())),
                0);
    }

    private Registration registration(long epoch, int[] threads) {
        List<Registration.Member> rows = new ArrayList<>();
        int firstId = 0;
        for (int number = 0; number < threads.length; number++) {
            rows.add(new Registration.Member(number, firstId, threads[number], INCARNATION, space.self()));
            firstId += threads[number];
        }
        return new Registration(epoch, rows);
    }

    private static List<Double> powers(int[] threads) {
        return Arrays.stream(threads).asDoubleStream().boxed().toList();
    }

    /**
     * Lets an engine leave while the workers of the others continue, and registers the others without it. Does not wait
     * until it has left; the first of the others and the leaving engine report that.
     *
     * @param threads the numbers of threads of the others, in order
     */
    void leave(int leaver, long next, int[] threads, int... others) throws Exception {
        Processes processes = new Processes(
                registration(next, threads), Arrays.stream(others).boxed().toList());
        for (int number = 0; number < others.length; number++) {
            tell(others[number], new EngineCommand.Widen(processes, number, Tuning.DEFAULT, false));
        }
        awaitRegistered(next, others);
        tell(leaver, new EngineCommand.LeaveOthers(next));
    }

    /**
     * Makes an engine that joins while the workers of the others continue. The first of the others reports it by
     * {@link EngineReport.Joined}.
     *
     * @param epoch the epoch of the others
     * @param next the epoch number of the registration with the newcomer
     * @param threads the numbers of threads of all, the newcomer's last
     */
    void join(int newcomer, long epoch, long next, int[] threads, int... others) throws Exception {
        engine(newcomer);
        Processes processes = Processes.of(registration(next, threads));
        for (int number = 0; number < others.length; number++) {
            tell(others[number], new EngineCommand.Widen(processes, number, Tuning.DEFAULT, true));
        }
        tell(
                newcomer,
                new EngineCommand.Checkpointing(next, holder(others[0]), null, false, directory, checkpointShare));
        tell(newcomer, new EngineCommand.Register(processes, others.length, powers(threads), Tuning.DEFAULT));
        awaitRegistered(next, others);
        awaitRegistered(next, newcomer);
        WorkerSettings balanced =
                new WorkerSettings(Objects.requireNonNull(workers, "of workers"), SEED, 0, tasks.handling(), epoch);
        int[] all = Arrays.copyOf(others, threads.length);
        all[others.length] = newcomer;
        tell(newcomer, start(false, balanced, members(next, threads, all)));
    }

    private void awaitRegistered(long epoch, int... seats) throws Exception {
        for (int seat : seats) {
            await(seat, EngineReport.Registered.class, report -> report.epoch() == epoch);
        }
    }

    /**
     * Makes each of these seats (engines) keep copies of the checkpoints of the seat before it, from now on, as at the
     * start of an epoch.
     */
    void keepAtBuddies(long epoch, int... seats) {
        for (int number = 0; number < seats.length; number++) {
            StateHolder buddy = seats.length == 1 ? null : holder(seats[(number + 1) % seats.length]);
            tell(seats[number], new EngineCommand.Checkpointing(epoch, buddy, null, false, directory, checkpointShare));
        }
    }

    /** Returns these engines as the members that take part in the balancing of an epoch. */
    static Membership members(long epoch, int[] threads, int... seats) {
        List<Membership.Member> members = new ArrayList<>();
        for (int number = 0; number < seats.length; number++) {
            members.add(new Membership.Member(seats[number], epoch, threads[number], threads[number]));
        }
        return Membership.of(members);
    }

    /**
     * Returns the next report of any kind; null if none arrives until this time of the clock, which may be
     * {@link Long#MAX_VALUE}.
     */
    @Nullable
    From next(long untilNanos) throws InterruptedException {
        synchronized (reports) {
            while (taken == reports.size()) {
                long left = untilNanos == Long.MAX_VALUE ? Long.MAX_VALUE : untilNanos - CLOCK.nanoTime();
                if (left <= 0) {
                    return null;
                }
                reports.wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            }
            return reports.get(taken++);
        }
    }

    /**
     * Waits for the first report of this type from the engine with this seat that {@code wanted} accepts, and returns
     * it. It may have arrived before the call.
     */
    public <R extends EngineReport> R await(int seat, Class<R> type, Predicate<R> wanted) throws Exception {
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

    /** Returns the reports of a kind that have arrived so far. */
    public <R extends EngineReport> List<R> all(Class<R> type) {
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
