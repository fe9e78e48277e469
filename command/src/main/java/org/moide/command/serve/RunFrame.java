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

/** One thing that is said of a run: its kind, the run, and bytes. Immutable, if nobody changes those. */
public final class RunFrame {
    /** More is refused before any memory is taken for it: no report and no arguments are as long. */
    public static final int MOST_BYTES = 64 << 20;

    /** Some words. */
    private static final int FIRST_BYTES = 256;

    private static final Map<Integer, Kind> KINDS =
            Stream.of(Kind.values()).collect(Collectors.toMap(kind -> kind.code, kind -> kind));

    private final Kind kind;
    private final int run;
    private final byte[] payload;

    /** What a frame says. */
    public enum Kind {
        /** To the child: run an application. The payload are the words after {@code moide}. */
        RUN(1),
        /** To the child: the run is to end. */
        CANCEL(2),
        /** To the program: a line of the application. */
        LINE(3),
        /** To the program: a line that is no result, such as what went wrong. */
        NOTE(4),
        /** To the program: the application came to its end, with this {@code run.json}. */
        REPORT(5),
        /** To the program: what the application put into its report, {@link Values}. */
        VALUES(6),
        /** To the program: the run is over; the payload is the command's exit code, 4 bytes. Nothing follows of this run. */
        ENDED(7),
        /** To the child: calls of an executor, each with its length, 4 bytes, and its number, 8. */
        CALLS(8),
        /**
         * To the child: calls that are not wanted any more. The payload are numbers of 8 bytes: all up to the first;
         * the lowest that is left anywhere; 1 if those that run are interrupted; and these, which follow.
         */
        CANCEL_CALLS(9),
        /** To the child: the executor has no more calls. */
        NO_MORE_CALLS(10),
        /** To the program: what came of calls. Entries of an engine's seat, 4 bytes, a length, 4, and answers. */
        ANSWERS(11),
        /** To the child: one call, as in {@link #CALLS}, while no other is open. */
        CALL_ALONE(12),
        /** To the program: how far the run is, {@link ProgressBytes}. */
        PROGRESS(13),
        /**
         * To the child: a piece of a value that calls share: its number, 8 bytes, how long it is, 4, where the piece
         * begins, 4.
         */
        SHARE(14),
        /** To the child: the value of this number, 8 bytes, is not read any more. */
        UNSHARE(15);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    /**
     * With these bytes, which nobody changes from now on.
     *
     * @param run as the program has numbered it; 0 if it is about none
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

    /** Not to be changed. */
    public byte[] payload() {
        return payload;
    }

    /** A frame with a text. */
    public static RunFrame of(Kind kind, int run, String text) {
        return new RunFrame(kind, run, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The payload as a text. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /**
     * What the payload says.
     *
     * @throws IOException if it is something else, or more
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

    /** A frame with texts. */
    public static RunFrame of(Kind kind, int run, List<String> texts) {
        ArrayWriter out = new ArrayWriter(FIRST_BYTES);
        texts.forEach(out::text);
        return new RunFrame(kind, run, out.bytes());
    }

    /**
     * The payload as texts.
     *
     * @throws IOException if these are none
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
     * Reads one; null if the other side has ended between two frames.
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

    /** Writes it, at once. */
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
