package org.moide.coordinator.run;

/** The kinds of application in simulated runs. */
public enum RunKind {
    BAG("a bag", "bags", 1, 1),
    SPMD("SPMD", "SPMD runs", 0, 1),
    WORKERS("workers", "runs of workers", 0x5DEECE66DL, 4);

    private final String words;
    private final String plural;
    private final long salt;
    private final int part;

    /**
     * Creates a kind.
     *
     * @param words the name of the kind
     * @param plural the name of several runs of the kind
     * @param salt a number that goes into the seeds, so that runs of different kinds have different seeds
     * @param part the number of runs of a bag for which there is one run of this kind. It is above 1 for a kind whose
     *     runs take longer
     */
    RunKind(String words, String plural, long salt, int part) {
        this.words = words;
        this.plural = plural;
        this.salt = salt;
        this.part = part;
    }

    String plural() {
        return plural;
    }

    /** Returns how many runs of this kind there are if there are {@code seeds} runs of a bag. */
    long share(long seeds) {
        return Math.max(1, seeds / part);
    }

    /**
     * Returns the seed from which a run of this kind gets its random choices. For the same {@code seed} it differs from
     * that of other kinds.
     */
    long seedOf(long seed) {
        return seed * 2 + salt;
    }

    @Override
    public String toString() {
        return words;
    }
}
