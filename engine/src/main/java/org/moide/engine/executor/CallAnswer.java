package org.moide.engine.executor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.moide.commlib.port.ObjectCodec;

/**
 * The answer to a call, as bytes: the call's number (8 bytes), a kind (1), the length of the content (4), and the
 * content. Several answers follow each other.
 */
public final class CallAnswer {
    /** The kind of an answer whose content is the value that the call returned, encoded. */
    public static final byte VALUE = 0;

    /**
     * The kind of an answer whose content is the length of a text (4), the stack trace, and the exception, encoded, or
     * nothing if it cannot be encoded.
     */
    public static final byte THROWN = 1;

    /** The kind of the answer to a call that was cancelled before it began. No content. */
    public static final byte NOT_BEGUN = 2;

    /**
     * The kind of a piece of a long answer: a number that its engine has for this answer and no other (8), the number
     * of bytes of all pieces together (4), and the piece's bytes. The pieces put together are the answer's kind, and
     * its content.
     */
    public static final byte PIECE = 3;

    /**
     * The kind of the answer to a call during which engines died as often as a call is tried. The content is a text in
     * UTF-8 that stands behind the call's name.
     */
    public static final byte GIVEN_UP = 4;

    public static final int HEAD_BYTES = Long.BYTES + 1 + Integer.BYTES;
    public static final int PIECE_HEAD_BYTES = Long.BYTES + Integer.BYTES;

    /** The longest stack trace: a deep recursion's trace says the same again and again. */
    private static final int MOST_TRACE_BYTES = 32 << 10;

    private static final int MOST_THROWN_BYTES = 1 << 20;

    private CallAnswer() {}

    /** Returns an answer that is whole. */
    static byte[] of(long number, byte kind, byte[] bytes) {
        return ByteBuffer.allocate(HEAD_BYTES + bytes.length)
                .putLong(number)
                .put(kind)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /**
     * Returns the content of an answer that tells an exception: as text in any case, and as an object if it can be
     * sent.
     *
     * @param readBack given the encoded exception; throws if its receiver could not read it
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

    /** Returns whether this content has the exception as text only. */
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
