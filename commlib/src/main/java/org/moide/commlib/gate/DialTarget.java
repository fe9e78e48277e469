package org.moide.commlib.gate;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.moide.commlib.handshake.Purpose;

/** An address at which a process may be reached. Any thread may call it. */
sealed interface DialTarget {
    /** Returns a new, unconnected socket, for one connection. */
    Socket socket(Purpose purpose) throws IOException;

    /**
     * Connects the socket. Blocks for at most {@code nanos}.
     *
     * @param usual the longest time that a connection through a network may take
     */
    void connect(Socket socket, Purpose purpose, long nanos, Duration usual) throws IOException;

    /** Returns whether the process at this address may be on this host. Only then can a ring carry the connection. */
    boolean mayShareMemory();

    /** Returns whether the address is a loopback address. */
    boolean isThisMachine();

    /** Returns the address in words, for messages. */
    String shown();

    /**
     * Returns whether a selector will handle the connection. Only then may the socket have a channel: an interrupted
     * thread would close a blocking channel, and with it a connection that other threads share.
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

    /** A process that is not reached through the network but in another way, such as through a tunnel. */
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
