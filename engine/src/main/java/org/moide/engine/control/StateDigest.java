package org.moide.engine.control;

import java.io.Serializable;
import org.moide.engine.loading.Digests;

/**
 * The length and SHA-256 of a state on disk, by which it is checked when it is read.
 *
 * @param bytes the length in bytes
 * @param digest the SHA-256 in hexadecimal digits
 */
public record StateDigest(long bytes, String digest) implements Serializable {
    private static final long serialVersionUID = 1L;

    public StateDigest {
        Digests.checked(digest);
        if (bytes < 1) {
            throw new IllegalArgumentException("expected a state of some bytes, found " + bytes);
        }
    }

    public static StateDigest of(byte[] state) {
        return new StateDigest(state.length, Digests.of(state));
    }

    @Override
    public String toString() {
        return bytes + " bytes with the SHA-256 " + digest.substring(0, 12) + "…";
    }
}
