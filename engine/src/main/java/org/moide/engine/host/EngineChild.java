package org.moide.engine.host;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine's process as its parent sees it: starting, ready (or never), ended. It does not outlive its parent by more
 * than 2 s. Any thread.
 */
public interface EngineChild extends AutoCloseable {
    /** Returns the system's number of the process. */
    long pid();

    /** Returns its last known memory figures; null before the first. */
    @Nullable
    MemoryFigures memory();

    /**
     * Blocks until the engine in the child can be reached.
     *
     * @throws ChildFailedException if the child ends first, or is not ready in time; then it is ended
     */
    NodeReference awaitReady(Duration deadline);

    /** Asks the child to end, and returns at once. */
    void askToEnd();

    /** Ends the child: politely for 2 s, then by force. Blocks until it is gone. */
    @Override
    void close();
}
