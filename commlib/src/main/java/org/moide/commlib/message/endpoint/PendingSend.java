package org.moide.commlib.message.endpoint;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.Pending;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.rendezvous.Offer;

/**
 * A begun send: the receiver has its data already, or fetches it later from the sender. Belongs to the sending thread.
 */
final class PendingSend implements Pending {
    private final MessageSender messageSender;
    private final Release release;
    private final NamedCall call;
    private @Nullable Offer offer;
    private @Nullable RuntimeException failure;

    /**
     * Creates a pending send.
     *
     * @param offer null if the sender may already change the data
     */
    PendingSend(@Nullable Offer offer, MessageSender messageSender, Release release, NamedCall call) {
        this.offer = offer;
        this.messageSender = messageSender;
        this.release = release;
        this.call = call;
    }

    @Override
    public boolean isDone() {
        Offer open = offer;
        return open == null || open.isOver() || release.holds();
    }

    @Override
    public void await() {
        Offer open = offer;
        if (open != null) {
            offer = null;
            try {
                messageSender.await(open, release, call);
            } catch (RuntimeException failed) {
                failure = failed;
            }
        }
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }
}
