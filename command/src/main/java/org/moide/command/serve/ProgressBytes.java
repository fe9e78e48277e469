package org.moide.command.serve;

import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;
import org.moide.coordinator.progress.Progress;

/**
 * The encoding of a run's progress as bytes: the amount done (8 bytes), the known amount (8), the rate (8), the
 * shortest and the longest remaining time (8 each), and the unit.
 */
public final class ProgressBytes {
    private static final int HEAD_BYTES = 5 * Long.BYTES;
    private static final int MOST_UNIT_BYTES = 64;

    private ProgressBytes() {}

    static byte[] encode(Progress progress) {
        ArrayWriter out = new ArrayWriter(HEAD_BYTES + MOST_UNIT_BYTES);
        out.room(HEAD_BYTES)
                .putLong(progress.done())
                .putLong(progress.known())
                .putDouble(progress.perSecond())
                .putLong(progress.soonestNanos())
                .putLong(progress.latestNanos());
        out.text(progress.what());
        return out.bytes();
    }

    public static Progress read(ByteReader in) {
        long done = in.getLong();
        long known = in.getLong();
        double perSecond = in.getDouble();
        long soonestNanos = in.getLong();
        long latestNanos = in.getLong();
        return new Progress(done, known, in.text(), perSecond, soonestNanos, latestNanos);
    }
}
