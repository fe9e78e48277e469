package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.OutputStream;
import org.moide.commlib.Slice;

/** An output stream that also writes the elements of primitive arrays. One thread at a time may use it. */
public abstract class BulkOutput extends OutputStream {
    /** Writes the elements. Blocks until it has written all of them. */
    public abstract void write(Slice source) throws IOException;
}
