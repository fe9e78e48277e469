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
     * @param part one run of this kind is played for this many runs of a bag, since runs of some kinds take longer
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

    /** Returns how many seeds of this kind are played when {@code seeds} of a bag are. */
    long share(long seeds) {
        return Math.max(1, seeds / part);
    }

    /** Returns the seed from which a scenario is drawn. It differs between kinds. */
    long seedOf(long seed) {
        return seed * 2 + salt;
    }

    @Override
    public String toString() {
        return words;
    }
}
