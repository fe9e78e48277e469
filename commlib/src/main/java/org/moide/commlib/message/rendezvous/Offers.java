package org.moide.commlib.message.rendezvous;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The long messages that threads of this engine have announced to other engines and that are not taken yet. A sending
 * thread that waits has one, a broadcast has one for each child in its tree, and each pending send has one.
 *
 * <p>Any thread may call it; never blocks.
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

    /** Returns an offer; null if its sender no longer waits, or it is for another engine. */
    @Nullable
    public Offer find(long messageId, int receiverEngine) {
        Offer offer = open.get(messageId);
        return offer != null && offer.receiverEngine() == receiverEngine ? offer : null;
    }
}
