package org.moide.coordinator.mutant;

import java.util.Locale;

/** A player of seeds. It is known by name only, since each mutant has it loaded anew. */
enum Player {
    /** Whole runs of a bag of tasks. */
    BAG("org.moide.coordinator.run.BagPlayer"),
    /** Whole runs of a bag in which a task ends engines. */
    POISON("org.moide.coordinator.run.PoisonPlayer"),
    /** Whole runs of an SPMD application. */
    SPMD("org.moide.coordinator.run.SpmdPlayer"),
    /** Whole runs of a worker application. */
    WORKERS("org.moide.coordinator.run.WorkersPlayer"),
    /** Whole runs in which hosts are cut from each other, of another kind with each seed. */
    CUTS("org.moide.coordinator.run.CutsPlayer"),
    /** Whole runs of a worker application whose engines come and go. */
    CHANGES("org.moide.coordinator.run.ChangesPlayer"),
    /** The epochs of SPMD runs, with models of engines and a disk. */
    EPOCHS("org.moide.coordinator.reconfigure.EpochsPlayer");

    private final String className;

    Player(String className) {
        this.className = className;
    }

    /** Returns the name of a {@link java.util.function.LongConsumer} that throws if a seed goes wrong. */
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
