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
 * The parts that a process keeps for all of its runs, one after the other and several at once. Any thread.
 *
 * @param network the network by which other hosts are reached
 * @param engines the JVMs of engines on this machine
 * @param spaces the spaces in which runs meet their engines, here and on other hosts
 * @param leases the JVMs of engines on other hosts
 * @param digests the known digests of jars and class folders
 * @param folders the folders of classes that are packed for other hosts
 * @param helpers threads that wait for engines, one for each engine that is made or ended at the same time
 * @param manyRuns whether the process has many runs
 * @param runs the IDs of those that are on: they do not count among each other's others
 * @param supply the supply of hosts while runs go on; null if hosts are named once and for all
 * @param ownFolders whether each engine on another host has a folder of its own, in which what it writes can be named
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

    /** Creates the parts of a process with one run. */
    public static Lasting ofOneRun(HostNetwork network) {
        return ofOneRun(network, null);
    }

    /**
     * Creates the parts of a process with one run. {@code supply} decides which hosts it has during the run; null if
     * they are fixed.
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

    /** Returns the same, with a folder of its own for each engine on another host. */
    public Lasting withOwnFolders() {
        return new Lasting(network, engines, spaces, leases, digests, folders, helpers, manyRuns, runs, supply, true);
    }

    /** Creates the parts of a process with many runs, whose engines' JVMs stay between runs. */
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
     * Creates an executor whose idle threads stay for a minute, since starting threads would take much of a short run.
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
     * @return the JVMs, to be closed when the engines exist or will not be started; null if the plan needs none
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
     * Begins to search for other runs of this user that have threads on this machine, if the plan needs that. The rest
     * of the run is prepared meanwhile.
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
