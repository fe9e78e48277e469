package org.moide.engine.executor;

import java.util.function.BooleanSupplier;

/** Further calls for {@code createTasks}, in a bag that is part of MOIDE and whose tasks arrive over time. */
public interface StreamedCreation {
    /**
     * Handles results until the condition holds or the run is over. The condition is checked again after each
     * {@link #wake}.
     */
    void awaitUntil(BooleanSupplier condition);

    /** Wakes {@link #awaitUntil}, which checks its condition again. Any thread. */
    void wake();

    /** Sends the tasks that were put to the engines now. Blocks while many tasks wait for engines. */
    void flow();
}
