package org.moide.coordinator.run;

/** What kind of application a simulated run has. */
public enum RunKind {
    BAG("a bag", "bags", 1),
    SPMD("SPMD", "SPMD runs", 0),
    WORKERS("workers", "runs of workers", 0x5DEECE66DL);

    private final String words;
    private final String plural;
    private final long salt;

    RunKind(String words, String plural, long salt) {
        this.words = words;
        this.plural = plural;
        this.salt = salt;
    }

    /** For messages, in the plural. */
    String plural() {
        return plural;
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
