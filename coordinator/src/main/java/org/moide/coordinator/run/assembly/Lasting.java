package org.moide.coordinator.run.assembly;

import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.Selection;
import org.moide.engine.host.EarlyStart;
import org.moide.engine.host.EngineKeeper;
import org.moide.engine.loading.KnownDigests;

/**
 * The objects that a process shares among all of its runs, whether they run one after the other or at the same time.
 * Thread-safe.
 *
 * @param network the network by which other hosts are reached
 * @param engines the JVMs of engines on this machine
 * @param spaces the object spaces through which runs call their engines, here and on other hosts
 * @param leases the leases by which daemons keep the JVMs of engines on other hosts
 * @param digests the known digests of jars and class folders
 * @param folders the class folders that were packed to jars for other hosts
 * @param helpers the executor whose threads wait while engines start or end, one thread for each engine
 * @param manyRuns whether the process has many runs
 * @param runs the IDs of the runs that this process has at present; each of these runs ignores the others when it looks
 *     for runs of others on a host
 * @param supply decides which hosts a run may use while it computes; null if the hosts are fixed
 * @param ownFolders whether each engine on another host has a working folder of its own
 */
public record Lasting(
        HostNetwork network,
        EngineKeeper engines,
        LocalSpaces spaces,
        DaemonLeases leases,
        KnownDigests digests,
        PackedFolders folders,
        ExecutorService helpers,
        boolean manyRuns,
        Set<String> runs,
        @Nullable HostSupply supply,
        boolean ownFolders)
        implements AutoCloseable {
    private static final int HOLDER_BYTES = 16;

    /** Creates the shared objects of a process with one run. */
    public static Lasting ofOneRun(HostNetwork network) {
        return ofOneRun(network, null);
    }

    /**
     * Creates the shared objects of a process with one run.
     *
     * @param supply decides which hosts the run may use while it computes; null if the hosts are fixed
     */
    public static Lasting ofOneRun(HostNetwork network, @Nullable HostSupply supply) {
        KnownDigests digests = digestsNow();
        return new Lasting(
                network,
                EngineKeeper.ofOneRun(new SystemTicker(), faults()),
                new LocalSpaces(network, false, faults()),
                DaemonLeases.none(),
                digests,
                PackedFolders.ofOneRun(digests),
                helpersNow(),
                false,
                ConcurrentHashMap.newKeySet(),
                supply,
                false);
    }

    /** Returns a copy in which each engine on another host has a working folder of its own. */
    public Lasting withOwnFolders() {
        return new Lasting(network, engines, spaces, leases, digests, folders, helpers, manyRuns, runs, supply, true);
    }

    /** Creates the shared objects of a process with many runs, in which engines' JVMs stay between runs. */
    public static Lasting ofManyRuns(HostNetwork network) {
        String holder = HexFormat.of().formatHex(new SystemRandomness().bytes(HOLDER_BYTES));
        KnownDigests digests = digestsNow();
        return new Lasting(
                network,
                EngineKeeper.ofManyRuns(new SystemTicker(), faults()),
                new LocalSpaces(network, true, faults()),
                DaemonLeases.of(holder),
                digests,
                new PackedFolders(digests, true),
                helpersNow(),
                true,
                ConcurrentHashMap.newKeySet(),
                null,
                false);
    }

    /** Returns the daemons that may start engines of a run now. */
    List<DaemonAddress> daemons(Placement placement) {
        return supply == null ? placement.daemons() : supply.daemons();
    }

    private static LoggingFaultHandler faults() {
        return new LoggingFaultHandler(System.getLogger("org.moide.coordinator"));
    }

    /**
     * Creates an executor that keeps idle threads for a minute, because starting a thread for each of many short runs
     * would take much of their time.
     */
    private static ExecutorService helpersNow() {
        return Executors.newCachedThreadPool(new DaemonThreads("coordinator-helper", faults()));
    }

    private static KnownDigests digestsNow() {
        return new KnownDigests(new SystemWallClock());
    }

    /**
     * Begins to start the JVMs that a run on this machine will most likely need, while the rest of the run is prepared.
     *
     * @return an object for these JVMs, which the caller closes when the engines exist or will not be started; null if
     *     the plan needs no JVMs
     */
    public @Nullable EarlyStart startAhead(String runId, RunPlan plan) {
        Placement placement = plan.placement();
        int children = placement.localChildren();
        if (children < 1) {
            return null;
        }
        EngineSettings settings = plan.engines();
        long heapBytes = Selection.heapBytes(
                settings.memoryBytes(), MemorySize.ofThisMachine(), children + (placement.ownEngine() ? 1 : 0));
        return heapBytes < EngineSettings.LEAST_MEMORY_BYTES
                ? null // the error is reported when the engine is started
                : engines.startAhead(runId, LocalChild.command(settings, heapBytes), children, helpers);
    }

    /**
     * Begins to search for other runs of this user that have threads on this machine, if the plan needs this. The
     * search runs in another thread.
     */
    public Future<List<HostedRun>> lookForOthers(RunPlan plan) {
        Placement placement = plan.placement();
        return placement.daemons().isEmpty() || placement.ownEngine()
                ? helpers.submit(() -> RunFolders.ofThisUser(SystemHost.name()).sharing())
                : CompletableFuture.completedFuture(List.of());
    }

    /** Ends the JVMs that stay between runs. Blocks until they have ended. */
    @Override
    public void close() {
        leases.close();
        engines.close();
        spaces.close();
        folders.close();
        helpers.shutdown();
    }
}
