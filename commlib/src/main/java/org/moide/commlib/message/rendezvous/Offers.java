package org.moide.commlib.message.rendezvous;

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
public final class Offers {
    private final Map<Long, Offer> open = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    public long nextMessageId() {
        return last.incrementAndGet();
    }

    public void add(Offer offer) {
        open.put(offer.messageId(), offer);
    }

    public void remove(Offer offer) {
        open.remove(offer.messageId(), offer);
    }

    /** Finds an offer; null if nobody waits with it, or not for this engine. */
    @Nullable
    public Offer find(long messageId, int receiverEngine) {
        Offer offer = open.get(messageId);
        return offer != null && offer.receiverEngine() == receiverEngine ? offer : null;
    }
}
