package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataStore;

/**
 * The connection of an engine's pool and its store of data objects: it tells the store which classes have waiting
 * tasks, and lets tasks begin when their objects are here. Only the engine's control thread calls it.
 */
public final class DataStage {
    private final EnginePool pool;
    private final DataStore store;
    private boolean wasComing;
    private long lastNanos;
    private long lastWithoutNanos;

    public DataStage(EnginePool pool, DataStore store) {
        this.pool = pool;
        this.store = store;
    }

    public DataStore store() {
        return store;
    }

    /**
     * Passes a change in the pool on to the store, and lets tasks begin whose objects are here.
     *
     * @return instructions for the driver
     */
    public List<DataOutput.OfDriver> step(long nowNanos) {
        watch(nowNanos);
        if (pool.classed().size() == 0 && !store.isAnyComing()) {
            return List.of();
        }
        List<ClassCount> waiting = pool.classed().waiting(DataStore.MOST_WAITING);
        List<DataOutput> outputs = new ArrayList<>(store.want(waiting, nowNanos));
        if (store.isShortOfRoom()) {
            store.idle(pool.classed().takeIdle());
            outputs.addAll(store.want(waiting, nowNanos));
        }
        return begun(outputs);
    }

    /** Measures how much of the time in which objects are transferred the threads spend without a task. */
    private void watch(long nowNanos) {
        boolean coming = store.isAnyComing();
        if (coming || wasComing) {
            long withoutNanos = pool.withoutTaskNanos();
            if (wasComing) {
                long threadNanos = (nowNanos - lastNanos) * pool.threads();
                store.countComing(threadNanos, Math.min(threadNanos, Math.max(0, withoutNanos - lastWithoutNanos)));
            }
            lastWithoutNanos = withoutNanos;
        }
        lastNanos = nowNanos;
        wasComing = coming;
    }

    /**
     * Takes the root's answers to a {@link DataOutput.Locate}.
     *
     * @return instructions for the driver
     */
    public List<DataOutput.OfDriver> located(List<DataPlace> places, long nowNanos) {
        List<DataOutput.OfDriver> outputs = new ArrayList<>();
        places.forEach(place -> outputs.addAll(begun(store.located(place))));
        outputs.addAll(step(nowNanos));
        return outputs;
    }

    /**
     * Takes objects that the driver has fetched, and lets tasks begin that waited for them only.
     *
     * @return instructions for the driver
     */
    public List<DataOutput.OfDriver> fetched(List<Long> ids, long nowNanos) {
        List<DataOutput.OfDriver> outputs = new ArrayList<>();
        ids.forEach(id -> outputs.addAll(begun(store.fetched(id, nowNanos))));
        outputs.addAll(step(nowNanos));
        return outputs;
    }

    /**
     * Takes objects that came to this engine without a transfer, and lets tasks begin that waited for them only.
     *
     * @return instructions for the driver
     */
    public List<DataOutput.OfDriver> had(List<Long> ids, long nowNanos) {
        List<DataOutput.OfDriver> outputs = new ArrayList<>();
        ids.forEach(id -> outputs.addAll(begun(store.had(id))));
        outputs.addAll(step(nowNanos));
        return outputs;
    }

    /**
     * Begins to fetch objects that any task may read.
     *
     * @return instructions for the driver
     */
    public List<DataOutput.OfDriver> share(List<Long> ids, long nowNanos) {
        return begun(store.share(ids, nowNanos));
    }

    /**
     * Drops objects that were released and that no task reads any more.
     *
     * @return instructions for the driver
     */
    public List<DataOutput.OfDriver> released(List<Long> ids) {
        return begun(store.released(ids));
    }

    /**
     * Handles failed transfers: the objects are located again.
     *
     * @return instructions for the driver
     */
    public List<DataOutput.OfDriver> failed(List<Long> ids) {
        List<DataOutput.OfDriver> outputs = new ArrayList<>();
        ids.forEach(id -> outputs.addAll(begun(store.failed(id))));
        return outputs;
    }

    /**
     * Carries out the store's instructions that concern the pool.
     *
     * @return the other instructions, for the driver
     */
    private List<DataOutput.OfDriver> begun(List<DataOutput> outputs) {
        List<DataOutput.OfDriver> others = new ArrayList<>();
        Beginning beginning = new Beginning(others);
        outputs.forEach(output -> output.handle(beginning));
        return others;
    }

    private final class Beginning implements DataOutput.StageHandler {
        private final List<DataOutput.OfDriver> others;

        Beginning(List<DataOutput.OfDriver> others) {
            this.others = others;
        }

        @Override
        public void classReady(DataOutput.ClassReady ready) {
            pool.classed().makeReady(ready.taskClass());
        }

        @Override
        public void unwritten(DataOutput.Unwritten unwritten) {
            pool.classed().unwritten(unwritten.id());
        }

        @Override
        public void ofDriver(DataOutput.OfDriver output) {
            others.add(output);
        }
    }
}
