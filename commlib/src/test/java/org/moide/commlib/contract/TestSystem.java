package org.moide.commlib.contract;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommLib;
import org.moide.commlib.message.endpoint.EngineComm;

/**
 * Engines with compute threads that communicate on the path (shared memory, RMI or simulation) that a test is about.
 */
public interface TestSystem extends AutoCloseable {
    /** The code that every compute thread runs. */
    @FunctionalInterface
    interface Body {
        void run(CommLib comm) throws Exception;
    }

    /** Returns the number of threads of each engine. */
    List<Integer> shape();

    /**
     * Returns the communication of an engine, by which a test can end the epoch, mark engines as lost, and read
     * counters. Any thread may use it.
     */
    EngineComm engine(int number);

    /**
     * Runs the body on every compute thread of every engine, and waits for all, at most half a minute. Called once for
     * each system.
     *
     * @return the exceptions that the body threw, by logical ID; null where it returned
     */
    List<@Nullable Throwable> run(Body body);

    /** The way in which the path under test starts a compute thread. */
    @FunctionalInterface
    interface Starter {
        void start(int engine, int index, Runnable code);
    }

    /**
     * Starts the body on every compute thread of every engine.
     *
     * @return the exceptions that the body threw, by logical ID; null where it returned. The list is filled while the
     *     threads run
     */
    default List<@Nullable Throwable> start(Body body, Starter starter) {
        @Nullable
        Throwable[] thrown =
                new Throwable[shape().stream().mapToInt(Integer::intValue).sum()];
        int id = 0;
        for (int engine = 0; engine < shape().size(); engine++) {
            for (int index = 0; index < shape().get(engine); index++) {
                int mine = id++;
                CommLib comm = engine(engine).commLib(index);
                starter.start(engine, index, () -> {
                    try {
                        body.run(comm);
                    } catch (ThreadDeath simulated) {
                        throw simulated;
                    } catch (Throwable failure) {
                        thrown[mine] = failure;
                    }
                });
            }
        }
        return Collections.unmodifiableList(Arrays.asList(thrown));
    }

    /** Fails the test if there was an unexpected fault, or a thread is left. */
    @Override
    void close();
}
