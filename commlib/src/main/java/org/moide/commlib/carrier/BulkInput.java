package org.moide.commlib.carrier;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.moide.commlib.Slice;

/** A stream that arrays of numbers are read from as what they are. One thread at a time. */
public abstract class BulkInput extends InputStream {
    /**
     * Fills the elements with what {@link BulkOutput#write(Slice)} wrote. Blocks until all are there.
     *
     * @throws EOFException if the stream ends before
     */
    public abstract void read(Slice target) throws IOException;

    /** Fills the bytes. */
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
