package org.moide.coordinator.run;

/** The kinds of application that a simulated run may have. */
public enum RunKind {
    BAG("a bag", "bags", 1, 1),
    SPMD("SPMD", "SPMD runs", 0, 1),
    WORKERS("workers", "runs of workers", 0x5DEECE66DL, 4);

    private final String words;
    private final String plural;
    private final long salt;
    private final int part;

    /** @param part the number of seeds for one that is played; runs of workers take several times as long as others */
    RunKind(String words, String plural, long salt, int part) {
        this.words = words;
        this.plural = plural;
        this.salt = salt;
        this.part = part;
    }

    /** Returns the kind in the plural, for messages. */
    String plural() {
        return plural;
    }

    /** Returns how many seeds of this kind are played when this many of a bag are. */
    long share(long seeds) {
        return Math.max(1, seeds / part);
    }

    /** Returns the seed from which a scenario is drawn, another one for each kind. */
    long seedOf(long seed) {
        return seed * 2 + salt;
    }

    @Override
    public String toString() {
        return words;
    }
}
