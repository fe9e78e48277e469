package org.moide.command.serve;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;

/**
 * A message about a run between a program and its child JVM. It consists of a kind, the number of a run, and bytes.
 * Immutable unless the bytes are changed.
 */
public final class RunFrame {
    /**
     * The most bytes of a payload. A longer one is refused before memory is allocated; no report and no list of
     * arguments is as long.
     */
    public static final int MOST_BYTES = 64 << 20;

    /** The initial size of a buffer. */
    private static final int FIRST_BYTES = 256;

    private static final Map<Integer, Kind> KINDS =
            Stream.of(Kind.values()).collect(Collectors.toMap(kind -> kind.code, kind -> kind));

    private final Kind kind;
    private final int run;
    private final byte[] payload;

    /** The kinds of messages. Each kind is sent only by the program or only by the child JVM. */
    public enum Kind {
        /** An order for the child to run an application. The payload is the arguments of {@code moide}. */
        RUN(1),
        /** An order for the child to end the run. */
        CANCEL(2),
        /** A line for the program that the application has printed. */
        LINE(3),
        /** A line for the program about the run, such as an error. */
        NOTE(4),
        /** For the program: the application has ended by itself. The payload is its {@code run.json}. */
        REPORT(5),
        /** For the program: the values that the application put into its report; see {@link Values}. */
        VALUES(6),
        /**
         * For the program: the run is over. The payload is the command's exit code, 4 bytes. No other message about
         * this run follows.
         */
        ENDED(7),
        /** For the child: calls of an executor. Each has its length, 4 bytes, its number, 8 bytes, and its content. */
        CALLS(8),
        /**
         * An order for the child to cancel calls. The payload is numbers of 8 bytes: the number up to which all calls
         * are cancelled; the lowest number of a call that is still open; 1 to interrupt running calls, otherwise 0; and
         * the numbers of further calls to cancel.
         */
        CANCEL_CALLS(9),
        /** For the child: the executor has no more calls. */
        NO_MORE_CALLS(10),
        /**
         * For the program: answers of calls. Each entry has the number of the engine that sent it, 4 bytes, a length, 4
         * bytes, and answers of that length.
         */
        ANSWERS(11),
        /** For the child: a single call, encoded as in {@link #CALLS}, while no other call is open. */
        CALL_ALONE(12),
        /** For the program: the progress of the run; see {@link ProgressBytes}. */
        PROGRESS(13),
        /**
         * For the child: a piece of a value that calls share. The payload is the value's number, 8 bytes, its length, 4
         * bytes, the offset of the piece, 4 bytes, and the piece.
         */
        SHARE(14),
        /** For the child: no call reads a shared value any more. The payload is the value's number, 8 bytes. */
        UNSHARE(15),
        /**
         * For the child: whether a call may begin that an engine has asked about. The payload is the number of the
         * engine, 4 bytes, that of the call, 8 bytes, and 1 if it may, otherwise 0, 1 byte.
         */
        MAY_BEGIN(16),
        /**
         * For the child: an improvement of a best value, for all engines. The payload is the value's number, 8 bytes, and
         * the encoded value.
         */
        BEST(17),
        /** For the child: a call that runs once on each engine. The payload is its number, 8 bytes, and its content. */
        CALL_ON_EACH(18);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    /**
     * Creates a message with these bytes, which must not be changed later.
     *
     * @param run the run's number, which the program chose; 0 if the message belongs to no run
     */
    public RunFrame(Kind kind, int run, byte[] payload) {
        this.kind = kind;
        this.run = run;
        this.payload = payload;
    }

    public Kind kind() {
        return kind;
    }

    public int run() {
        return run;
    }

    /** Returns the bytes, which must not be changed. */
    public byte[] payload() {
        return payload;
    }

    /** Creates a message whose payload is a text. */
    public static RunFrame of(Kind kind, int run, String text) {
        return new RunFrame(kind, run, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the payload as a text. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /**
     * Decodes the payload.
     *
     * @param how reads the value from the bytes
     * @throws IOException if the payload is malformed or longer than expected
     */
    public <T> T read(Function<ByteReader, T> how) throws IOException {
        ByteReader in = new ByteReader(payload);
        try {
            T read = how.apply(in);
            in.end();
            return read;
        } catch (IllegalArgumentException other) {
            throw new IOException("a frame of kind " + kind + ": " + other.getMessage(), other);
        }
    }

    /** Creates a message whose payload is a list of texts. */
    public static RunFrame of(Kind kind, int run, List<String> texts) {
        ArrayWriter out = new ArrayWriter(FIRST_BYTES);
        texts.forEach(out::text);
        return new RunFrame(kind, run, out.bytes());
    }

    /**
     * Returns the payload as texts.
     *
     * @throws IOException if it is malformed
     */
    public List<String> texts() throws IOException {
        return read(in -> {
            List<String> texts = new ArrayList<>();
            while (in.remaining() > 0) {
                texts.add(in.text());
            }
            return texts;
        });
    }

    /**
     * Reads a message. Returns null at the end of the stream.
     *
     * @throws IOException if the message is malformed or incomplete
     */
    public static @Nullable RunFrame read(DataInputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        Kind kind = KINDS.get(first);
        if (kind == null) {
            throw new IOException("expected a frame, found one of kind " + first);
        }
        int run = in.readInt();
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("expected a frame of at most " + MOST_BYTES + " bytes, found " + length);
        }
        byte[] payload = in.readNBytes(length);
        if (payload.length < length) {
            throw new EOFException("expected a frame of " + length + " bytes, found " + payload.length);
        }
        return new RunFrame(kind, run, payload);
    }

    /** Writes the message and flushes the stream. */
    public void write(DataOutputStream out) throws IOException {
        if (payload.length > MOST_BYTES) {
            throw new IOException("expected a frame of at most " + MOST_BYTES + " bytes, found " + payload.length);
        }
        out.writeByte(kind.code);
        out.writeInt(run);
        out.writeInt(payload.length);
        out.write(payload);
        out.flush();
    }
}
