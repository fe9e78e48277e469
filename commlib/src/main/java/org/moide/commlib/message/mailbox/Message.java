package org.moide.commlib.message.mailbox;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Destination;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.SenderLeftException;
import org.moide.commlib.message.SpareArrays;
import org.moide.commlib.message.rendezvous.Offer;
import org.moide.commlib.port.ObjectCodec;

/**
 * A message in a mailbox, or just taken from one: its head, and how its data is brought in. After it was taken exactly
 * one of {@link #into}, {@link #value} and {@link #refuse} is called, by the receiving thread.
 */
public abstract sealed class Message {
    private final int sender;
    private final int tag;
    private final long note;
    private final Content content;
    private final long bytes;

    /** The next of the same sender and tag, while it is in a mailbox; guarded by the mailbox. */
    @Nullable
    Message next;

    /** The place among all that came to its mailbox; guarded by the mailbox. */
    long arrival;

    private Message(int sender, int tag, long note, Content content, long bytes) {
        this.sender = sender;
        this.tag = tag;
        this.note = note;
        this.content = content;
        this.bytes = bytes;
    }

    public final int sender() {
        return sender;
    }

    public final int tag() {
        return tag;
    }

    public final long note() {
        return note;
    }

    public final Content content() {
        return content;
    }

    /** The length in elements; 0 for an object. */
    public final int length() {
        return content.elements() == null
                ? 0
                : Math.toIntExact(bytes / content.elements().bytes());
    }

    public final String describe() {
        return content.describe(bytes);
    }

    final long bytes() {
        return bytes;
    }

    /** The weight that this counts against its sender's credit while it is in the mailbox. */
    long weightBytes() {
        return Envelope.FRAME_BYTES;
    }

    /** Brings the data to its destination, which has its type and length, and lets the sender go on. */
    public abstract void into(Destination destination, Endpoint self);

    /** Brings the data into this slice. */
    public final void into(Slice target, Endpoint self) {
        into(Destination.at(target), self);
    }

    /** The data as an object or a new array; lets the sender go on. */
    public abstract Object value(Endpoint self);

    /**
     * The data in a form that outlives the epoch; the message stays as it is.
     *
     * @return null if the data is still its sender's
     */
    public abstract byte @Nullable [] saved(ObjectCodec codec);

    /** Drops the data and tells a sender that waits why. */
    public void refuse(String complaint, Endpoint self) {}

    /** The type of its elements; only where the content is elements. */
    public final ElementType elementType() {
        ElementType type = content.elements();
        if (type == null) {
            throw new IllegalStateException("expected elements, found " + describe());
        }
        return type;
    }

    final Slice newArray() {
        return Slice.of(elementType().newArray(length()));
    }

    /** Elements from the same engine: a copy of the sender's, or already where the receiver wants them. */
    public static final class Copied extends Message {
        private final Slice data;

        public Copied(int sender, int tag, long note, Slice data) {
            super(sender, tag, note, Content.of(data.type()), data.bytes());
            this.data = data;
        }

        @Override
        long weightBytes() {
            return Envelope.FRAME_BYTES + bytes();
        }

        @Override
        public void into(Destination destination, Endpoint self) {
            destination.take(data);
        }

        @Override
        public Object value(Endpoint self) {
            return data.array();
        }

        @Override
        public byte[] saved(ObjectCodec codec) {
            return Elements.encode(data);
        }
    }

    /** An object from the same engine, handed over. */
    public static final class Handed extends Message {
        private final Object value;
        private final @Nullable Offer offer;

        /**
         * Makes a message.
         *
         * @param offer of a sender that has no credit and waits; its data is ignored
         */
        public Handed(int sender, int tag, long note, Object value, @Nullable Offer offer) {
            super(sender, tag, note, Content.OBJECT, 0);
            this.value = value;
            this.offer = offer;
        }

        @Override
        public void into(Destination destination, Endpoint self) {
            throw new IllegalStateException("expected elements, found an object");
        }

        @Override
        public Object value(Endpoint self) {
            if (offer != null) {
                offer.close(null);
            }
            return value;
        }

        @Override
        public byte @Nullable [] saved(ObjectCodec codec) {
            return offer == null ? codec.encode(value) : null;
        }

        @Override
        public void refuse(String complaint, Endpoint self) {
            if (offer != null) {
                offer.close(complaint);
            }
        }
    }

    /** Elements that still are in the array of a sender of the same engine. */
    public static final class Offered extends Message {
        private final Offer offer;

        public Offered(int sender, int tag, long note, Offer offer) {
            super(
                    sender,
                    tag,
                    note,
                    Content.of(offer.data().type()),
                    offer.data().bytes());
            this.offer = offer;
        }

        @Override
        public void into(Destination destination, Endpoint self) {
            if (!offer.beginReading()) {
                throw new SenderLeftException("receive from " + sender() + ", tag " + tag() + " at ID " + self.id()
                        + ": " + SenderLeftException.WHY);
            }
            destination.take(offer.data());
            offer.close(null);
        }

        @Override
        public Object value(Endpoint self) {
            Slice target = newArray();
            into(target, self);
            return target.array();
        }

        @Override
        public byte @Nullable [] saved(ObjectCodec codec) {
            return null;
        }

        @Override
        public void refuse(String complaint, Endpoint self) {
            offer.close(complaint);
        }
    }

    /** A short message from another engine. */
    public static final class Arrived extends Message {
        private final byte[] encoded;
        private final MessageFetcher fetcher;
        private final @Nullable SpareArrays arrays;

        /**
         * Makes a message.
         *
         * @param arrays where the array of its bytes goes once they are elsewhere; null if somebody else may have it
         */
        public Arrived(Envelope.Eager envelope, MessageFetcher fetcher, @Nullable SpareArrays arrays) {
            super(envelope.sender(), envelope.tag(), envelope.note(), envelope.content(), envelope.bytes().length);
            this.encoded = envelope.bytes();
            this.fetcher = fetcher;
            this.arrays = arrays;
        }

        @Override
        long weightBytes() {
            return Envelope.FRAME_BYTES + bytes();
        }

        @Override
        public void into(Destination destination, Endpoint self) {
            self.counters().countEncoding();
            destination.take(encoded, 0);
            if (arrays != null) {
                arrays.giveBack(encoded);
            }
        }

        @Override
        public Object value(Endpoint self) {
            if (content() == Content.OBJECT) {
                return fetcher.decode(encoded, self);
            }
            Slice target = newArray();
            into(target, self);
            return target.array();
        }

        @Override
        public byte[] saved(ObjectCodec codec) {
            return encoded.clone(); // the message may be received later, and its array used again
        }
    }

    /** A long message that is still with another engine. */
    public static final class Announced extends Message {
        private final long messageId;
        private final MessageFetcher fetcher;

        public Announced(Envelope.Announce envelope, MessageFetcher fetcher) {
            super(envelope.sender(), envelope.tag(), envelope.note(), envelope.content(), envelope.bytes());
            this.messageId = envelope.messageId();
            this.fetcher = fetcher;
        }

        @Override
        public void into(Destination destination, Endpoint self) {
            fetcher.pull(sender(), messageId, destination, self);
        }

        @Override
        public Object value(Endpoint self) {
            if (content() == Content.OBJECT) {
                byte[] encoded = new byte[Math.toIntExact(bytes())];
                fetcher.pull(sender(), messageId, Destination.at(Slice.of(encoded)), self);
                return fetcher.decode(encoded, self);
            }
            Slice target = newArray();
            into(target, self);
            return target.array();
        }

        @Override
        public byte @Nullable [] saved(ObjectCodec codec) {
            return null;
        }

        @Override
        public void refuse(String complaint, Endpoint self) {
            fetcher.refuse(sender(), messageId, complaint, self);
        }
    }
}
