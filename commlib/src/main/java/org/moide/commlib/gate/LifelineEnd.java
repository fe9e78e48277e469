package org.moide.commlib.gate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One end of an idle connection, watched by the gate's thread. Nothing is ever sent: whatever can be read is the end.
 */
final class LifelineEnd implements ReadyHandler {
    private final SocketChannel channel;
    private final Runnable whenClosed;
    private final AtomicBoolean over = new AtomicBoolean();

    LifelineEnd(SocketChannel channel, Runnable whenClosed) {
        this.channel = channel;
        this.whenClosed = whenClosed;
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        int read = channel.read(ByteBuffer.allocate(1));
        if (read != 0) {
            throw new IOException(read < 0 ? "closed by the other side" : "a byte on a lifeline");
        }
    }

    @Override
    public void ended(Throwable why) {
        if (over.compareAndSet(false, true)) {
            whenClosed.run();
        }
    }

    boolean isOpen() {
        return !over.get();
    }

    /** True if this call ended it: {@code whenClosed} is then not called any more. */
    boolean abandon() {
        return over.compareAndSet(false, true);
    }
}
