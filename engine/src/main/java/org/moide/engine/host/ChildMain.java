package org.moide.engine.host;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.rmi.SharedSpace;
import org.moide.commlib.rmi.SpacePart;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.CollectorPauses;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemProcessorClock;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.compute.TaskNotes;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.Timing;
import org.moide.engine.core.ComputeEngine;
import org.moide.engine.core.CoordinatorWatch;
import org.moide.engine.core.EnginePorts;
import org.moide.engine.core.EngineSetup;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationLoader;
import org.moide.engine.loading.ApplicationThreads;
import org.moide.engine.loading.ProgramClass;
import org.moide.engine.spmd.SyncedFiles;

/**
 * The main class of a child JVM: the engine of one run, or of several runs in succession. Its parent sends it orders on
 * standard input.
 */
public final class ChildMain {
    /** Option of the launch order with the number of this run's compute threads that share the machine's processors. */
    public static final String THREADS_ON_MACHINE = "threads-on-machine";

    /**
     * Option of the launch order with the number of those threads that precede this engine's threads; absent if
     * unknown.
     */
    public static final String THREADS_BEFORE = "threads-before";

    private final FatalErrors faults;
    private final SystemTicker ticker = new SystemTicker();
    // The threads that start engines, one after the other, use all three.
    private volatile @Nullable RunningTasks written; // threads that end the process clear it too
    private @Nullable SharedSpace space;
    private @Nullable LaunchOrder opener;

    private ChildMain(FatalErrors faults) {
        this.faults = faults;
    }

    public static void main(String[] arguments) {
        // Called first, because the filters must be set before this JVM deserializes anything.
        RmiProcess.prepare();
        ApplicationThreads.prepare();
        FatalErrors faults = new FatalErrors(new LoggingFaultHandler(System.getLogger("org.moide.engine")));
        EngineProcess.run(new ChildMain(faults)::start, faults);
    }

    private RunningEngine start(LaunchOrder order, EngineControl control) {
        faults.endBy(death -> control.fail("ended since " + death.inWords()));
        SharedSpace shared = space(order);
        SpacePart space = shared.part(() -> {});
        try {
            space.computeThreads(threadsOnMachine(order));
            return engine(order, control, shared, space);
        } catch (RuntimeException | LinkageError failed) {
            space.close();
            throw failed;
        }
    }

    /**
     * Returns the object space (for remote calls) of the last order if this order needs the same gate, its
     * authenticated port, so that peers keep their connections; otherwise opens a new one.
     */
    private SharedSpace space(LaunchOrder order) {
        SharedSpace known = space;
        if (known != null && order.hasSameGateAs(opener)) {
            return known;
        }
        if (known != null) {
            known.close();
        }
        SharedSpace opened = new SharedSpace(open(order));
        space = opened;
        opener = order;
        return opened;
    }

    private RmiSpace open(LaunchOrder order) {
        byte[] secret = order.secret();
        try {
            return RmiSpace.open(RmiSpaceOptions.onLoopback(
                            order.role(), ClusterSecret.of(secret), faults, ticker, new SystemRandomness().generator())
                    .withBindAddress(order.bind())
                    .withPorts(order.ports().first(), order.ports().last())
                    .withAdvertised(order.advertise())
                    .withPlain(order.plain())
                    .withOwnVersionOnly()
                    .withTunnel(order.options().get(LaunchOrder.TUNNEL)));
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    private RunningEngine engine(LaunchOrder order, EngineControl control, SharedSpace shared, SpacePart space) {
        control.applicationComes();
        DaemonThreads threads = new DaemonThreads(order.role(), faults);
        Signal.Factory controlSignals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
        ApplicationLoader loader = new ApplicationLoader(order.application());
        ApplicationThreads.runs(loader);
        ProgramClass programs = ProgramClass.find(loader);
        EngineSetup setup = new EngineSetup(
                order.runId(),
                order.engine(),
                order.incarnation(),
                EngineHost.ofThisJvm(SystemHost.name(), labels(order)),
                order.coordinator(),
                new Arguments(order.arguments()),
                new NamedFiles(order.application().named()),
                order.mode().isEmpty() ? null : Application.Mode.valueOf(order.mode()));
        ComputeEngine engine = new ComputeEngine(
                setup,
                new EnginePorts(
                                space,
                                new Surroundings(ticker, controlSignals, threads, faults),
                                SpinThenParkSignal.factory(
                                        threadsBefore(order), order.threads(), threadsOnMachine(order), threads),
                                new ApplicationCodec(loader),
                                loader,
                                programs::create,
                                new SyncedFiles(),
                                notes(order, control),
                                new CollectorPauses(threads),
                                new SystemProcessorClock(threads),
                                Timing.USUAL)
                        .endedBy((thread, why) -> control.fail(why, thread)),
                cease -> control.finish(cease.inOrder()));
        CoordinatorWatch watch = new CoordinatorWatch(
                space,
                order.coordinator(),
                EngineSetup.objectName(order.runId(), order.engine()),
                () -> {
                    forget();
                    control.fail("its coordinator is gone: " + order.coordinator());
                },
                Timing.USUAL,
                new Surroundings(ticker, controlSignals, threads, faults));
        // An engine on the coordinator's machine can reach it, and so can a JVM that has stayed from an earlier run.
        if (!order.stays() && !order.bind().equals(RmiSpaceOptions.LOOPBACK)) {
            awaitCoordinator(watch, engine);
        }
        return new RunningEngine() {
            @Override
            public NodeReference node() {
                return space.self();
            }

            @Override
            public ClassLoader classes() {
                return loader;
            }

            @Override
            public void close() {
                watch.close();
                engine.close();
                space.close();
                if (!order.stays()) {
                    shared.close();
                }
                try {
                    loader.close();
                } catch (IOException open) {
                    faults.onFault(order.role() + "-end", open);
                }
            }
        };
    }

    private static void awaitCoordinator(CoordinatorWatch watch, ComputeEngine engine) {
        try {
            watch.awaitReached();
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt(); // other code notices the end of the process
        } catch (CoordinatorWatch.UnreachableException notThere) {
            watch.close();
            engine.close();
            throw notThere;
        }
    }

    /**
     * Returns the notes of the compute threads. Successive runs use the same memory as long as it has room for their
     * threads.
     */
    private TaskNotes notes(LaunchOrder order, EngineControl control) {
        try {
            RunningTasks notes = written;
            if (notes == null || !notes.begin(order.threads())) {
                notes = RunningTasks.create(order.threads(), ticker);
                written = notes;
            }
            control.tasksAt(notes.descriptor());
            return notes;
        } catch (IOException | UnsupportedOperationException | SecurityException none) {
            return TaskNotes.NONE; // on other systems the end of this process is reported without its tasks
        }
    }

    /** Clears the notes, because no task is the cause of this process's end. */
    private void forget() {
        RunningTasks notes = written;
        if (notes != null) {
            notes.forget();
        }
    }

    private static List<String> labels(LaunchOrder order) {
        String text = order.options().get(LaunchOrder.LABELS);
        return text == null ? List.of() : List.of(text.split(" "));
    }

    private static int threadsOnMachine(LaunchOrder order) {
        String text = order.options().get(THREADS_ON_MACHINE);
        return text == null ? order.threads() : Math.max(order.threads(), Integer.parseInt(text));
    }

    private static int threadsBefore(LaunchOrder order) {
        String text = order.options().get(THREADS_BEFORE);
        return text == null ? -1 : Integer.parseInt(text);
    }
}
