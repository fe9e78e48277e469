package org.moide.coordinator.run.assembly;

import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.selection.Selection;
import org.moide.engine.host.EarlyStart;
import org.moide.engine.host.EngineKeeper;
import org.moide.engine.loading.KnownDigests;

/**
 * What a process has for all of its runs, one after the other and several at once. Any thread.
 *
 * @param engines the JVMs of engines on this machine
 * @param spaces where they, and those of other hosts, are met
 * @param leases the JVMs of engines on other hosts
 * @param digests of jars and class folders
 * @param folders of classes, packed for other hosts
 * @param helpers threads that wait for engines, of which there are as many as engines are made or ended at once
 * @param manyRuns whether there are many
 * @param supply who has hosts for them while they go on; null if they are named once and for all
 */
public record Lasting(
        EngineKeeper engines,
        LocalSpaces spaces,
        DaemonLeases leases,
        KnownDigests digests,
        PackedFolders folders,
        ExecutorService helpers,
        boolean manyRuns,
        @Nullable HostSupply supply)
        implements AutoCloseable {
    private static final int HOLDER_BYTES = 16;

    /** Of a process with one run. */
    public static Lasting ofOneRun() {
        return ofOneRun(null);
    }

    /** As the other, with hosts that come and go as somebody else says. */
    public static Lasting ofOneRun(@Nullable HostSupply supply) {
        KnownDigests digests = digestsNow();
        return new Lasting(
                EngineKeeper.ofOneRun(new SystemTicker(), faults()),
                new LocalSpaces(false, faults()),
                DaemonLeases.none(),
                digests,
                PackedFolders.ofOneRun(digests),
                helpersNow(),
                false,
                supply);
    }

    /** Of a process with many runs: engines stay. */
    public static Lasting ofManyRuns() {
        String holder = HexFormat.of().formatHex(new SystemRandomness().bytes(HOLDER_BYTES));
        KnownDigests digests = digestsNow();
        return new Lasting(
                EngineKeeper.ofManyRuns(new SystemTicker(), faults()),
                new LocalSpaces(true, faults()),
                DaemonLeases.of(holder),
                digests,
                new PackedFolders(digests, true),
                helpersNow(),
                true,
                null);
    }

    /** Where engines may be made now, of a run that has engines on other hosts. */
    List<DaemonAddress> daemons(Placement placement) {
        return supply == null ? placement.daemons() : supply.daemons();
    }

    private static LoggingFaultHandler faults() {
        return new LoggingFaultHandler(System.getLogger("org.moide.coordinator"));
    }

    /** A thread that waits costs little, and to start one costs a short run much: so they stay for a minute. */
    private static ExecutorService helpersNow() {
        return Executors.newCachedThreadPool(new DaemonThreads("coordinator-helper", faults()));
    }

    private static KnownDigests digestsNow() {
        return new KnownDigests(new SystemWallClock());
    }

    /**
     * Starts the JVMs on this machine that a plan needs most likely, while the rest of the run is prepared.
     *
     * @return to be closed when the engines have been made, or will not be; null if it needs none
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
                ? null // which will be said of the engine
                : engines.startAhead(runId, LocalChild.command(settings, heapBytes), children, helpers);
    }

    /** Ends the engines that stay. Blocks until they are gone. */
    @Override
    public void close() {
        leases.close();
        engines.close();
        spaces.close();
        folders.close();
        helpers.shutdown();
    }
}
