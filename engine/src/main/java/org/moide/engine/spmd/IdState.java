package org.moide.engine.spmd;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.system.ExactBytes;
import org.moide.commlib.wire.ByteReader;

/**
 * The saved data of one logical ID at a safe point.
 *
 * @param utterances how many calls of {@link org.moide.engine.Report} its thread had made
 * @param unreceived the messages that were sent to the ID and not yet received, in order
 * @param state the application's state in the encoding of its codec; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // large arrays that are never compared
public record IdState(long utterances, List<Envelope> unreceived, byte[] state) {
    /** First word of the encoding, which identifies its version. */
    private static final int FORM = 0x4D4F_4331;

    private static final int LEAST_MESSAGE_BYTES = 5 * Integer.BYTES + Long.BYTES + 1;

    public IdState {
        unreceived = List.copyOf(unreceived);
    }

    /**
     * Encodes the saved data of one logical ID. The state is written directly into the result, without a copy if the
     * total length is as expected.
     *
     * @param state writes the application's state; called on the calling thread
     * @param expectedBytes the expected total length: that of the last checkpoint
     */
    public static byte[] encoded(
            long utterances,
            List<Envelope> unreceived,
            Consumer<? super ByteArrayOutputStream> state,
            int expectedBytes) {
        ExactBytes bytes = new ExactBytes(expectedBytes);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(FORM);
            out.writeLong(utterances);
            out.writeInt(unreceived.size());
            for (Envelope envelope : unreceived) {
                write(envelope, out);
            }
            int lengthAt = bytes.size();
            out.writeInt(0);
            state.accept(bytes);
            bytes.setInt(lengthAt, bytes.size() - lengthAt - Integer.BYTES);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.all();
    }

    private static void write(Envelope outer, DataOutputStream out) throws IOException {
        if (!(outer.message() instanceof Envelope.Eager message)) {
            throw new IllegalArgumentException("expected messages with their data, found " + outer);
        }
        out.writeInt(outer.context());
        out.writeInt(message.sender());
        out.writeInt(message.receiver());
        out.writeInt(message.tag());
        out.writeLong(message.note());
        out.writeByte(message.content().code());
        write(message.bytes(), out);
    }

    private static void write(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Decodes the bytes that {@link #encoded} has returned.
     *
     * @throws IllegalArgumentException if {@code bytes} are not exactly one encoding
     */
    public static IdState decoded(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        try {
            int form = in.getInt();
            if (form != FORM) {
                throw new IllegalArgumentException("expected it to begin with " + FORM + ", found " + form);
            }
            long utterances = in.getLong();
            int count = in.count(LEAST_MESSAGE_BYTES);
            List<Envelope> unreceived = new ArrayList<>();
            for (int message = 0; message < count; message++) {
                unreceived.add(readEnvelope(in));
            }
            byte[] state = in.array();
            in.end();
            return new IdState(utterances, unreceived, state);
        } catch (IllegalArgumentException other) {
            throw new IllegalArgumentException("a saved state: " + other.getMessage(), other);
        }
    }

    private static Envelope readEnvelope(ByteReader in) {
        int context = in.getInt();
        int sender = in.getInt();
        int receiver = in.getInt();
        int tag = in.getInt();
        long note = in.getLong();
        Content content = Content.ofCode(in.get());
        Envelope message = new Envelope.Eager(sender, receiver, tag, note, content, in.array());
        return context == 0 ? message : new Envelope.InContext(context, message);
    }
}
