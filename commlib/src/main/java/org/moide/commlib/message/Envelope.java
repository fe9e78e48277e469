package org.moide.commlib.message;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message from one engine to another inside a {@link Batch}. Its position in the batch gives its sequence number. */
public sealed interface Envelope extends Serializable {
    /** Returns the number of bytes that count for this envelope towards the limit of a batch. */
    int weightBytes();

    /** Returns the message inside; only an {@link InContext} contains another message. */
    default Envelope message() {
        return this;
    }

    /**
     * Returns the number of the message's context, a separate set of mailboxes: 0 is the context of messages between
     * all IDs.
     */
    default int context() {
        return 0;
    }

    /** The tag of messages of CommLib's collectives; applications' tags start at 0. */
    int COLLECTIVE_TAG = -1;

    /** The tag of messages by which the members of a group agree on it. */
    int GROUP_TAG = -2;

    /** The tag of messages by which waiting IDs find out which IDs are in a collective. */
    int CENSUS_TAG = -3;

    /** The tag of answers to requests whose threads do not wait. They are handled like simple messages. */
    int ANSWER_TAG = -4;

    /**
     * The greatest number of contexts (separate sets of mailboxes) of one run; each group has five. A mailbox takes a
     * few hundred bytes in each context.
     */
    int MOST_CONTEXTS = 1 << 16;

    /** The approximate number of bytes that an envelope without its data takes in a connection. */
    int FRAME_BYTES = 64;

    /**
     * A short message with its data.
     *
     * @param sender logical ID
     * @param receiver logical ID
     * @param note a number that the receiver compares with its own call: the length that an exchange expects in
     * return, or a collective's packed description; {@link #NO_NOTE} for none
     * @param bytes elements in little-endian order, or a serialized object; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // bulk bytes; no code compares the records
    record Eager(int sender, int receiver, int tag, long note, Content content, byte[] bytes) implements Envelope {
        private static final long serialVersionUID = 1L;

        public Eager {
            check(sender, receiver, tag);
            Objects.requireNonNull(content, "content");
            Objects.requireNonNull(bytes, "bytes");
        }

        @Override
        public int weightBytes() {
            return FRAME_BYTES + bytes.length;
        }

        @Override
        public String toString() {
            return "Eager[" + sender + " to " + receiver + ", tag " + tag + ", " + content + ", " + bytes.length
                    + " bytes]";
        }

        @Override
        public void handle(Handler by) {
            by.eager(this);
        }
    }

    /**
     * The announcement of a long message; its data stays with the sender until the receiver fetches it.
     *
     * @param sender logical ID
     * @param receiver logical ID
     * @param note as in {@link Eager}
     * @param bytes the length of the data
     * @param messageId the number with which the receiver fetches it; unique in the sender's engine and epoch
     */
    record Announce(int sender, int receiver, int tag, long note, Content content, long bytes, long messageId)
            implements Envelope {
        private static final long serialVersionUID = 1L;

        public Announce {
            check(sender, receiver, tag);
            Objects.requireNonNull(content, "content");
            if (bytes < 0) {
                throw new IllegalArgumentException("bytes: expected 0 or more, found " + bytes);
            }
        }

        @Override
        public int weightBytes() {
            return FRAME_BYTES;
        }

        @Override
        public void handle(Handler by) {
            by.announce(this);
        }
    }

    /**
     * The answer to an {@link Announce}: the receiver has the data or will not fetch it, so the sender may go on.
     *
     * @param complaint why the receiver did not want the message, for the sender's exception; null if it took it
     */
    record Taken(long messageId, @Nullable String complaint) implements Envelope {
        private static final long serialVersionUID = 1L;

        @Override
        public int weightBytes() {
            return FRAME_BYTES + (complaint == null ? 0 : 2 * complaint.length());
        }

        @Override
        public void handle(Handler by) {
            by.taken(this);
        }
    }

    /**
     * The news that a collective failed at the sending engine, so that the receiving engine stops waiting for it.
     *
     * @param usage whether the application called it wrongly
     */
    record CollectiveFailed(boolean usage, String why) implements Envelope {
        private static final long serialVersionUID = 1L;

        public CollectiveFailed {
            Objects.requireNonNull(why, "why");
        }

        @Override
        public int weightBytes() {
            return FRAME_BYTES + 2 * why.length();
        }

        @Override
        public void handle(Handler by) {
            by.collectiveFailed(this);
        }
    }

    /** A message for the mailboxes of a context other than 0: a message of a group, a simple message, or a request. */
    record InContext(int context, Envelope message) implements Envelope {
        private static final long serialVersionUID = 1L;

        public InContext {
            if (context < 1 || context >= MOST_CONTEXTS) {
                throw new IllegalArgumentException(
                        "context: expected 1 to " + (MOST_CONTEXTS - 1) + ", found " + context);
            }
            if (!(message instanceof Eager) && !(message instanceof Announce)) {
                throw new IllegalArgumentException(
                        "expected a message to be in context " + context + ", found " + message);
            }
        }

        @Override
        public int weightBytes() {
            return message.weightBytes() + Integer.BYTES;
        }

        @Override
        public void handle(Handler by) {
            by.inContext(this);
        }
    }

    /** The value of {@code note} for a message that needs none. */
    long NO_NOTE = -1;

    private static void check(int sender, int receiver, int tag) {
        if (sender < 0 || receiver < 0 || tag < ANSWER_TAG) {
            throw new IllegalArgumentException("expected IDs from 0 on and a tag from " + ANSWER_TAG
                    + " on, found sender " + sender + ", receiver " + receiver + ", tag " + tag);
        }
    }

    /** Calls the handler's method for this kind of envelope. */
    void handle(Handler by);

    /** A handler with a method for each kind of envelope. A new kind without a method does not compile. */
    interface Handler {
        void eager(Eager eager);

        void announce(Announce announce);

        void taken(Taken taken);

        void collectiveFailed(CollectiveFailed collectiveFailed);

        void inContext(InContext inContext);
    }
}
