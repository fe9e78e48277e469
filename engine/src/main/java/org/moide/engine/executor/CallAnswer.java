package org.moide.engine.executor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.moide.commlib.port.ObjectCodec;

/**
 * Encodes the answer to a call: the call's number (8 bytes), a kind (1), the length of the content (4), and the
 * content. Several answers may follow each other.
 */
public final class CallAnswer {
    /** Kind of an answer whose content is the encoded value that the call returned. */
    public static final byte VALUE = 0;

    /**
     * Kind of an answer whose content is the length of a stack trace (4), the stack trace as text, and the encoded
     * exception; the latter is absent if it cannot be encoded.
     */
    public static final byte THROWN = 1;

    /** Kind of the answer to a call that was cancelled before it began. It has no content. */
    public static final byte NOT_BEGUN = 2;

    /**
     * Kind of a piece of a long answer. Its content is the number of the long answer within its engine (8), the total
     * length of all pieces (4), and the piece's bytes. All pieces together are the long answer's kind and content.
     */
    public static final byte PIECE = 3;

    /**
     * Kind of the answer to a call that was given up because too many engines died during it. The content is a UTF-8
     * text that follows the call's name.
     */
    public static final byte GIVEN_UP = 4;

    public static final int HEAD_BYTES = Long.BYTES + 1 + Integer.BYTES;
    public static final int PIECE_HEAD_BYTES = Long.BYTES + Integer.BYTES;

    /** Longest stack trace, in bytes. The trace of a deep recursion only repeats itself. */
    private static final int MOST_TRACE_BYTES = 32 << 10;

    private static final int MOST_THROWN_BYTES = 1 << 20;

    private CallAnswer() {}

    /** Encodes a complete answer. */
    static byte[] of(long number, byte kind, byte[] bytes) {
        return ByteBuffer.allocate(HEAD_BYTES + bytes.length)
                .putLong(number)
                .put(kind)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /**
     * Encodes an exception as the content of an answer: as text, and also as an object if it can be sent.
     *
     * @param readBack decodes the encoded exception; throws if the receiver could not decode it
     */
    static byte[] thrown(Throwable thrown, ObjectCodec codec, Consumer<byte[]> readBack) {
        byte[] trace = trace(thrown);
        byte[] object;
        try {
            object = codec.encode(thrown);
            readBack.accept(object);
        } catch (RuntimeException | StackOverflowError itself) {
            object = new byte[0];
        }
        if (object.length > MOST_THROWN_BYTES) {
            object = new byte[0];
        }
        return ByteBuffer.allocate(Integer.BYTES + trace.length + object.length)
                .putInt(trace.length)
                .put(trace)
                .put(object)
                .array();
    }

    /** Returns whether the content has the exception as text only. */
    static boolean isInWords(byte[] thrown) {
        return thrown.length == Integer.BYTES + ByteBuffer.wrap(thrown).getInt();
    }

    private static byte[] trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        try {
            thrown.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException | StackOverflowError itself) {
            text.append(thrown.getClass().getName());
        }
        String all = text.toString();
        return (all.length() <= MOST_TRACE_BYTES ? all : all.substring(0, MOST_TRACE_BYTES))
                .getBytes(StandardCharsets.UTF_8);
    }
}
