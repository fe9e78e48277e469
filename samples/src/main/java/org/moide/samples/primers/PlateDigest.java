package org.moide.samples.primers;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Computes the SHA-256 of a plate's values without its edges, row by row. Each value is added as the eight bytes of a
 * double, the lowest first. Used by one thread.
 */
final class PlateDigest {
    private static final int BUFFER_BYTES = 1 << 16;

    private final MessageDigest digest;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    PlateDigest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException unheardOf) {
            throw new IllegalStateException("expected a JDK with SHA-256, which all must have", unheardOf);
        }
    }

    void add(double[] values) {
        for (double value : values) {
            add(value);
        }
    }

    void add(double value) {
        if (!buffer.hasRemaining()) {
            flush();
        }
        buffer.putDouble(value);
    }

    private void flush() {
        digest.update(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    /** Returns the digest of all added values, in hexadecimal digits. */
    String hex() {
        flush();
        return HexFormat.of().formatHex(digest.digest());
    }
}
