package org.moide.commlib.gate;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.moide.commlib.handshake.Purpose;

/** A place at which a process may be reached. Any thread. */
sealed interface DialTarget {
    /** Returns a socket that is not connected, for one use. */
    Socket socket(Purpose purpose) throws IOException;

    /**
     * Connects the socket; blocks, for this long at most.
     *
     * @param usual what a network may take for it
     */
    void connect(Socket socket, Purpose purpose, long nanos, Duration usual) throws IOException;

    /** Returns whether what carries the connection may be on this host. */
    boolean mayShareMemory();

    /** Returns whether the place is at an address of loopback. */
    boolean isThisMachine();

    /** Returns the place in words, for messages. */
    String shown();

    /**
     * A channel that may block closes under a thread that is interrupted, and with it a connection that others share:
     * so only where it is handed to a selector, for which it no longer blocks.
     */
    private static boolean isSelected(Purpose purpose) {
        return purpose == Purpose.LIFELINE || purpose == Purpose.DATA;
    }

    /** An address of the network. */
    record OnNetwork(InetSocketAddress address) implements DialTarget {
        @Override
        public Socket socket(Purpose purpose) throws IOException {
            return isSelected(purpose) ? SocketChannel.open().socket() : new Socket();
        }

        @Override
        public void connect(Socket socket, Purpose purpose, long nanos, Duration usual) throws IOException {
            socket.setTcpNoDelay(true);
            long millis = Math.min(usual.toMillis(), TimeUnit.NANOSECONDS.toMillis(nanos));
            socket.connect(address, (int) Math.max(1, millis));
            KeepAlive.enable(socket);
        }

        @Override
        public boolean mayShareMemory() {
            return true;
        }

        @Override
        public boolean isThisMachine() {
            return address.getAddress().isLoopbackAddress();
        }

        @Override
        public String shown() {
            return address.getAddress().getHostAddress();
        }
    }

    /** Past the network. */
    record Past(String name, int port, Routes.Past way) implements DialTarget {
        @Override
        public Socket socket(Purpose purpose) throws IOException {
            return way.socket();
        }

        @Override
        public void connect(Socket socket, Purpose purpose, long nanos, Duration usual) throws IOException {
            way.connect(socket, port, !isSelected(purpose), nanos);
        }

        @Override
        public boolean mayShareMemory() {
            return false;
        }

        @Override
        public boolean isThisMachine() {
            return false;
        }

        @Override
        public String shown() {
            return name;
        }
    }
}
