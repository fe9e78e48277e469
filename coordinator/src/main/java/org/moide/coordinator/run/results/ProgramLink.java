package org.moide.coordinator.run.results;

import org.moide.engine.Program;
import org.moide.engine.executor.CallSource;
import org.moide.engine.executor.ExecutorBag;

/** The program whose executor the run is: calls come from it, and their answers go to it. */
public interface ProgramLink extends CallSource {
    /** Names the bag to which calls come. Called once, before it is run. */
    default void feeds(Program bag) {
        if (bag instanceof ExecutorBag executor) {
            executor.feedFrom(this);
        }
    }

    /** Says that the run's engines are there. Called once, before {@link #take}. */
    void routes(CallRoutes routes);

    /** Delivers the answers of calls, from the engine of this seat. Any thread; does not block. */
    void delivered(int seat, byte[] answers);
}
