package org.moide.engine.control;

import java.io.Serializable;
import org.moide.engine.loading.Digests;

/**
 * The length and digest by which a state on disk is checked.
 *
 * @param bytes the state's length
 * @param digest its SHA-256
 */
public record StateDigest(long bytes, String digest) implements Serializable {
    private static final long serialVersionUID = 1L;

    public StateDigest {
        Digests.checked(digest);
        if (bytes < 1) {
            throw new IllegalArgumentException("expected a state of some bytes, found " + bytes);
        }
    }

    /** Returns the digest of a state. */
    public static StateDigest of(byte[] state) {
        return new StateDigest(state.length, Digests.of(state));
    }

    @Override
    public String toString() {
        return bytes + " bytes with the SHA-256 " + digest.substring(0, 12) + "…";
    }
}
