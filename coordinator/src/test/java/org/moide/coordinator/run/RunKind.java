package org.moide.coordinator.run;

/** What kind of application a simulated run has. */
public enum RunKind {
    BAG("a bag", "bags", 1, 1),
    SPMD("SPMD", "SPMD runs", 0, 1),
    WORKERS("workers", "runs of workers", 0x5DEECE66DL, 4);

    private final String words;
    private final String plural;
    private final long salt;
    private final int part;

    /** @param part of the seeds one in so many is played: runs of workers take several times as long as others */
    RunKind(String words, String plural, long salt, int part) {
        this.words = words;
        this.plural = plural;
        this.salt = salt;
        this.part = part;
    }

    /** For messages, in the plural. */
    String plural() {
        return plural;
    }

    /** How many are played where so many of a bag are. */
    long share(long seeds) {
        return Math.max(1, seeds / part);
    }

    /** What a scenario is drawn from: other things for each kind. */
    long seedOf(long seed) {
        return seed * 2 + salt;
    }

    @Override
    public String toString() {
        return words;
    }
}
