package org.moide.commlib.message.endpoint;

import java.util.HashMap;
import java.util.Map;
import org.moide.commlib.CommLib;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.trace.ThreadTrace;

/**
 * Tells a thread's trace of its messages with other engines. The n-th that one ID sends to another with a tag is the
 * n-th that the other takes, so both ends find the same key without a word more between them. Belongs to that thread.
 */
final class MessageTrace {
    /** The most pairs and tags that are counted; nothing is told of more. */
    private static final int MOST_COUNTS = 4_096;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Endpoint self;
    private final MessageSender sender;
    private final ThreadTrace trace;
    private final int ownEngine;
    private final Map<Long, Long> counts = new HashMap<>();
    private boolean lost;

    MessageTrace(Endpoint self, MessageSender sender) {
        this.self = self;
        this.sender = sender;
        this.trace = self.counters().trace();
        this.ownEngine = sender.engineOf(self.id());
    }

    /** Returns whether anybody wants to know of messages, and of those of this context. */
    private boolean isOn() {
        return trace.isOn() && sender.isOfAll();
    }

    /** Notes that the thread has sent something. */
    void sent(int receiver, int tag, long bytes) {
        if (isOn() && sender.engineOf(receiver) != ownEngine) {
            long key = key(self.id(), receiver, tag, next(receiver, tag, true));
            trace.message(true, sender.engineOf(receiver), key, bytes);
        }
    }

    /** Notes that the thread has taken something. */
    void taken(int from, int tag, long bytes) {
        if (isOn() && !lost && sender.engineOf(from) != ownEngine) {
            trace.message(false, sender.engineOf(from), key(from, self.id(), tag, next(from, tag, false)), bytes);
        }
    }

    /**
     * Notes that the thread will take something which it may not find itself: nothing is told of that, but it counts.
     */
    void begun(int from, int tag) {
        if (!isOn()) {
            return;
        }
        if (from == CommLib.ANY_SENDER || tag == CommLib.ANY_TAG) {
            lost = true; // which one it is will be known to whoever finds it
        } else {
            next(from, tag, false);
        }
    }

    private long next(int other, int tag, boolean sending) {
        long pair = ((long) other << Integer.SIZE) | Integer.toUnsignedLong(tag);
        long which = (pair << 1) | (sending ? 1 : 0);
        Long before = counts.get(which);
        if (before == null && counts.size() == MOST_COUNTS) {
            lost = true;
            return -1;
        }
        long now = before == null ? 0 : before + 1;
        counts.put(which, now);
        return now;
    }

    /** A key of one message of a run, as good as unique. */
    private long key(int from, int to, int tag, long count) {
        long key = sender.registration().epoch();
        for (long part : new long[] {from, to, tag, count}) {
            key = (key ^ (part + MIX)) * MIX;
            key ^= key >>> 29;
        }
        return key >>> 1;
    }
}
