package org.moide.samples.programs.cg;

import java.util.Locale;
import org.moide.samples.programs.cg.market.MarketHeader;

/**
 * Estimates how much memory a user's system needs, from the size line of its file, before the file is read: in the
 * engine that reads the file, and in every engine for the rows of its threads. Other memory of the JVM is not included.
 */
final class MemoryNeed {
    /** The bytes of an entry while the file is read: row and column, 4 bytes each, and value. */
    private static final int BYTES_OF_ENTRY = 16;

    /**
     * The bytes of an entry in a stored matrix: column and value. The start of its row is counted in {@link
     * #BYTES_OF_ROW}.
     */
    private static final int BYTES_OF_STORED = 12;

    /** The bytes of a row in the vectors x, r, z, p, q, b and the diagonal, and the row's start. */
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
     * Returns the bytes that an engine needs.
     *
     * @param share the fraction of the work that its threads take
     * @param threads the number of its threads; each keeps at most one whole vector and the index lists of its halo
     * @param reads whether the engine also reads the file
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
