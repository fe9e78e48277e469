package org.moide.engine.executor;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.wire.ByteReader;

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

    /**
     * Kind of the news that a call has begun which another engine has submitted. Of a call of the program that may begin
     * only once, it is the question whether it may begin now; the answer is of this kind too, or {@link #NOT_BEGUN} if
     * it may not. It has no content.
     */
    public static final byte BEGUN = 5;

    /** Kind of the news from an engine that it has calls to give. Without a number and content. */
    public static final byte OFFERED = 6;

    /** Kind of the request to an engine to give calls. Its content is how many (4 bytes). Without a number. */
    public static final byte WANTED = 7;

    /**
     * Kind of the news from an engine for how many given calls it has room now. Its content is that count (4 bytes), which
     * may be 0. Without a number.
     */
    public static final byte HUNGRY = 10;

    /**
     * Kind of the request to an engine to tell for how many given calls it has room, whenever that changes. Without a
     * number and content.
     */
    public static final byte ASKED = 11;

    /** Kind of a given call for an engine to run. Its content is the encoded call. */
    public static final byte RUN = 12;

    /** Kind of the news that the engine is lost which ran a given call, so that the call waits again. It has no content. */
    public static final byte LOST = 13;

    /** Kind of a call that an engine gives. The number is the engine's own, the content the encoded call. */
    public static final byte SUBMITTED = 8;

    /**
     * Kind of a piece of a long call that an engine gives. The number is the engine's own; the content is that of a
     * {@link #PIECE}, and all pieces together are {@link #SUBMITTED} and the encoded call.
     */
    public static final byte SUBMITTED_PIECE = 17;

    /**
     * Kind of the news that the answer of a given call is not needed, by the number of the engine that gave it. Its
     * content is 1 if the call is to be interrupted, else 0.
     */
    public static final byte UNWANTED = 9;

    /**
     * Kind of an improvement of a best value ({@link org.moide.engine.Best}), for the program and all other engines. Its
     * number is that of the best value, its content the encoded value.
     */
    public static final byte BEST = 14;

    /**
     * Kind of the question for a best value, to the one who made it: the program if the number is below 0, else an
     * engine. It has no content.
     */
    public static final byte BEST_ASKED = 15;

    /**
     * Kind of the news for the program on which engines a call runs that is to run on each. Its content is their seats (4
     * bytes each). Of such a call {@link #LOST} is news for the program, too.
     */
    public static final byte ENGINES = 16;

    /** Kind of a note for the program about its calls. Its content is the text in UTF-8. Without a number. */
    public static final byte NOTE = 18;

    /**
     * Kind of a call that a call has detached, for the program to submit. The number is below 0 and the engine's own; the
     * content is the call's name (UTF-8, after its length, 4 bytes) and the encoded call. The program's word whether it
     * has taken the call is {@link #BEGUN} or {@link #NOT_BEGUN} with the same number. If it is long, it comes in {@link
     * #PIECE pieces}, like an answer.
     */
    public static final byte DETACHED = 19;

    public static final int HEAD_BYTES = Long.BYTES + 1 + Integer.BYTES;
    public static final int PIECE_HEAD_BYTES = Long.BYTES + Integer.BYTES;

    /** Longest stack trace, in bytes. The trace of a deep recursion only repeats itself. */
    private static final int MOST_TRACE_BYTES = 32 << 10;

    private static final int MOST_THROWN_BYTES = 1 << 20;

    private CallAnswer() {}

    /** Encodes a complete answer. */
    public static byte[] of(long number, byte kind, byte[] bytes) {
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

    /**
     * Decodes an exception from the content of an answer.
     *
     * @param inWords makes an exception of a printed stack trace, if the exception itself cannot be decoded
     */
    public static Throwable thrown(byte[] bytes, ObjectCodec codec, Function<String, Throwable> inWords) {
        ByteReader all = new ByteReader(bytes);
        String trace = all.text();
        if (all.remaining() > 0) {
            try {
                if (codec.decode(all.rest()) instanceof Throwable thrown) {
                    return thrown;
                }
            } catch (CommException cannot) {
                // Then in words.
            }
        }
        return inWords.apply(trace);
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
