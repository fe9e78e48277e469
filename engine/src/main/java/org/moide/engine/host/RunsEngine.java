package org.moide.engine.host;

import java.time.Duration;

/**
 * An engine's JVM as long as one run has it. Once it rests it is not this run's any more, and is neither asked nor made
 * to end by it. Any thread.
 */
public interface RunsEngine extends EngineChild {
    /** Whether it has had another run before. */
    boolean hasStayed();

    /** Blocks until the run has nothing more to do with it, since it rests or has ended; or so long. */
    void awaitRest(Duration most);
}
