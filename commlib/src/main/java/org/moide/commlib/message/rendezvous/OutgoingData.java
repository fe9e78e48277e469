package org.moide.commlib.message.rendezvous;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.channel.Channel;
import org.moide.commlib.channel.Frame;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.EnvelopeFrames;

/** The data of a long message that is being sent to the engine that requested it. One thread at a time sends. */
public final class OutgoingData {
    /** The bytes that are copied before the receiver may begin to copy them on; a multiple of 8. */
    private static final int PIECE_BYTES = 32 * 1024;

    private final long messageId;
    private final @Nullable Offer offer;
    private long sentBytes;

    /**
     * Creates the state in which no byte of the message has been sent.
     *
     * @param offer null if the sender no longer waits: then the receiver is told so
     */
    public OutgoingData(long messageId, @Nullable Offer offer) {
        this.messageId = messageId;
        this.offer = offer;
    }

    public long sentBytes() {
        return sentBytes;
    }

    /** Sends as much of the data as there is room for in the channel; returns whether everything is sent. */
    public boolean advance(Channel channel) {
        Offer open = offer;
        while (open == null || sentBytes < open.data().bytes()) {
            if (open == null || !open.beginReading()) {
                return channel.write(Frame.of(EnvelopeFrames.GONE, 0, 0, messageId), true) || channel.broken();
            }
            int bytes = (int) Math.min(PIECE_BYTES, open.data().bytes() - sentBytes);
            boolean written;
            try {
                Frame head = EnvelopeFrames.data(messageId, sentBytes, bytes);
                Slice piece = Elements.piece(open.data(), sentBytes, bytes);
                boolean last = sentBytes + bytes == open.data().bytes();
                written = last ? channel.writeAwaited(head, piece) : channel.write(head, piece);
            } finally {
                open.endReading();
            }
            if (!written) {
                return channel.broken();
            }
            sentBytes += bytes;
        }
        return true;
    }
}
