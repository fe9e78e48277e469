package org.moide.samples.programs.cg;

import java.util.Locale;
import org.moide.samples.programs.cg.market.MarketHeader;

/**
 * The memory that a user's system takes, by its size line, to be known before it is read: in the engine that reads it,
 * and in every engine for the rows that its threads get. What a JVM has besides is not counted.
 */
final class MemoryNeed {
    /** Row and column, 4 bytes each, and value. */
    private static final int BYTES_OF_ENTRY = 16;

    /** Column and value; a row's place is with the vectors. */
    private static final int BYTES_OF_STORED = 12;

    /** x, r, z, p, q, b and diagonal. */
    private static final int BYTES_OF_ROW = 7 * Double.BYTES + Integer.BYTES;

    private final double entries;
    private final double both;
    private final double rows;

    MemoryNeed(MarketHeader header) {
        entries = header.entries();
        both = header.mirrored() ? 2 * entries - header.rows() : entries;
        rows = header.rows();
    }

    /**
     * Bytes that an engine needs.
     *
     * @param share what part of the work its threads take
     * @param threads how many they are: each keeps one whole vector at most, with what a halo's lists take
     * @param reads whether it reads the file, too
     */
    double of(double share, int threads, boolean reads) {
        double part = share * (both * BYTES_OF_STORED + rows * BYTES_OF_ROW) + threads * rows * Double.BYTES;
        if (!reads) {
            return part;
        }
        // Arrays that grow are there twice for a moment; then rows are made while the entries are still there.
        double growing = 1.5 * entries * BYTES_OF_ENTRY;
        double turning = entries * BYTES_OF_ENTRY + both * BYTES_OF_STORED;
        double dealing = both * BYTES_OF_STORED + part;
        return Math.max(Math.max(growing, turning), dealing) + 2.0 * rows * Double.BYTES;
    }

    static String inWords(double bytes) {
        double mebibytes = bytes / (1 << 20);
        return mebibytes < 1024
                ? String.format(Locale.ROOT, "%.0f MiB", Math.ceil(mebibytes))
                : String.format(Locale.ROOT, "%.1f GiB", mebibytes / 1024);
    }
}
