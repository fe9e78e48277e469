package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.DataStage;
import org.moide.balance.pool.EnginePool;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/** The real parts of a simulated engine, and its threads. */
public interface EngineParts {
    /** Makes its pool; {@code whenDry} is run when a thread has found nothing. */
    EnginePool pool(int threads, Signal work, Runnable whenDry, Ticker clock);

    EngineBalancer balancer(EnginePool pool);

    /** Makes the stage that has data objects brought before its tasks begin; null if tasks read none. */
    default @Nullable DataStage stage(EnginePool pool) {
        return null;
    }

    /** A compute thread of it. */
    default TaskThread thread(SimulatedEngine engine, int index) {
        return new TaskThread(engine, index);
    }
}
