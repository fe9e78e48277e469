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
 * A message in a mailbox, or just taken from one: its head, and the way to its data. After taking it, the receiving
 * thread calls exactly one of {@link #into}, {@link #value} and {@link #refuse}.
 */
public abstract sealed class Message {
    private final int sender;
    private final int tag;
    private final long note;
    private final Content content;
    private final long bytes;

    /** The next message of the same sender and tag in the mailbox; guarded by the mailbox. */
    @Nullable
    Message next;

    /** The position among all messages that arrived at its mailbox; guarded by the mailbox. */
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

    /** Returns the length in elements; 0 for an object. */
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

    /** Returns the bytes that this message counts against its sender's credit while it is in the mailbox. */
    long weightBytes() {
        return Envelope.FRAME_BYTES;
    }

    /** Copies or fetches the data to a destination of the same type and length, and lets the sender go on. */
    public abstract void into(Destination destination, Endpoint self);

    /** Copies or fetches the data into a slice, and lets the sender go on. */
    public final void into(Slice target, Endpoint self) {
        into(Destination.at(target), self);
    }

    /** Returns the data as an object or a new array, and lets the sender go on. */
    public abstract Object value(Endpoint self);

    /**
     * Returns the data in a form that can be kept for a later epoch (the time between two changes of the run's
     * engines); the message does not change.
     *
     * @return null if the sender still has the data
     */
    public abstract byte @Nullable [] saved(ObjectCodec codec);

    /** Drops the data. If the sender waits, tells it why. */
    public void refuse(String complaint, Endpoint self) {}

    /** Returns the type of the elements; throws for an object. */
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

    /** Elements from the same engine: a copy of the sender's data, perhaps already in the receiver's array. */
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

    /** An object from the same engine, passed by reference. */
    public static final class Handed extends Message {
        private final Object value;
        private final @Nullable Offer offer;

        /**
         * Creates a message.
         *
         * @param offer the offer of a sender that waits because it has no credit, otherwise null; the offer's data is
         * ignored
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

    /** Elements from the same engine that are still in the sender's array. */
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

    /** A message from another engine that is so short that it came together with its data. */
    public static final class Arrived extends Message {
        private final byte[] encoded;
        private final MessageFetcher fetcher;
        private final @Nullable SpareArrays arrays;

        /**
         * Creates a message.
         *
         * @param arrays takes the array of its bytes back after they were copied; null if the array may have other
         *     references
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
            return encoded.clone(); // the message may be received later, and its array reused
        }
    }

    /** A long message whose data is still with another engine. */
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
