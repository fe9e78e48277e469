package org.moide.commlib.handshake;

import java.net.Socket;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose two ends have proved themselves, and the means to use it. At most one of {@code sealed} and
 * {@code bond} is set.
 *
 * @param socket the socket to read and write: plain, or TLS over {@code wire}; for data, {@code wire} itself
 * @param wire the socket to close: closing it ends the connection at once, which closing TLS does not
 * @param sealed for data with TLS: the encrypting channel over {@code wire}'s channel
 * @param bond if a ring carries the connection: the binding of the ring to the handshake. The socket then carries
 * nothing confidential, and if the ring cannot be made, the connection must be closed
 */
public record AdmittedConnection(
        Socket socket,
        Socket wire,
        @Nullable ByteChannel sealed,
        @Nullable ChannelBinding bond) {
    /**
     * Creates a connection that uses only the socket: without TLS, and without a ring buffer in memory that both
     * processes share.
     */
    public static AdmittedConnection plain(Socket wire) {
        return new AdmittedConnection(wire, wire, null, null);
    }

    /** Creates a connection whose bytes go through a ring buffer in memory that both processes, on one host, share. */
    public static AdmittedConnection ring(Socket wire, ChannelBinding bond) {
        return new AdmittedConnection(wire, wire, null, bond);
    }

    /** Creates a connection with TLS that is used as a pair of streams. */
    public static AdmittedConnection sealed(Socket socket, Socket wire) {
        return new AdmittedConnection(socket, wire, null, null);
    }

    /** Creates a connection with TLS that is used as a channel for data. */
    public static AdmittedConnection sealed(Socket wire, ByteChannel sealed) {
        return new AdmittedConnection(wire, wire, sealed, null);
    }
}
