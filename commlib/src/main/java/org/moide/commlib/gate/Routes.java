package org.moide.commlib.gate;

import java.io.IOException;
import java.net.Socket;

/**
 * The routes by which a process reaches others by the names that they are known by: through the network, or past it.
 * Any thread.
 */
public interface Routes extends AutoCloseable {
    /** The routes that all lead through the network. */
    Routes NETWORK = new Routes() {
        @Override
        public Way to(String name) {
            return new ByNetwork(name);
        }

        @Override
        public void opened(int port) {
            // Nobody has to know.
        }

        @Override
        public void close() {
            // There is nothing.
        }
    };

    /**
     * The way to a process of this name.
     *
     * @throws IOException if there is none, and why
     */
    Way to(String name) throws IOException;

    /** Notes that this process listens at this port; once, before others know of it. */
    void opened(int port) throws IOException;

    /** Closes: nothing is reached any more; may block for some seconds. */
    @Override
    void close();

    /** The way to a name. */
    sealed interface Way {}

    /**
     * The way that the name service says.
     *
     * @param name what it is asked
     */
    record ByNetwork(String name) implements Way {}

    /** Past the network, by a connection that whoever carries it can read: no ring, and no address. */
    non-sealed interface Past extends Way {
        /** A socket that is not connected yet; its channel blocks. Closing it ends {@link #connect}. */
        Socket socket() throws IOException;

        /**
         * Connects it to the process at a port there.
         *
         * @param socket of {@link #socket}
         * @param lasts whether it is to be read and written as streams by threads that may be interrupted: then it does
         *     not block any more
         * @param nanos how long it may take
         * @throws IOException if it cannot be, and why
         */
        void connect(Socket socket, int port, boolean lasts, long nanos) throws IOException;
    }
}
