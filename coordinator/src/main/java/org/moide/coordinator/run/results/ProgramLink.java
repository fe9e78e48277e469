package org.moide.coordinator.run.results;

import org.moide.engine.Program;
import org.moide.engine.executor.CallSource;
import org.moide.engine.executor.ExecutorBag;

/** The program whose executor needs a run: the run takes calls from it and delivers their answers to it. */
public interface ProgramLink extends CallSource {
    /** Tells the program which bag executes its calls. Called once, before the bag is executed. */
    default void feeds(Program bag) {
        if (bag instanceof ExecutorBag executor) {
            executor.feedFrom(this);
        }
    }

    /** Tells the program that the run's engines are ready. Called once, before {@link #take}. */
    void routes(CallRoutes routes);

    /** Delivers answers of calls that the engine with this seat executed. Any thread; does not block. */
    void delivered(int seat, byte[] answers);
}
