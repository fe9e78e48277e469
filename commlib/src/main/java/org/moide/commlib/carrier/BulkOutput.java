package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.OutputStream;
import org.moide.commlib.Slice;

/** A stream that arrays of numbers are written to as what they are. One thread at a time. */
public abstract class BulkOutput extends OutputStream {
    /** Writes the elements. Blocks until all are written. */
    public abstract void write(Slice source) throws IOException;
}
