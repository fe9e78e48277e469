package org.moide.commlib.gate;

import java.io.IOException;
import java.net.Socket;

/**
 * The ways in which a process reaches other processes by their names: through the network, or in another way such as a
 * tunnel. Any thread may call it.
 */
public interface Routes extends AutoCloseable {
    /** The routes that always go through the network. */
    Routes NETWORK = new Routes() {
        @Override
        public Way to(String name) {
            return new ByNetwork(name);
        }

        @Override
        public void opened(int port) {
            // The network needs no notice of the port.
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    };

    /**
     * Returns the way to the processes of this host name.
     *
     * @throws IOException if there is no way; its message says why
     */
    Way to(String name) throws IOException;

    /**
     * Tells the routes, for instance tunnels, at which port this process listens. Called once, before other processes
     * know the port.
     */
    void opened(int port) throws IOException;

    /** Closes all routes: no process can be reached after that. May block for some seconds. */
    @Override
    void close();

    /** The way to the processes of one host name. */
    sealed interface Way {}

    /**
     * The way through the network, to the addresses of a name.
     *
     * @param name the name or address to look up
     */
    record ByNetwork(String name) implements Way {}

    /**
     * A way that does not go through the network, such as a tunnel. The tunnel's processes can read the connection, so
     * it never uses a ring (shared memory), and it has no address.
     */
    non-sealed interface Past extends Way {
        /** Returns a new, unconnected socket with a blocking channel. Closing the socket ends {@link #connect}. */
        Socket socket() throws IOException;

        /**
         * Connects a socket to a port at which a process of that host listens.
         *
         * @param socket from {@link #socket}
         * @param lasts whether threads that may be interrupted will read and write the socket as streams: its channel
         *     then does not block after the call, since an interruption would close a blocking channel
         * @param nanos the longest time to connect
         * @throws IOException if the connection fails; its message says why
         */
        void connect(Socket socket, int port, boolean lasts, long nanos) throws IOException;
    }
}
