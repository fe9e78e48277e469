package org.moide.engine.host;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine's process as its parent sees it. Its states are starting, ready (or never), and ended. It outlives its
 * parent by at most 2 s. Any thread.
 */
public interface EngineChild extends AutoCloseable {
    /** Returns the process ID. */
    long pid();

    /** Returns the last known memory figures; null before the first. */
    @Nullable
    MemoryFigures memory();

    /**
     * Blocks until the engine in the child can be reached, and returns its address.
     *
     * @throws ChildFailedException if the child ends first, or is not ready in time; the child is then ended
     */
    NodeReference awaitReady(Duration deadline);

    /** Asks the child to end. Does not block. */
    void askToEnd();

    /** Asks the child to end, and kills it after 2 s. Blocks until it is gone. */
    @Override
    void close();
}
