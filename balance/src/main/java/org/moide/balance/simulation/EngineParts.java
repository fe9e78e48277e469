package org.moide.balance.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.DataStage;
import org.moide.balance.pool.EnginePool;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/** What a simulated engine has that is real, and its threads. */
public interface EngineParts {
    /** Its pool; {@code whenDry} is run when a thread has found nothing. */
    EnginePool pool(int threads, Signal work, Runnable whenDry, Ticker clock);

    EngineBalancer balancer(EnginePool pool);

    /** What has data objects brought before its tasks begin; null if tasks read none. */
    default @Nullable DataStage stage(EnginePool pool) {
        return null;
    }

    /** A compute thread of it. */
    default TaskThread thread(SimulatedEngine engine, int index) {
        return new TaskThread(engine, index);
    }
}
