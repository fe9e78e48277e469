package org.moide.commlib.carrier;

import java.io.EOFException;
import java.io.IOException;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/**
 * A connection through a ring in shared memory. If the peer has truncated the memory, the next operation throws an
 * {@link IOException}.
 */
final class RingConnection implements DataConnection {
    private final RingEnd ring;

    RingConnection(RingEnd ring) {
        this.ring = ring;
    }

    @Override
    public boolean hasNews() {
        try {
            return ring.hasNews();
        } catch (InternalError e) {
            return true; // the next read reports the truncated memory
        }
    }

    @Override
    public int readable() throws IOException {
        try {
            int available = ring.available();
            if (available == 0 && ring.gone()) {
                // The peer may have written between the two checks.
                available = ring.available();
                if (available == 0) {
                    throw new EOFException("the other end of the ring has closed");
                }
            }
            return available;
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public void read(byte[] target, int offset, int count) throws IOException {
        try {
            ring.take(target, offset, count);
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public void read(Slice target) throws IOException {
        try {
            ring.take(target);
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public int writable() throws IOException {
        try {
            if (ring.gone()) {
                throw new IOException("the other end of the ring has closed");
            }
            return ring.free(LEAST_ROOM);
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public void write(byte[] source, int offset, int count) throws IOException {
        ring.checkOpen();
        try {
            ring.put(source, offset, count);
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public void write(Slice source) throws IOException {
        ring.checkOpen();
        try {
            ring.put(source);
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public void publish(boolean urgent) throws IOException {
        try {
            ring.show();
            ring.wake(urgent);
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public void ring(boolean urgent) throws IOException {
        try {
            ring.wake(urgent);
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public long busy() throws IOException {
        try {
            return ring.busy();
        } catch (InternalError e) {
            throw ring.cut(e);
        }
    }

    @Override
    public void attention(Attention wanted) {
        try {
            ring.say(
                    switch (wanted) {
                        case LOOKING -> RingEnd.AWAKE;
                        case ASLEEP -> RingEnd.ASLEEP;
                        case BUSY -> RingEnd.BUSY;
                    });
        } catch (InternalError e) {
            ring.close();
        }
    }

    @Override
    public boolean heedsAttention() {
        return true;
    }

    @Override
    public int unsent() {
        return 0;
    }

    @Override
    public void wake() {
        // The peer sees published bytes in the shared memory at once, so no thread is needed to send them.
    }

    @Override
    public void awaitReadable() throws IOException {
        ring.listen();
    }

    @Override
    public void close() {
        ring.close();
    }
}
