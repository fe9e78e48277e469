package org.moide.commlib.message;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message from one engine to another inside a {@link Batch}; its place in the batch gives its sequence number. */
public sealed interface Envelope extends Serializable {
    /** The bytes that this takes of a batch's limit. */
    int weightBytes();

    /** The message inside: only {@link InContext} is not its own message. */
    default Envelope message() {
        return this;
    }

    /** The number of the context whose mailboxes it is for; 0 is that of all IDs' own messages. */
    default int context() {
        return 0;
    }

    /** The name for the tag of messages that CommLib's collectives send; applications' tags start at 0. */
    int COLLECTIVE_TAG = -1;

    /** The tag of messages by which the members of a group agree on it. */
    int GROUP_TAG = -2;

    /** The tag of messages by which those who wait in a collective find out who is in it. */
    int CENSUS_TAG = -3;

    /** Contexts that one run may have: four for each group, and a mailbox in each costs a few hundred bytes. */
    int MOST_CONTEXTS = 1 << 16;

    /** Bytes on the wire of an envelope without its data, roughly. */
    int FRAME_BYTES = 64;

    /**
     * A short message, data and all.
     *
     * @param sender logical ID
     * @param receiver logical ID
     * @param note what the receiver compares with its own call: the length that an exchange expects back, or what
     *     collective it is; {@link #NO_NOTE} if nothing
     * @param bytes elements in little-endian order, or a serialized object; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // bulk bytes, which nobody compares
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
     * A long message of which the data stays with its sender until the receiver fetches it.
     *
     * @param sender logical ID
     * @param receiver logical ID
     * @param note as in {@link Eager}
     * @param bytes how long it is
     * @param messageId what to ask for; unique in the sender's engine and epoch
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
     * The answer to an {@link Announce}: the data is there (or will not be asked for), its sender may go on.
     *
     * @param complaint why the receiver did not want it, as it should appear in the sender's exception; null if it did
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
     * A collective failed at the sending engine, so those who wait for its part in one wait in vain.
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

    /** A message for another context than that of all IDs' own messages: those of a group, simple messages, requests. */
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

    /** The note of a message that has none. */
    long NO_NOTE = -1;

    private static void check(int sender, int receiver, int tag) {
        if (sender < 0 || receiver < 0 || tag < CENSUS_TAG) {
            throw new IllegalArgumentException("expected IDs from 0 on and a tag from " + CENSUS_TAG
                    + " on, found sender " + sender + ", receiver " + receiver + ", tag " + tag);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** A handler with a method for each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void eager(Eager eager);

        void announce(Announce announce);

        void taken(Taken taken);

        void collectiveFailed(CollectiveFailed collectiveFailed);

        void inContext(InContext inContext);
    }
}
