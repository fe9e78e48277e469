package org.moide.engine.executor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.moide.commlib.port.ObjectCodec;

/**
 * What came of a call, as bytes: its number (8 bytes), a kind (1), a length (4), and so many bytes. Several follow each
 * other.
 */
public final class CallAnswer {
    /** The bytes are the value that it returned, encoded. */
    public static final byte VALUE = 0;

    /** The bytes are the length of a text (4), the stack trace, and what was thrown, encoded, or nothing if it cannot be. */
    public static final byte THROWN = 1;

    /** It was cancelled before it began. No bytes. */
    public static final byte NOT_BEGUN = 2;

    /**
     * A piece of an answer that is long: a number that its engine has for this answer and no other (8), how many bytes
     * all pieces have together (4), and these. Put together they are the answer's kind, and its bytes.
     */
    public static final byte PIECE = 3;

    /** Engines died with it as often as a call is tried. The bytes are a text in UTF-8 that goes on after the call's name. */
    public static final byte GIVEN_UP = 4;

    public static final int HEAD_BYTES = Long.BYTES + 1 + Integer.BYTES;
    public static final int PIECE_HEAD_BYTES = Long.BYTES + Integer.BYTES;

    /** A deep recursion's trace says the same again and again. */
    private static final int MOST_TRACE_BYTES = 32 << 10;

    private static final int MOST_THROWN_BYTES = 1 << 20;

    private CallAnswer() {}

    /** An answer that is whole. */
    static byte[] of(long number, byte kind, byte[] bytes) {
        return ByteBuffer.allocate(HEAD_BYTES + bytes.length)
                .putLong(number)
                .put(kind)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    /**
     * What was thrown: for people in any case, and as it is if that can travel.
     *
     * @param readBack is given it encoded, and throws if whoever gets it could not read it
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

    /** Whether these bytes say what was thrown to people only. */
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
