package org.moide.coordinator.mutant;

import java.util.Locale;

/**
 * The classes that execute simulated runs from seeds. This enum refers to them by name only, since they are loaded
 * again for each mutant.
 */
enum Player {
    /** Simulates whole runs of a bag of tasks. */
    BAG("org.moide.coordinator.run.BagPlayer"),
    /** Simulates whole runs of a bag in which a task ends engines' processes. */
    POISON("org.moide.coordinator.run.PoisonPlayer"),
    /** Simulates whole runs of an SPMD application. */
    SPMD("org.moide.coordinator.run.SpmdPlayer"),
    /** Simulates whole runs of a worker application. */
    WORKERS("org.moide.coordinator.run.WorkersPlayer"),
    /** Simulates whole runs in which hosts cannot reach each other. The seed decides the kind of application. */
    CUTS("org.moide.coordinator.run.CutsPlayer"),
    /** Simulates whole runs of a worker application whose engines join and leave. */
    CHANGES("org.moide.coordinator.run.ChangesPlayer"),
    /** Simulates the epochs of SPMD runs with models of engines and of a disk. */
    EPOCHS("org.moide.coordinator.reconfigure.EpochsPlayer"),
    /** Simulates calls that submit calls, which engines exchange. */
    CALLS("org.moide.coordinator.run.results.CallsPlayer");

    private final String className;

    Player(String className) {
        this.className = className;
    }

    /**
     * Returns the name of the class, a {@link java.util.function.LongConsumer} that throws if the run of a seed fails.
     */
    String className() {
        return className;
    }

    static Player of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
