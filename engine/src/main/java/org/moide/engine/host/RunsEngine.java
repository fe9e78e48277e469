package org.moide.engine.host;

import java.time.Duration;

/**
 * An engine's JVM as long as one run has it. Once it rests it is not this run's any more, and the run can neither ask
 * it nor make it to end. Any thread.
 */
public interface RunsEngine extends EngineChild {
    /** Returns whether it has had another run before. */
    boolean hasStayed();

    /** Blocks until the run has nothing more to do with it, since it rests or has ended, or until the time is over. */
    void awaitRest(Duration most);
}
