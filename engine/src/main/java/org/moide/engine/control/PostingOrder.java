package org.moide.engine.control;

import java.util.HashMap;
import java.util.Map;

/**
 * Detects repeated postings, for each sender. A sender waits for the acknowledgement before it sends the next posting,
 * so there are no gaps, and a lower number is a repeat. Any thread; guarded by this object's lock.
 */
public final class PostingOrder {
    private final Map<Integer, Long> nextBySender = new HashMap<>();

    /** Returns whether this posting is new, and records that it has arrived, so that a repetition of it is not new. */
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
