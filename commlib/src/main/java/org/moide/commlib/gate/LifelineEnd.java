package org.moide.commlib.gate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One end of a lifeline, an idle connection that the gate's thread watches. No byte is ever sent over it, so anything
 * readable means its end.
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

    /** Ends the lifeline without calling {@code whenClosed}. Returns false if it had ended before. */
    boolean abandon() {
        return over.compareAndSet(false, true);
    }
}
