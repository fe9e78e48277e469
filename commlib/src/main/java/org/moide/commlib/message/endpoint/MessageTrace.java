package org.moide.commlib.message.endpoint;

import java.util.HashMap;
import java.util.Map;
import org.moide.commlib.CommLib;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.trace.ThreadTrace;

/**
 * Records a thread's messages with other engines in its trace. The n-th message that one ID sends to another with a
 * tag is the n-th that the receiver takes. So both ends compute the same key without sending it. Belongs to that
 * thread.
 */
final class MessageTrace {
    /** The greatest number of pairs of ID and tag that are counted; messages of further pairs are not recorded. */
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

    /** Returns whether the trace records messages, and this context is that of the messages between all IDs. */
    private boolean isOn() {
        return trace.isOn() && sender.isOfAll();
    }

    /** Records a message that the thread has sent. */
    void sent(int receiver, int tag, long bytes) {
        if (isOn() && sender.engineOf(receiver) != ownEngine) {
            long key = key(self.id(), receiver, tag, next(receiver, tag, true));
            trace.message(true, sender.engineOf(receiver), key, bytes);
        }
    }

    /** Records a message that the thread has taken. */
    void taken(int from, int tag, long bytes) {
        if (isOn() && !lost && sender.engineOf(from) != ownEngine) {
            trace.message(false, sender.engineOf(from), key(from, self.id(), tag, next(from, tag, false)), bytes);
        }
    }

    /**
     * Counts a receive that the thread has begun. The receive is not recorded, since another thread may take its
     * message.
     */
    void begun(int from, int tag) {
        if (!isOn()) {
            return;
        }
        if (from == CommLib.ANY_SENDER || tag == CommLib.ANY_TAG) {
            lost = true; // the thread that finds the message learns which one it is
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

    /** Returns a key that is practically unique for a message of the run. */
    private long key(int from, int to, int tag, long count) {
        long key = sender.registration().epoch();
        for (long part : new long[] {from, to, tag, count}) {
            key = (key ^ (part + MIX)) * MIX;
            key ^= key >>> 29;
        }
        return key >>> 1;
    }
}
