package org.moide.commlib.message;

/**
 * The signs of an engine that came over links to it, counted nearly: another number means that more has come.
 *
 * @param arrivals the pieces of messages and what belongs to them; {@link #UNLINKED} if there is no link to it now
 * @param answers the questions and answers by which two engines find out whether a silent link holds
 */
public record LinkSigns(long arrivals, long answers) {
    /** The arrivals where there is no link. */
    public static final long UNLINKED = -1;

    /** Signs of an engine to which there is no link. */
    public static final LinkSigns NONE = new LinkSigns(UNLINKED, 0);

    /** Returns whether there is a link. */
    public boolean isLinked() {
        return arrivals != UNLINKED;
    }

    /** Returns the signs of both, of which one may have no link. */
    public LinkSigns and(LinkSigns other) {
        if (!isLinked() || !other.isLinked()) {
            return isLinked() ? this : other;
        }
        return new LinkSigns(arrivals + other.arrivals, answers + other.answers);
    }
}
