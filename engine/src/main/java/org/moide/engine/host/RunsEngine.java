package org.moide.engine.host;

import java.time.Duration;

/**
 * An engine's JVM while it belongs to one run. After it has rested it belongs to another run, and this run cannot
 * control it any more. Any thread.
 */
public interface RunsEngine extends EngineChild {
    /** Returns whether the JVM has served another run before. */
    boolean hasStayed();

    /**
     * Blocks until the JVM waits for another run or has ended, so that this run is done with it, or until {@code most}
     * has passed.
     */
    void awaitRest(Duration most);
}
