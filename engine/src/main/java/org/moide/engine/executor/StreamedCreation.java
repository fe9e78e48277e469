package org.moide.engine.executor;

import java.util.function.BooleanSupplier;

/** What {@code createTasks} may do beside, in a bag of our own whose tasks come little by little. */
public interface StreamedCreation {
    /** Takes results until the condition holds, or the run is over. It is looked at again after each {@link #wake}. */
    void awaitUntil(BooleanSupplier condition);

    /** Any thread. */
    void wake();

    /** What was put goes to the engines now. Waits while many tasks wait for engines. */
    void flow();
}
