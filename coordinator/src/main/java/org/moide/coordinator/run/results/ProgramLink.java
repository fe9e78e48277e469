package org.moide.coordinator.run.results;

import org.moide.engine.Program;
import org.moide.engine.executor.CallSource;
import org.moide.engine.executor.ExecutorBag;

/** The program whose executor a run is: calls come from it, and what comes of them goes to it. */
public interface ProgramLink extends CallSource {
    /** Calls come to this bag. Once, before it is run. */
    default void feeds(Program bag) {
        if (bag instanceof ExecutorBag executor) {
            executor.feedFrom(this);
        }
    }

    /** The run's engines are there. Once, before {@link #take}. */
    void routes(CallRoutes routes);

    /** What came of calls, from the engine of this seat. Any thread; does not block. */
    void delivered(int seat, byte[] answers);
}
