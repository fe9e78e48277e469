package org.moide.commlib.tunnel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A Unix domain socket as a {@link Socket}, for code that uses network sockets. Java has only channels for such
 * sockets, and a blocking channel closes when a thread that uses it is interrupted. To avoid that, the channel may be
 * set to non-blocking; the streams then wait with selectors.
 *
 * <p><b>Threads.</b> One thread at a time reads, one at a time writes, any thread closes.
 */
final class UnixSocket extends Socket {
    private final SocketChannel channel;
    private final Waiting reads = new Waiting(SelectionKey.OP_READ);
    private final Waiting writes = new Waiting(SelectionKey.OP_WRITE);

    private UnixSocket(SocketChannel channel) {
        this.channel = channel;
    }

    /** Creates an unconnected socket. */
    static UnixSocket open() throws IOException {
        return new UnixSocket(SocketChannel.open(StandardProtocolFamily.UNIX));
    }

    void connect(UnixDomainSocketAddress address) throws IOException {
        channel.connect(address);
        UnixPlace.requireOwnPeer(channel);
    }

    @Override
    public SocketChannel getChannel() {
        return channel;
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                ByteBuffer to = ByteBuffer.wrap(bytes, offset, length);
                return waiting(() -> {
                    int count = channel.read(to);
                    while (count == 0) {
                        reads.await();
                        count = channel.read(to);
                    }
                    return count;
                });
            }

            @Override
            public void close() throws IOException {
                UnixSocket.this.close();
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                ByteBuffer from = ByteBuffer.wrap(bytes, offset, length);
                waiting(() -> {
                    while (from.hasRemaining()) {
                        if (channel.write(from) == 0) {
                            writes.await();
                        }
                    }
                    return length;
                });
            }

            @Override
            public void close() throws IOException {
                UnixSocket.this.close();
            }
        };
    }

    /** A read or a write that may throw. */
    private interface Step {
        int take() throws IOException;
    }

    /** Runs a step that may wait. If the socket is closed meanwhile, throws the exception that sockets throw. */
    private static int waiting(Step step) throws IOException {
        try {
            return step.take();
        } catch (ClosedChannelException | ClosedSelectorException | CancelledKeyException closed) {
            SocketException said = new SocketException("Socket closed");
            said.initCause(closed);
            throw said;
        }
    }

    /** A wait until the channel is ready for one kind of operation. */
    private final class Waiting {
        private final int operation;
        private @Nullable Selector selector; // guarded by this
        private boolean closed; // guarded by this

        private Waiting(int operation) {
            this.operation = operation;
        }

        private synchronized Selector selector() throws IOException {
            if (closed) {
                throw new ClosedSelectorException();
            }
            Selector found = selector;
            if (found == null) {
                found = Selector.open();
                selector = found;
                channel.register(found, operation);
            }
            return found;
        }

        /**
         * Waits until another attempt may succeed. An interruption does not end the wait; the interrupt flag is set
         * afterwards.
         */
        private void await() throws IOException {
            Selector by = selector();
            boolean interrupted = false;
            try {
                while (by.select() == 0 && channel.isOpen()) {
                    interrupted |= Thread.interrupted();
                }
                by.selectedKeys().clear();
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private void close() throws IOException {
            Selector last;
            synchronized (this) {
                closed = true;
                last = selector;
            }
            if (last != null) {
                last.close();
            }
        }
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it must not wait for a thread that reads
    public void close() throws IOException {
        channel.close();
        reads.close();
        writes.close();
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public boolean isBound() {
        return channel.isConnected();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void shutdownInput() throws IOException {
        channel.shutdownInput();
    }

    @Override
    public boolean isInputShutdown() {
        return isClosed();
    }

    @Override
    public boolean isOutputShutdown() {
        return isClosed();
    }

    @Override
    public void setSoLinger(boolean on, int seconds) {
        // The kernel keeps written bytes.
    }

    @Override
    public int getSoLinger() {
        return -1;
    }

    @Override
    public void setKeepAlive(boolean on) {
        // The other end is on this machine.
    }

    @Override
    public boolean getTcpNoDelay() {
        return true;
    }

    @Override
    public void setTcpNoDelay(boolean on) {
        // There is no delay to switch off.
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // there is nothing to change
    public void setSoTimeout(int millis) {
        // A watch closes sockets whose use takes too long.
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public int getSoTimeout() {
        return 0;
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        return null;
    }

    @Override
    public InetAddress getLocalAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public int getPort() {
        return 0;
    }

    @Override
    public int getLocalPort() {
        return 0;
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return null;
    }

    @Override
    public String toString() {
        return "socket of a tunnel";
    }
}
