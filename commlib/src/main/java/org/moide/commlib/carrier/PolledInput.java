package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.InputStream;

/** Reads a socket: asks it for a while whether something has come before it blocks. One thread at a time. */
final class PolledInput extends InputStream {
    /** Asking costs a system call, so does offering the processor. */
    private static final int SPINS = 8;

    private final InputStream in;
    private final InputStream wire;
    private final Polling polling;
    private final Polling.Look arrived = this::arrived;
    /** What was read ahead to see who speaks. */
    private final byte[] head;

    private int headRead;
    /** The last read got all it asked for: then there is more, most likely. */
    private boolean more;

    /**
     * Reads {@code in} after {@code head}.
     *
     * @param wire the socket's own bytes where {@code in} decrypts them, else {@code in}
     */
    PolledInput(byte[] head, InputStream in, InputStream wire, PollPolicy policy) {
        this.head = head;
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
        if (headRead < head.length) {
            int count = Math.min(length, head.length - headRead);
            System.arraycopy(head, headRead, bytes, offset, count);
            headRead += count;
            return count;
        }
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
    public int available() throws IOException {
        return head.length - headRead + in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
