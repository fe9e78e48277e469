package org.moide.test;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.moide.coordinator.run.SimulatedApplication;

/**
 * What one simulated run plays: a user's application, or a program of calls. Used by the simulated thread that has its
 * turn, or by the test's thread while no simulation runs.
 */
interface PlayedProgram extends SimulatedApplication, AutoCloseable {
    /** The balancing strategies of a bag of tasks; the seed determines which one a trial uses. */
    List<String> OF_TASKS = List.of("guided", "stealing", "demand");

    List<String> OF_WORKERS = List.of("rotate", "receiver");

    /** Sets the listener for what the user's code does. */
    void tell(Consumer<Supplier<String>> listener);

    /** Returns the strategies of which the seed chooses one. */
    List<String> strategies();

    /** Throws what the user's code has thrown in a run that ended without an error of its own. */
    void requireRight();

    @Override
    void close();
}
