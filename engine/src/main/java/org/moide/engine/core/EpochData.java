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
 * The data objects of one epoch: those of a bag of tasks; an SPMD application has none.
 *
 * <p>Concurrency: the control thread, except where a method's comment says otherwise; {@code data} is volatile for the
 * other threads.
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

    /** Returns the objects that compute threads read. */
    HeldObjects held() {
        return held;
    }

    /**
     * Prepares the data objects, since the epoch's threads are about to start.
     *
     * @param maker has compute threads make objects again
     * @return the facts about data objects for the balancing
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
            made.close(); // by another thread, which did not see it yet
        }
        return store;
    }

    /** Returns the value of a shared object; waits until it is here. Compute threads. */
    Object shared(long id, ObjectCodec codec) throws InterruptedException {
        return Objects.requireNonNull(data, "started before threads run").shared(id, codec);
    }

    /** Writes an object of a task; waits while too many bytes are on their way. Compute threads. */
    WrittenData write(long id, byte[] bytes) throws InterruptedException {
        return Objects.requireNonNull(data, "started before tasks run").write(id, bytes);
    }

    /** Writes an object that can be made again. Compute threads. */
    WrittenData writeRecomputable(long id, byte[] bytes) {
        return Objects.requireNonNull(data, "started before tasks run").writeRecomputable(id, bytes);
    }

    /** Takes an object that a compute thread has made again. Compute threads. */
    void made(long id, byte[] bytes) {
        Objects.requireNonNull(data, "started before objects are made").made(id, bytes);
    }

    /** Discards an object that a task wrote and then threw. Compute threads. */
    void discard(WrittenData written) {
        Objects.requireNonNull(data, "started before tasks run").discard(written);
    }

    /** Takes the addresses of the engines that take part now. */
    void members(Map<Integer, NodeReference> nodes) {
        EngineData known = data;
        if (known != null && !closed) {
            known.members(nodes);
        }
    }

    /** Takes the steps that are due after something has happened to the pool. */
    void step() {
        EngineData known = data;
        if (known != null && !closed) {
            known.step(ports.around().ticker().nanoTime());
        }
    }

    /** Drops objects that have come to their end. */
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

    /** Returns what was done so far. */
    DataStatistics statistics() {
        EngineData known = data;
        return known == null ? DataStatistics.NONE : known.statistics();
    }

    /** Ends the fetching and writing of objects. Any thread; a second call has no effect. */
    void close() {
        closed = true;
        EngineData known = data;
        if (known != null) {
            known.close();
        }
    }
}
