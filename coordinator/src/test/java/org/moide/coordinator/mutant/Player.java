package org.moide.coordinator.mutant;

import java.util.Locale;

/** The classes that play seeds. They are known only by name, since each mutant has them loaded again. */
enum Player {
    /** Plays whole runs of a bag of tasks. */
    BAG("org.moide.coordinator.run.BagPlayer"),
    /** Plays whole runs of a bag in which a task ends engines' processes. */
    POISON("org.moide.coordinator.run.PoisonPlayer"),
    /** Plays whole runs of an SPMD application. */
    SPMD("org.moide.coordinator.run.SpmdPlayer"),
    /** Plays whole runs of a worker application. */
    WORKERS("org.moide.coordinator.run.WorkersPlayer"),
    /** Plays whole runs, of another kind of application with each seed, in which hosts cannot reach each other. */
    CUTS("org.moide.coordinator.run.CutsPlayer"),
    /** Plays whole runs of a worker application whose engines join and leave. */
    CHANGES("org.moide.coordinator.run.ChangesPlayer"),
    /** Plays the epochs of SPMD runs with models of engines and of a disk. */
    EPOCHS("org.moide.coordinator.reconfigure.EpochsPlayer");

    private final String className;

    Player(String className) {
        this.className = className;
    }

    /** Returns the name of a {@link java.util.function.LongConsumer} that throws if a seed fails. */
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
