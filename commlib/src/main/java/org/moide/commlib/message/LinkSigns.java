package org.moide.commlib.message;

/**
 * Counters of what has arrived from one engine over its links, which show that the engine is still reachable. They are
 * not exact, but a changed number means that something has arrived since.
 *
 * @param arrivals the pieces of messages and what belongs to them; {@link #UNLINKED} if there is no link to it now
 * @param answers the questions and answers by which two engines find out whether a silent link holds
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

    /** Returns these counters and {@code other} together; one of them may be of an engine without a link. */
    public LinkSigns and(LinkSigns other) {
        if (!isLinked() || !other.isLinked()) {
            return isLinked() ? this : other;
        }
        return new LinkSigns(arrivals + other.arrivals, answers + other.answers);
    }
}
