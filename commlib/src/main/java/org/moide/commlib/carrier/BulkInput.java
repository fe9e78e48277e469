package org.moide.commlib.carrier;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.moide.commlib.Slice;

/** An input stream that also reads elements straight into primitive arrays. One thread at a time may use it. */
public abstract class BulkInput extends InputStream {
    /**
     * Fills the slice with elements that {@link BulkOutput#write(Slice)} wrote. Blocks until it has read all of them.
     *
     * @throws EOFException if the stream ends before the last element
     */
    public abstract void read(Slice target) throws IOException;

    /** Reads exactly {@code length} bytes. Throws {@link EOFException} if the stream ends before. */
    final void readWhole(byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int some = read(target, offset + done, length - done);
            if (some < 0) {
                throw new EOFException("expected " + (length - done) + " bytes more, found the end");
            }
            done += some;
        }
    }
}
