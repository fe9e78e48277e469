package org.moide.engine.loading;

import java.util.Arrays;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A piece of a jar that is sent to a host's {@link JarCache}. Pieces of one upload are sent in order of their offsets;
 * a repeated piece is ignored.
 *
 * @param uploader the sender, such as a run ID: several senders may send the same jar at once
 * @param digest the digest of the whole jar
 * @param totalBytes the length of the whole jar
 * @param offset the offset of this piece
 * @param data the bytes of this piece
 */
// The methods equals and hashCode compare the array's content; a wrapper would need one more copy.
@SuppressWarnings("ArrayRecordComponent")
public record JarChunk(String uploader, String digest, long totalBytes, long offset, byte[] data)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
    /**
     * The greatest number of bytes of one piece. It is far below the limit on a request's size, and so large that the
     * cost of the call itself is small.
     */
    public static final int MOST_BYTES = 1 << 20;

    public JarChunk {
        Digests.checked(digest);
        if (data.length < 1 || data.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "expected a piece of 1 to " + MOST_BYTES + " bytes, found " + data.length);
        }
        if (offset < 0 || totalBytes < 1 || offset > totalBytes - data.length) {
            throw new IllegalArgumentException("expected a piece within a jar of " + totalBytes + " bytes, found "
                    + data.length + " bytes at " + offset);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JarChunk chunk
                && chunk.uploader.equals(uploader)
                && chunk.digest.equals(digest)
                && chunk.totalBytes == totalBytes
                && chunk.offset == offset
                && Arrays.equals(chunk.data, data);
    }

    @Override
    public int hashCode() {
        return digest.hashCode() * 31 + Long.hashCode(offset);
    }

    @Override
    public String toString() {
        return data.length + " bytes at " + offset + " of " + totalBytes + " of jar " + digest + " from " + uploader;
    }
}
