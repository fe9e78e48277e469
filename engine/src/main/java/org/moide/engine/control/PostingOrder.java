package org.moide.engine.control;

import java.util.HashMap;
import java.util.Map;

/**
 * Tells new postings from repeats, for each sender. A sender does not send the next posting before this one is
 * acknowledged, so there are no gaps: a lower number is a repeat. Guarded by itself; any thread.
 */
public final class PostingOrder {
    private final Map<Integer, Long> nextBySender = new HashMap<>();

    /** Returns whether this posting is new; if it is, expects the next one from its sender. */
    public synchronized boolean accept(Posting<?> posting) {
        long next = nextBySender.getOrDefault(posting.from(), 0L);
        if (posting.sequence() < next) {
            return false;
        }
        if (posting.sequence() > next) {
            throw new IllegalStateException(
                    "expected posting " + next + " from member " + posting.from() + ", found " + posting.sequence());
        }
        nextBySender.put(posting.from(), next + 1);
        return true;
    }
}
