package org.moide.coordinator.run.session;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataDirectory;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.run.results.BagStore;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.data.DataHolder;
import org.moide.engine.data.DataSpace;

/**
 * Stores all that the engines of a bag fetch from the coordinator: data objects, and the objects that
 * {@code createTasks} shares by name. A shared object must not have the name of a file of the run. Thread-safe; guarded
 * by this object.
 */
final class SharedStore implements BagStore {
    private final Set<String> names = new HashSet<>(); // names of shared objects
    private final Map<String, byte[]> untold = new LinkedHashMap<>(); // the shared objects that are not journalled yet
    private final NamedFiles files;
    private final Map<Integer, String> hosts = new ConcurrentHashMap<>(); // host names by seat
    private final DataRoot data;
    private volatile boolean local = true;

    /**
     * Creates the store.
     *
     * @param files the files of {@code --files}
     * @param before the run's journal, which may have records of an earlier coordinator; null if the run has no journal
     * @param notes receives lines for the user
     */
    SharedStore(
            NamedFiles files,
            @Nullable RunJournal before,
            Consumer<String> notes,
            Ticker ticker,
            Signal.Factory signals) {
        this.files = files;
        ObjectFile objects = new ObjectFile(
                Runtime.getRuntime().maxMemory() / 4,
                before == null ? null : before.objects(),
                before == null ? 0 : before.objectsBytes());
        DataDirectory.Nearness onOneHost = (one, other) -> host(one).equals(host(other));
        this.data = new DataRoot(objects, this::isEngine, onOneHost, notes, ticker, signals);
        if (before != null) {
            before.before().shared().forEach(this::share);
            data.restore(before.before().written());
        }
    }

    /** Creates the store of a run. Tells the observer where it gets the state of the run's data objects from. */
    static SharedStore of(RunSetup setup, RunObserver observer, RunPorts ports) {
        SharedStore store = new SharedStore(
                setup.work().files(),
                setup.keeping().journal(),
                observer::note,
                ports.around().ticker(),
                ports.around().signals());
        observer.objects(store.data::now);
        return store;
    }

    DataRoot data() {
        return data;
    }

    List<DataPlace> dataSizes(List<Long> ids) {
        return data.sizesOf(ids);
    }

    /** Exports the store, so that engines can ask for data objects. */
    void open(ObjectSpace space, String coordinatorObject, String ownHost) {
        hosts.put(Membership.ROOT, ownHost);
        space.export(DataSpace.class, DataSpace.nameOf(coordinatorObject), data);
        space.export(DataHolder.class, DataHolder.nameOf(coordinatorObject), data);
    }

    void close(ObjectSpace space, String coordinatorObject) {
        space.withdraw(DataSpace.nameOf(coordinatorObject));
        space.withdraw(DataHolder.nameOf(coordinatorObject));
        data.close();
    }

    /** Notes that an engine is ready, and on which host it is. */
    void engineMade(AssembledEngine engine) {
        hosts.put(engine.number(), engine.host());
        if (!engine.isOwn() || !engine.host().equals(host(Membership.ROOT))) {
            local = false;
        }
    }

    void engineEnded(int seat) {
        data.gone(seat);
    }

    private boolean isEngine(int seat) {
        return hosts.containsKey(seat);
    }

    private String host(int seat) {
        return hosts.getOrDefault(seat, "engine " + seat);
    }

    @Override
    public Path file(String name) {
        return files.path(name);
    }

    /**
     * Returns whether all engines are in this process or its child processes. An engine of a daemon on this host does
     * not count as local, since the daemon may belong to another user or be in a container.
     */
    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public void write(long id, byte[] encoded) {
        data.write(id, encoded);
    }

    @Override
    public void writeRecomputable(long id, byte[] encoded) {
        data.writeRecomputable(id, encoded);
    }

    @Override
    public void declare(long id, int mostBytes) {
        data.declare(id, mostBytes);
    }

    @Override
    public void release(List<Long> ids) {
        data.release(ids);
    }

    @Override
    public boolean isReleased(long id) {
        return data.isReleased(id);
    }

    @Override
    public byte @Nullable [] read(long id) {
        return data.whole(id);
    }

    @Override
    public void publish(List<WrittenObject> objects) {
        data.publish(objects);
    }

    @Override
    public synchronized void share(String name, byte[] encoded) {
        if (files.has(name)) {
            throw new IllegalArgumentException("expected a name of its own for what is shared, found '" + name
                    + "', which is the name of a file that --files names");
        }
        if (names.contains(name)) {
            throw new IllegalArgumentException("expected each name to be shared once, found '" + name + "' again");
        }
        data.write(DataSpace.idOfShared(names.size()), encoded);
        names.add(name);
        untold.put(name, encoded);
    }

    @Override
    public synchronized Map<String, byte[]> takeShared() {
        Map<String, byte[]> all = new LinkedHashMap<>(untold);
        untold.clear();
        return all;
    }
}
