package org.moide.commlib.message;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.port.ObjectCodec;

/**
 * A message in a mailbox, or just taken from one: its head, and how its data is brought in. After it was taken exactly
 * one of {@link #into}, {@link #value} and {@link #refuse} is called, by the receiving thread.
 */
abstract sealed class Message {
    private final int sender;
    private final int tag;
    private final long note;
    private final Content content;
    private final long bytes;

    /** The next of the same sender and tag, while it is in a mailbox; guarded by the mailbox. */
    @Nullable
    Message next;

    /** Its place among all that came to its mailbox; guarded by the mailbox. */
    long arrival;

    private Message(int sender, int tag, long note, Content content, long bytes) {
        this.sender = sender;
        this.tag = tag;
        this.note = note;
        this.content = content;
        this.bytes = bytes;
    }

    final int sender() {
        return sender;
    }

    final int tag() {
        return tag;
    }

    final long note() {
        return note;
    }

    final Content content() {
        return content;
    }

    /** In elements; 0 for an object. */
    final int length() {
        return content.elements() == null
                ? 0
                : Math.toIntExact(bytes / content.elements().bytes());
    }

    final String describe() {
        return content.describe(bytes);
    }

    final long bytes() {
        return bytes;
    }

    /** What this counts against its sender's credit while it is in the mailbox. */
    long weightBytes() {
        return Envelope.FRAME_BYTES;
    }

    /** Brings the data into {@code target}, which has its type and length, and lets the sender go on. */
    abstract void into(Slice target, Station self);

    /** The data as an object or a new array; lets the sender go on. */
    abstract Object value(Station self);

    /**
     * The data in a form that outlives the epoch; the message stays as it is.
     *
     * @return null if the data is still its sender's
     */
    abstract byte @Nullable [] saved(ObjectCodec codec);

    /** Drops the data and tells a sender that waits why. */
    void refuse(String complaint, Station self) {}

    /** Only where the content is elements. */
    final ElementType elementType() {
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
    static final class Copied extends Message {
        private final Slice data;

        Copied(int sender, int tag, long note, Slice data) {
            super(sender, tag, note, Content.of(data.type()), data.bytes());
            this.data = data;
        }

        @Override
        long weightBytes() {
            return Envelope.FRAME_BYTES + bytes();
        }

        @Override
        void into(Slice target, Station self) {
            if (data.array() != target.array() || data.offset() != target.offset()) {
                Elements.copy(data, target);
            }
        }

        @Override
        Object value(Station self) {
            return data.array();
        }

        @Override
        byte[] saved(ObjectCodec codec) {
            return Elements.encode(data);
        }
    }

    /** An object from the same engine, handed over. */
    static final class Handed extends Message {
        private final Object value;
        private final @Nullable Offer offer;

        /**
         * Makes a message.
         *
         * @param offer of a sender that has no credit and waits; its data is ignored
         */
        Handed(int sender, int tag, long note, Object value, @Nullable Offer offer) {
            super(sender, tag, note, Content.OBJECT, 0);
            this.value = value;
            this.offer = offer;
        }

        @Override
        void into(Slice target, Station self) {
            throw new IllegalStateException("expected elements, found an object");
        }

        @Override
        Object value(Station self) {
            if (offer != null) {
                offer.close(null);
            }
            return value;
        }

        @Override
        byte @Nullable [] saved(ObjectCodec codec) {
            return offer == null ? codec.encode(value) : null;
        }

        @Override
        void refuse(String complaint, Station self) {
            if (offer != null) {
                offer.close(complaint);
            }
        }
    }

    /** Elements that still are in the array of a sender of the same engine. */
    static final class Offered extends Message {
        private final Offer offer;

        Offered(int sender, int tag, long note, Offer offer) {
            super(
                    sender,
                    tag,
                    note,
                    Content.of(offer.data().type()),
                    offer.data().bytes());
            this.offer = offer;
        }

        @Override
        void into(Slice target, Station self) {
            if (!offer.beginReading()) {
                throw new SenderLeftException(
                        "receive from " + sender() + ", tag " + tag() + " at ID " + self.id() + ": " + SENDER_LEFT);
            }
            Elements.copy(offer.data(), target);
            offer.close(null);
        }

        @Override
        Object value(Station self) {
            Slice target = newArray();
            into(target, self);
            return target.array();
        }

        @Override
        byte @Nullable [] saved(ObjectCodec codec) {
            return null;
        }

        @Override
        void refuse(String complaint, Station self) {
            offer.close(complaint);
        }
    }

    /** A short message from another engine. */
    static final class Arrived extends Message {
        private final byte[] encoded;
        private final Puller puller;

        Arrived(Envelope.Eager envelope, Puller puller) {
            super(envelope.sender(), envelope.tag(), envelope.note(), envelope.content(), envelope.bytes().length);
            this.encoded = envelope.bytes();
            this.puller = puller;
        }

        @Override
        long weightBytes() {
            return Envelope.FRAME_BYTES + bytes();
        }

        @Override
        void into(Slice target, Station self) {
            self.counters().countEncoding();
            Elements.decode(encoded, target, 0);
        }

        @Override
        Object value(Station self) {
            if (content() == Content.OBJECT) {
                return puller.decode(encoded, self);
            }
            Slice target = newArray();
            into(target, self);
            return target.array();
        }

        @Override
        byte[] saved(ObjectCodec codec) {
            return encoded;
        }
    }

    /** A long message that is still with another engine. */
    static final class Announced extends Message {
        private final long messageId;
        private final Puller puller;

        Announced(Envelope.Announce envelope, Puller puller) {
            super(envelope.sender(), envelope.tag(), envelope.note(), envelope.content(), envelope.bytes());
            this.messageId = envelope.messageId();
            this.puller = puller;
        }

        @Override
        void into(Slice target, Station self) {
            puller.pull(sender(), messageId, target, self);
        }

        @Override
        Object value(Station self) {
            if (content() == Content.OBJECT) {
                byte[] encoded = new byte[Math.toIntExact(bytes())];
                puller.pull(sender(), messageId, Slice.of(encoded), self);
                return puller.decode(encoded, self);
            }
            Slice target = newArray();
            into(target, self);
            return target.array();
        }

        @Override
        byte @Nullable [] saved(ObjectCodec codec) {
            return null;
        }

        @Override
        void refuse(String complaint, Station self) {
            puller.refuse(sender(), messageId, complaint, self);
        }
    }

    static final String SENDER_LEFT = "the sender no longer waits: it was released, or it found an error";
}
