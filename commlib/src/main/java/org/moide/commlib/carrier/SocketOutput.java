package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.moide.commlib.Slice;

/** The output stream of a socket, which also writes arrays of numbers. One thread at a time uses it. */
final class SocketOutput extends BulkOutput {
    /**
     * The size of the parts in which elements are converted to bytes; a part fits a processor's second-level cache.
     */
    static final int CHUNK_BYTES = 64 * 1024;

    private final OutputStream out;

    SocketOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        out.write(one);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        out.write(source, offset, length);
    }

    @Override
    public void write(Slice source) throws IOException {
        if (source.array() instanceof byte[] bytes) {
            out.write(bytes, source.offset(), source.length());
            return;
        }
        int each = source.type().bytes();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        int done = 0;
        while (done < source.length()) {
            int some = Math.min(source.length() - done, CHUNK_BYTES / each);
            source.part(done, some).copyTo(chunk, 0);
            out.write(chunk.array(), 0, some * each);
            done += some;
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
