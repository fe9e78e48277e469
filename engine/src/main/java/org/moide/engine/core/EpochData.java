package org.moide.engine.core;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.DataStore;
import org.moide.balance.pool.DataStage;
import org.moide.balance.pool.EnginePool;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.data.DataAnswer;
import org.moide.engine.data.EngineData;
import org.moide.engine.data.HeldObjects;
import org.moide.engine.data.WrittenData;

/**
 * The data objects of one epoch of a bag. In other applications there are none.
 *
 * <p>Concurrency: called by the control thread, unless a method's comment names other threads; {@code data} is volatile
 * because of those threads.
 */
final class EpochData {
    private final EngineSetup setup;
    private final EnginePorts ports;
    private final Consumer<EpochEvent> events;
    private final HeldObjects held = new HeldObjects();
    private volatile @Nullable EngineData data;
    private volatile boolean closed;

    EpochData(EngineSetup setup, EnginePorts ports, Consumer<EpochEvent> events) {
        this.setup = setup;
        this.ports = ports;
        this.events = events;
    }

    /** Returns the data objects that this engine has, for compute threads to read. */
    HeldObjects held() {
        return held;
    }

    /**
     * Prepares the data objects. Called before the epoch's threads start.
     *
     * @param maker lets compute threads compute lost objects again
     * @return the sizes and places of data objects, for the balancing
     */
    DataIndex start(EngineCommand.Start start, EnginePool pool, EngineData.Maker maker) {
        if (!start.bag()) {
            return DataIndex.NONE;
        }
        DataStore store = new DataStore(start.tasks().data().memoryHere());
        EngineData.Place place = new EngineData.Place(
                ports.space(),
                setup.role(),
                setup.engine(),
                setup.coordinator(),
                EngineSetup.coordinatorName(setup.runId()),
                seat -> EngineSetup.objectName(setup.runId(), seat));
        EngineData made = new EngineData(
                place,
                new DataStage(pool, store),
                held,
                start.tasks().data(),
                maker,
                answer -> events.accept(new EpochEvent.DataAnswered(answer)),
                why -> events.accept(new EpochEvent.DataBroken(why)),
                ports.timing(),
                ports.around());
        made.members(start.nodes());
        data = made;
        if (closed) {
            made.close(); // another thread has closed this object before data was visible to it
        }
        return store;
    }

    /** Returns the value of a shared object. Blocks until it has arrived. Called by compute threads. */
    Object shared(long id, ObjectCodec codec) throws InterruptedException {
        return Objects.requireNonNull(data, "started before threads run").shared(id, codec);
    }

    /** Sends an object that a task writes. Blocks while too many bytes are in transit. Called by compute threads. */
    WrittenData write(long id, byte[] bytes) throws InterruptedException {
        return Objects.requireNonNull(data, "started before tasks run").write(id, bytes);
    }

    /** Keeps an object that a task writes and that can be computed again. Called by compute threads. */
    WrittenData writeRecomputable(long id, byte[] bytes) {
        return Objects.requireNonNull(data, "started before tasks run").writeRecomputable(id, bytes);
    }

    /** Takes an object that a compute thread has computed again. Called by that thread. */
    void made(long id, byte[] bytes) {
        Objects.requireNonNull(data, "started before objects are made").made(id, bytes);
    }

    /** Discards an object that a task has written before it threw. Called by compute threads. */
    void discard(WrittenData written) {
        Objects.requireNonNull(data, "started before tasks run").discard(written);
    }

    /** Takes the addresses of the engines that take part in the balancing now, by seat. */
    void members(Map<Integer, NodeReference> nodes) {
        EngineData known = data;
        if (known != null && !closed) {
            known.members(nodes);
        }
    }

    /**
     * Fetches the data objects that queued tasks need, and drops objects that no queued task needs if memory is full.
     * Called after the pool of tasks has changed.
     */
    void step() {
        EngineData known = data;
        if (known != null && !closed) {
            known.step(ports.around().ticker().nanoTime());
        }
    }

    /** Drops objects that were released. */
    void released(List<Long> ids) {
        EngineData known = data;
        if (known != null && !closed) {
            known.released(ids);
        }
    }

    void answered(DataAnswer answer, long now) {
        EngineData known = data;
        if (known != null && !closed) {
            known.answered(answer, now);
        }
    }

    DataStatistics statistics() {
        EngineData known = data;
        return known == null ? DataStatistics.NONE : known.statistics();
    }

    /** Ends fetching and writing. Any thread; a second call has no effect. */
    void close() {
        closed = true;
        EngineData known = data;
        if (known != null) {
            known.close();
        }
    }
}
