package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.DataStage;
import org.moide.balance.pool.EnginePool;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * A factory for the parts of a simulated engine, which are the classes used in production, and for its simulated
 * threads.
 */
public interface EngineParts {
    /** Makes the engine's task pool; the pool runs {@code whenDry} when a thread has found no task. */
    EnginePool pool(int threads, Signal work, Runnable whenDry, Ticker clock);

    EngineBalancer balancer(EnginePool pool);

    /** Makes the stage that fetches data objects before their tasks begin; null if tasks read none. */
    default @Nullable DataStage stage(EnginePool pool) {
        return null;
    }

    /** Makes a compute thread of the engine. */
    default TaskThread thread(SimulatedEngine engine, int index) {
        return new TaskThread(engine, index);
    }
}
