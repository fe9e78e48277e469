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

/** Message about a run: its kind, the run, and bytes. Immutable, if nobody changes the bytes. */
public final class RunFrame {
    /**
     * Most bytes of a payload. More are refused before any memory is taken for them: no report and no arguments are as
     * long.
     */
    public static final int MOST_BYTES = 64 << 20;

    /** Bytes of a buffer to begin with: some words. */
    private static final int FIRST_BYTES = 256;

    private static final Map<Integer, Kind> KINDS =
            Stream.of(Kind.values()).collect(Collectors.toMap(kind -> kind.code, kind -> kind));

    private final Kind kind;
    private final int run;
    private final byte[] payload;

    /** Kind of a frame, which says who sends it and what it means. */
    public enum Kind {
        /** Order to the child to run an application. The payload is the words after {@code moide}. */
        RUN(1),
        /** Order to the child to end the run. */
        CANCEL(2),
        /** Line of the application, for the program. */
        LINE(3),
        /** Line for the program that is no result, such as what went wrong. */
        NOTE(4),
        /** Report for the program that the application came to its end, with this {@code run.json}. */
        REPORT(5),
        /** Values that the application put into its report, for the program; see {@link Values}. */
        VALUES(6),
        /**
         * Notice to the program that the run is over. The payload is the command's exit code, 4 bytes. Nothing follows
         * of this run.
         */
        ENDED(7),
        /** Calls of an executor, for the child: each with its length, 4 bytes, and its number, 8. */
        CALLS(8),
        /**
         * Order to the child to cancel calls. The payload is numbers of 8 bytes: the number up to which all calls are
         * cancelled; the lowest number that is left anywhere; 1 if calls that run are interrupted; and then the numbers
         * of further calls to cancel.
         */
        CANCEL_CALLS(9),
        /** Notice to the child that the executor has no more calls. */
        NO_MORE_CALLS(10),
        /**
         * Answers of calls, for the program. They are entries of an engine's seat, 4 bytes, a length, 4, and answers.
         */
        ANSWERS(11),
        /** Single call for the child, as in {@link #CALLS}, while no other is open. */
        CALL_ALONE(12),
        /** Progress of the run, for the program; see {@link ProgressBytes}. */
        PROGRESS(13),
        /**
         * Piece of a value that calls share, for the child: the value's number, 8 bytes, its length, 4, the place where
         * the piece begins, 4, and the piece.
         */
        SHARE(14),
        /** Notice to the child that the value of this number, 8 bytes, is not read any more. */
        UNSHARE(15);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    /**
     * Creates a frame with these bytes, which nobody may change from now on.
     *
     * @param run the run's number, which the program has given; 0 if the frame is about no run
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

    /** Creates a frame with a text. */
    public static RunFrame of(Kind kind, int run, String text) {
        return new RunFrame(kind, run, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the payload as a text. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /**
     * Reads the payload.
     *
     * @throws IOException if it is something else, or has more bytes
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

    /** Creates a frame with texts. */
    public static RunFrame of(Kind kind, int run, List<String> texts) {
        ArrayWriter out = new ArrayWriter(FIRST_BYTES);
        texts.forEach(out::text);
        return new RunFrame(kind, run, out.bytes());
    }

    /**
     * Returns the payload as texts.
     *
     * @throws IOException if it is no texts
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
     * Reads a frame; returns null if the other side has ended between two frames.
     *
     * @throws IOException if what comes is no frame
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

    /** Writes the frame and flushes the stream. */
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
