package org.moide.engine.stay;

import java.time.Duration;
import org.moide.commlib.registration.NodeReference;

/** An engine's JVM as long as one run has it. Any thread. */
public interface RunsEngine extends AutoCloseable {
    /**
     * Blocks until the engine can be reached.
     *
     * @throws org.moide.engine.process.ChildFailedException if the JVM ends first, or is not ready in time
     */
    NodeReference awaitReady(Duration deadline);

    /** Whether it has had another run before. */
    boolean hasStayed();

    /** Blocks until the run has nothing more to do with it, since it rests or has ended; or so long. */
    void awaitRest(Duration most);

    /** Ends it, unless it rests, and so is not this run's any more. Blocks until it is gone. */
    @Override
    void close();
}
