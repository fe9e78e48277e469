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
     * @param salt changes the seeds, so that kinds differ in them
     * @param part the number of bag runs for which one run of this kind is simulated, since runs of some kinds take
     *     longer
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

    /** Returns how many runs of this kind are simulated when {@code seeds} runs of a bag are. */
    long share(long seeds) {
        return Math.max(1, seeds / part);
    }

    /** Returns the seed of the random choices for a run of this kind. It differs between kinds. */
    long seedOf(long seed) {
        return seed * 2 + salt;
    }

    @Override
    public String toString() {
        return words;
    }
}
