package org.moide.engine.executor;

import java.util.function.BooleanSupplier;

/** The further calls that {@code createTasks} may make, in a bag of MOIDE's own whose tasks come little by little. */
public interface StreamedCreation {
    /**
     * Takes results until the condition holds, or the run is over. The condition is looked at again after each {@link
     * #wake}.
     */
    void awaitUntil(BooleanSupplier condition);

    /** Wakes {@link #awaitUntil}, which looks at its condition again. Any thread. */
    void wake();

    /** Sends the tasks that were put to the engines now. Waits while many tasks wait for engines. */
    void flow();
}
