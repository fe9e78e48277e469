package org.moide.coordinator.serve;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is said of a run: its kind, the run, and bytes.
 *
 * @param run as the program has numbered it; 0 if it is about none
 * @param payload not to be changed
 */
public record Frame(Kind kind, int run, byte[] payload) {
    /** More is refused before any memory is taken for it: no report and no arguments are as long. */
    public static final int MOST_BYTES = 64 << 20;

    /** What a frame says; the other side knows kinds by their order. */
    public enum Kind {
        /** To the child: run an application. The payload is {@link Words}: those after {@code moide}. */
        RUN,
        /** To the child: the run is to end. */
        CANCEL,
        /** To the program: a line of the application. */
        LINE,
        /** To the program: a line that is no result, such as what went wrong. */
        NOTE,
        /** To the program: the application came to its end, with this {@code run.json}. */
        REPORT,
        /** To the program: what the application put into its report, {@link Values}. */
        VALUES,
        /** To the program: the run is over; the payload is the command's exit code, 4 bytes. Nothing follows of this run. */
        ENDED
    }

    /** A frame with a text. */
    public static Frame of(Kind kind, int run, String text) {
        return new Frame(kind, run, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The payload as a text. */
    public String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /**
     * Reads one; null if the other side has ended between two frames.
     *
     * @throws IOException if what comes is no frame
     */
    public static @Nullable Frame read(DataInputStream in) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        Kind[] kinds = Kind.values();
        if (first >= kinds.length) {
            throw new IOException("expected a frame of a kind below " + kinds.length + ", found " + first);
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
        return new Frame(kinds[first], run, payload);
    }

    /** Writes it, at once. */
    public void write(DataOutputStream out) throws IOException {
        if (payload.length > MOST_BYTES) {
            throw new IOException("expected a frame of at most " + MOST_BYTES + " bytes, found " + payload.length);
        }
        out.writeByte(kind.ordinal());
        out.writeInt(run);
        out.writeInt(payload.length);
        out.write(payload);
        out.flush();
    }
}
