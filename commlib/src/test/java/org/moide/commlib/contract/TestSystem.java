package org.moide.commlib.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.message.endpoint.EngineComm;

/** Engines with compute threads, on whatever path a test is about. */
public interface TestSystem extends AutoCloseable {
    /** The body of every compute thread. */
    @FunctionalInterface
    interface Body {
        void run(CommLib comm) throws Exception;
    }

    /** Threads of each engine. */
    List<Integer> shape();

    /**
     * An engine's communication, to end it, declare others lost and read counters. Safe on any thread, those of the
     * bodies too.
     */
    EngineComm engine(int number);

    /**
     * Runs the body on every compute thread of every engine and waits for all, half a minute at most. Once for each
     * system.
     *
     * @return by logical ID, what the body threw; null where it returned
     */
    List<@Nullable Throwable> run(Body body);

    /** Fails the test if there was a fault that it did not expect, or a thread is left. */
    @Override
    void close();
}
