package org.moide.commlib.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.message.endpoint.EngineComm;

/** Engines with compute threads on the path that a test is about. */
public interface TestSystem extends AutoCloseable {
    /** The code of every compute thread. */
    @FunctionalInterface
    interface Body {
        void run(CommLib comm) throws Exception;
    }

    /** Returns the number of threads of each engine. */
    List<Integer> shape();

    /**
     * Returns an engine's communication, with which a test ends it, declares engines lost and reads counters. Any
     * thread may use it.
     */
    EngineComm engine(int number);

    /**
     * Runs the body on every compute thread of every engine, and waits for all, at most half a minute. Called once for
     * each system.
     *
     * @return by logical ID, the exception that the body threw, or null
     */
    List<@Nullable Throwable> run(Body body);

    /** Fails the test if there was an unexpected fault, or a thread is left. */
    @Override
    void close();
}
