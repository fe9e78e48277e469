package org.moide.coordinator.run.results;

import org.moide.balance.pool.Discipline;
import org.moide.engine.Program;
import org.moide.engine.executor.CallSource;
import org.moide.engine.executor.ExecutorBag;

/** The program whose executor needs a run: the run takes calls from it and delivers their answers to it. */
public interface ProgramLink extends CallSource {
    /** Tells the program which bag of tasks will execute its calls. Called once, before the bag is executed. */
    default void feeds(Program bag) {
        if (bag instanceof ExecutorBag executor) {
            executor.feedFrom(this);
        }
    }

    /**
     * Tells the program that the run's engines are ready, and how calls reach them directly. Called once, before
     * {@link #take}.
     */
    void routes(CallRoutes routes);

    /** Tells the program in which queues engines keep its calls. Called once, before {@link #take}. */
    default void queuedIn(Discipline queues) {
        // A program that gives no call a priority need not know.
    }

    /**
     * Delivers to the program the answers to its calls that one engine has executed. Any thread; does not block.
     *
     * @param seat the seat of that engine
     */
    void delivered(int seat, byte[] answers);
}
