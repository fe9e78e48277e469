package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.moide.commlib.Slice;

/**
 * The input stream of a socket. A thread that reads polls the socket for a while before it blocks. One thread at a time
 * may use it.
 */
final class PolledInput extends BulkInput {
    /**
     * The number of checks of the socket before the first yield. It is small, since each check and each yield cost a
     * system call.
     */
    private static final int SPINS = 8;

    private final InputStream in;
    private final InputStream wire;
    private final Polling polling;
    private final Polling.Look arrived = this::arrived;
    /** Whether the last read filled the buffer: then more bytes probably wait in the socket. */
    private boolean more;

    /**
     * Creates an input that reads {@code in} and polls before it blocks.
     *
     * @param wire the socket's own stream if {@code in} decrypts it, otherwise {@code in}
     */
    PolledInput(InputStream in, InputStream wire, PollPolicy policy) {
        this.in = in;
        this.wire = wire;
        this.polling = new Polling(policy, SPINS);
    }

    private boolean arrived() throws IOException {
        return in.available() > 0 || (wire != in && wire.available() > 0);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        if (length == 0 || more || polling.poll(arrived)) {
            count = in.read(bytes, offset, length);
        } else {
            long start = polling.nanoTime();
            count = in.read(bytes, offset, length);
            polling.blocked(polling.nanoTime() - start);
        }
        more = count == length;
        return count;
    }

    @Override
    public void read(Slice target) throws IOException {
        if (target.array() instanceof byte[] bytes) {
            readWhole(bytes, target.offset(), target.length());
            return;
        }
        int each = target.type().bytes();
        ByteBuffer chunk = ByteBuffer.allocate(SocketOutput.CHUNK_BYTES);
        int done = 0;
        while (done < target.length()) {
            int some = Math.min(target.length() - done, SocketOutput.CHUNK_BYTES / each);
            readWhole(chunk.array(), 0, some * each);
            target.part(done, some).fill(chunk, 0);
            done += some;
        }
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
