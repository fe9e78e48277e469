package org.moide.command.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.run.results.CallRoutes;

/**
 * The values that calls share, on their way from the program to the run. A value arrives in pieces, so that it does not
 * delay other messages, and is kept here until the run exists. Thread-safe; this object guards all fields.
 */
public final class SharedPieces {
    /**
     * The most bytes of all shared values of an executor. The program already refuses more; this limit protects against
     * wrong messages.
     */
    public static final long MOST_BYTES = 256L << 20;

    private static final int PIECE_BYTES = 4 << 20;
    private static final int HEAD_BYTES = Long.BYTES + 2 * Integer.BYTES;

    private final Map<Long, ByteArrayOutputStream> begun = new HashMap<>();
    private final Map<Long, byte[]> early = new LinkedHashMap<>(); // complete ones that arrived before the run existed
    private final Map<Long, Integer> lengths = new HashMap<>(); // of complete and incomplete ones
    private long bytes; // sum of lengths
    private @Nullable CallRoutes routes;

    /** Returns the payloads of the messages that transfer a value to the child JVM. */
    public static List<byte[]> of(long id, byte[] value) {
        List<byte[]> pieces = new ArrayList<>();
        int at = 0;
        do {
            int length = Math.min(PIECE_BYTES, value.length - at);
            pieces.add(ByteBuffer.allocate(HEAD_BYTES + length)
                    .putLong(id)
                    .putInt(value.length)
                    .putInt(at)
                    .put(value, at, length)
                    .array());
            at += length;
        } while (at < value.length);
        return pieces;
    }

    /**
     * Adds a piece of a value.
     *
     * @throws IOException if the piece is malformed, or the values exceed the limit
     */
    synchronized void add(byte[] payload) throws IOException {
        if (payload.length < HEAD_BYTES) {
            throw new IOException("expected a piece of a shared value, found " + payload.length + " bytes");
        }
        ByteBuffer source = ByteBuffer.wrap(payload);
        long id = source.getLong();
        int length = source.getInt();
        int at = source.getInt();
        if (!lengths.containsKey(id)) {
            begin(id, length);
        }
        ByteArrayOutputStream value = begun.get(id);
        Integer whole = lengths.get(id);
        if (value == null || whole == null || at < value.size()) {
            return; // values are sent again when a run takes the place of another
        }
        if (at != value.size() || whole - at < source.remaining()) {
            throw new IOException("expected the next piece of a shared value, found " + source.remaining()
                    + " bytes from " + at + " on");
        }
        value.write(payload, HEAD_BYTES, source.remaining());
        if (value.size() == whole) {
            begun.remove(id);
            whole(id, value.toByteArray());
        }
    }

    private void begin(long id, int length) throws IOException {
        if (id >= 0 || length < 0 || bytes + length > MOST_BYTES) {
            throw new IOException("expected shared values of at most " + MOST_BYTES
                    + " bytes, with numbers below 0, found " + length + " more than " + bytes + ", and number " + id);
        }
        bytes += length;
        lengths.put(id, length);
        begun.put(id, new ByteArrayOutputStream());
    }

    private void whole(long id, byte[] value) {
        CallRoutes run = routes;
        if (run == null) {
            early.put(id, value);
        } else {
            run.share(id, value);
        }
    }

    /** Deletes a value that no call reads any more. */
    synchronized void remove(long id) {
        Integer length = lengths.remove(id);
        bytes -= length == null ? 0 : length;
        CallRoutes run = routes;
        if (begun.remove(id) == null && early.remove(id) == null && length != null && run != null) {
            run.unshare(id);
        }
    }

    /** Passes the values to the run, which exists from now on. Called before the run's first call. */
    synchronized void routes(CallRoutes run) {
        routes = run;
        early.forEach(run::share);
        early.clear();
    }
}
