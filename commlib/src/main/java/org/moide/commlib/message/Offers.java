package org.moide.commlib.message;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The long messages that threads of this engine have announced to other engines. Each waits for its receiver: one
 * for each thread that sends, one for each child of a broadcast's tree, and one for each send that somebody left pending.
 *
 * <p>Any thread; never blocks.
 */
final class Offers {
    private final Map<Long, Offer> open = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    long nextMessageId() {
        return last.incrementAndGet();
    }

    void add(Offer offer) {
        open.put(offer.messageId(), offer);
    }

    void remove(Offer offer) {
        open.remove(offer.messageId(), offer);
    }

    /** Null if nobody waits with it, or not for this engine. */
    @Nullable
    Offer find(long messageId, int receiverEngine) {
        Offer offer = open.get(messageId);
        return offer != null && offer.receiverEngine() == receiverEngine ? offer : null;
    }
}
