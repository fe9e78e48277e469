package org.moide.engine.core;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.system.Loop;
import org.moide.engine.compute.EngineView;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateDigest;
import org.moide.engine.control.StateHolder;
import org.moide.engine.spmd.CheckpointFiles;
import org.moide.engine.spmd.CheckpointKeeper;
import org.moide.engine.spmd.CheckpointPace;
import org.moide.engine.spmd.CheckpointStore;
import org.moide.engine.spmd.CheckpointWriter;
import org.moide.engine.spmd.EpochCheckpoints;
import org.moide.engine.spmd.Restored;
import org.moide.engine.spmd.StateFetch;
import org.moide.engine.spmd.WholeFiles;

/**
 * Keeps an engine's checkpoints across epochs: it stores the states of its threads, keeps those of other engines, and
 * fetches the states from which a new epoch starts.
 *
 * <p>Concurrency: called by the control thread, except {@link #close}, and calls of the writer and of the fetching
 * thread; fields that these read are volatile.
 */
final class StateKeeping implements AutoCloseable {
    private static final EngineCommand.Checkpointing NOTHING_KEPT =
            new EngineCommand.Checkpointing(0, null, null, false, null, 1);

    private final EngineSetup setup;
    private final EnginePorts ports;
    private final Consumer<EngineReport> reports;
    private final WholeFiles disk;
    private final CheckpointStore store = new CheckpointStore();
    private volatile EngineCommand.Checkpointing orders = NOTHING_KEPT;
    private volatile @Nullable CheckpointFiles files;
    private volatile @Nullable CheckpointWriter writer;
    private volatile @Nullable EpochCheckpoints checkpoints;
    private volatile @Nullable StateFetch fetch;
    private volatile boolean closed;

    StateKeeping(EngineSetup setup, EnginePorts ports, WholeFiles disk, Consumer<EngineReport> reports) {
        this.setup = setup;
        this.ports = ports;
        this.disk = disk;
        this.reports = reports;
        ports.space().export(CheckpointKeeper.class, ownName(setup.engine()), store);
    }

    private String ownName(int seat) {
        return CheckpointKeeper.nameOf(EngineSetup.objectName(setup.runId(), seat));
    }

    private CheckpointKeeper keeper(StateHolder holder) {
        return ports.space()
                .proxy(
                        holder.node(),
                        CheckpointKeeper.class,
                        ownName(holder.seat()),
                        ports.timing().bulk());
    }

    /**
     * Takes the coordinator's settings for the states of the next epoch, or of the current one after an engine has
     * joined.
     */
    void prepare(EngineCommand.Checkpointing next) {
        orders = next;
        EpochCheckpoints meeting = checkpoints;
        if (meeting != null) {
            meeting.keepAt(next.buddy());
        }
        String directory = next.directory();
        if (directory != null && files == null) {
            files = new CheckpointFiles(Path.of(directory), disk);
        }
    }

    /**
     * Returns the object through which an epoch's threads make checkpoints. Abandons storing and fetching that were
     * still in progress for the epoch before.
     */
    EpochCheckpoints inEpoch(EngineView view) {
        abandon();
        Registration registration = view.registration();
        Registration.Member self = view.self();
        if (orders.epoch() != registration.epoch()) {
            orders = NOTHING_KEPT;
        }
        RestorePoint from = orders.from();
        store.keepOnly(from == null ? null : from.name());
        CheckpointWriter before = writer;
        if (before != null) {
            before.close();
        }
        CheckpointWriter made = new CheckpointWriter(
                setup.role() + "-checkpoint", store, files, this::keeper, this::stored, ports.timing(), ports.around());
        writer = made;
        EpochCheckpoints meeting = new EpochCheckpoints(
                registration.epoch(),
                self.firstId(),
                self.threads(),
                orders.buddy(),
                new CheckpointPace(orders.share(), ports.around().ticker()),
                made,
                ports.computeSignals().create(),
                redistributes -> reports.accept(new EngineReport.Restorable(registration.epoch(), redistributes)));
        checkpoints = meeting;
        return meeting;
    }

    /** Reports that a part of a checkpoint is stored. Called by the storing thread. */
    private void stored(
            CheckpointWriter.Part part, boolean atBuddy, List<StateDigest> onDisk, @Nullable String problem) {
        StateHolder buddy = part.buddy();
        List<Integer> seats = new ArrayList<>(List.of(setup.engine()));
        if (atBuddy && buddy != null) {
            seats.add(buddy.seat());
        }
        reports.accept(new EngineReport.CheckpointStored(
                part.checkpoint(), part.firstId(), part.states().size(), seats, onDisk, problem));
        EpochCheckpoints waiting = checkpoints;
        if (waiting != null) {
            waiting.stored();
        }
    }

    /**
     * Starts to fetch the states from which an epoch starts.
     *
     * @param whenFetched takes the states, on the fetching thread; if a state is lost, this is reported to the
     *     coordinator instead
     * @return false if there is nothing to fetch
     */
    boolean fetch(EngineView view, Consumer<Restored> whenFetched) {
        RestorePoint from = orders.from();
        if (from == null) {
            return false;
        }
        Registration.Member self = view.self();
        boolean sameIds = from.count() == view.registration().count();
        List<Integer> wanted = sameIds
                ? IntStream.range(self.firstId(), self.firstId() + self.threads())
                        .boxed()
                        .toList()
                : IntStream.range(0, from.count()).boxed().toList();
        StateFetch begun = new StateFetch(
                from, wanted, store, setup.engine(), files, this::keeper, ports.timing(), ports.around());
        fetch = begun;
        if (closed) {
            begun.end();
        }
        Thread thread = ports.around().threads().newThread(Loop.lasting(() -> run(begun, whenFetched)));
        thread.setName(setup.role() + "-restore");
        thread.start();
        return true;
    }

    private void run(StateFetch begun, Consumer<Restored> whenFetched) {
        try {
            Restored restored = begun.run();
            if (restored != null) {
                whenFetched.accept(restored);
            }
        } catch (StateFetch.StateLostException lost) {
            String where = setup.role() + " on " + setup.hostName();
            reports.accept(EngineReport.Failed.ofSystem(where, where + ": " + lost.getMessage()));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Hands over the fetched states. The epoch's threads start from them, and receive the messages that were saved with
     * them.
     */
    void fetched(EngineView view, EngineComm comm, EpochCheckpoints meeting, Restored restored) {
        meeting.restored(restored);
        Registration.Member self = view.self();
        int engines = view.registration().engines().size();
        if (restored.count() == view.registration().count()) {
            for (int thread = 0; thread < self.threads(); thread++) {
                comm.safePoint(thread)
                        .preload(restored.of(self.firstId() + thread).unreceived());
            }
            keep(restored.checkpoint(), restored.states());
        } else {
            keep(restored.checkpoint(), share(restored, self.engine(), engines));
        }
    }

    /**
     * Returns the states that one engine keeps after the number of IDs has changed, as its part of all states. The
     * engines that kept these states may have left, so each of the new engines keeps a part until the next checkpoint
     * is complete.
     */
    private static Map<Integer, byte[]> share(Restored all, int engine, int engines) {
        long first = (long) engine * all.count() / engines;
        long end = (engine + 1L) * all.count() / engines;
        Map<Integer, byte[]> share = new TreeMap<>(all.states());
        share.keySet().removeIf(id -> id < first || id >= end);
        return share;
    }

    private void keep(CheckpointName checkpoint, Map<Integer, byte[]> states) {
        if (states.isEmpty()) {
            return;
        }
        states.forEach((id, state) -> store.put(checkpoint, id, state));
        reports.accept(new EngineReport.CheckpointStored(
                checkpoint, Collections.min(states.keySet()), states.size(), List.of(setup.engine()), List.of(), null));
        CheckpointWriter storing = writer;
        if (orders.renew() && storing != null) {
            storing.store(new CheckpointWriter.Part(checkpoint, states, orders.buddy()));
        }
    }

    void committed(EngineCommand.CheckpointCommitted committed) {
        store.committed(committed.checkpoint());
        CheckpointWriter storing = writer;
        if (storing != null) {
            storing.committed(committed.checkpoint(), committed.onDisk());
        }
    }

    /** Abandons fetching and storing, because their epoch is over. */
    void abandon() {
        StateFetch fetching = fetch;
        if (fetching != null) {
            fetching.end();
        }
        CheckpointWriter storing = writer;
        if (storing != null) {
            storing.abandon();
        }
    }

    /** Ends fetching and storing. Any thread; a second call has no effect. */
    @Override
    public void close() {
        closed = true;
        abandon();
        CheckpointWriter storing = writer;
        if (storing != null) {
            storing.close();
        }
        ports.space().withdraw(ownName(setup.engine()));
    }
}
