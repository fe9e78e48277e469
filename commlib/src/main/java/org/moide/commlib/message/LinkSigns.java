package org.moide.commlib.message;

/**
 * Counters of what has arrived from one engine over its links, which show that the engine is still reachable. They are
 * not exact, but a changed number means that something has arrived since.
 *
 * @param arrivals how many frames with messages, pieces of messages, requests for them or acknowledgements have
 *     arrived; {@link #UNLINKED} if there is no link to that engine now
 * @param answers how many questions whether a silent link still works, and answers to such questions, have arrived
 */
public record LinkSigns(long arrivals, long answers) {
    /** The value of {@code arrivals} if there is no link. */
    public static final long UNLINKED = -1;

    /** The counters for an engine to which there is no link. */
    public static final LinkSigns NONE = new LinkSigns(UNLINKED, 0);

    /** Returns whether there is a link. */
    public boolean isLinked() {
        return arrivals != UNLINKED;
    }

    /**
     * Returns the sums of these counters and {@code other}'s. If one of the two is of an engine without a link, returns
     * the other one.
     */
    public LinkSigns and(LinkSigns other) {
        if (!isLinked() || !other.isLinked()) {
            return isLinked() ? this : other;
        }
        return new LinkSigns(arrivals + other.arrivals, answers + other.answers);
    }
}
