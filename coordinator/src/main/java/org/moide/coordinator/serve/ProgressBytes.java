package org.moide.coordinator.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.moide.coordinator.progress.Progress;

/** How far a run is, as bytes: what is done (8), what is known (8), the rate (8), what is left (8 and 8), and the unit. */
public final class ProgressBytes {
    private static final int HEAD_BYTES = 5 * Long.BYTES;
    private static final int MOST_UNIT_BYTES = 64;

    private ProgressBytes() {}

    static byte[] encode(Progress progress) {
        byte[] unit = progress.what().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD_BYTES + unit.length)
                .putLong(progress.done())
                .putLong(progress.known())
                .putDouble(progress.perSecond())
                .putLong(progress.soonestNanos())
                .putLong(progress.latestNanos())
                .put(unit)
                .array();
    }

    /**
     * What these bytes say.
     *
     * @throws IOException if they are something else
     */
    public static Progress decode(byte[] bytes) throws IOException {
        if (bytes.length < HEAD_BYTES || bytes.length > HEAD_BYTES + MOST_UNIT_BYTES) {
            throw new IOException("expected how far a run is, found " + bytes.length + " bytes");
        }
        ByteBuffer source = ByteBuffer.wrap(bytes);
        long done = source.getLong();
        long known = source.getLong();
        double perSecond = source.getDouble();
        long soonestNanos = source.getLong();
        long latestNanos = source.getLong();
        String unit = StandardCharsets.UTF_8.decode(source).toString();
        return new Progress(done, known, unit, perSecond, soonestNanos, latestNanos);
    }
}
