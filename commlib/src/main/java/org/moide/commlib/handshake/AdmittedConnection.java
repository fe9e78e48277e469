package org.moide.commlib.handshake;

import java.net.Socket;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose two ends have proved themselves, and what it is to be used by. At most one of {@code sealed} and
 * {@code bond} is there.
 *
 * @param socket what to read and write: plain, or TLS over {@code wire}; for data {@code wire} itself
 * @param wire what to close: closing it ends everything at once, which closing TLS does not
 * @param sealed for data: TLS over {@code wire}'s channel
 * @param bond if a ring carries this connection: what binds the ring to it. Nothing that is confidential goes over the
 *     socket then, and if there is no ring the connection is to be closed
 */
public record AdmittedConnection(
        Socket socket,
        Socket wire,
        @Nullable ByteChannel sealed,
        @Nullable ChannelBinding bond) {
    /** The socket as it is. */
    public static AdmittedConnection plain(Socket wire) {
        return new AdmittedConnection(wire, wire, null, null);
    }

    /** A connection that a ring carries. */
    public static AdmittedConnection ring(Socket wire, ChannelBinding bond) {
        return new AdmittedConnection(wire, wire, null, bond);
    }

    /** TLS. */
    public static AdmittedConnection sealed(Socket socket, Socket wire) {
        return new AdmittedConnection(socket, wire, null, null);
    }

    /** TLS, for data. */
    public static AdmittedConnection sealed(Socket wire, ByteChannel sealed) {
        return new AdmittedConnection(wire, wire, sealed, null);
    }
}
