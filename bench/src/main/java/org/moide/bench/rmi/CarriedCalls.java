package org.moide.bench.rmi;

import java.net.Socket;
import java.security.SecureRandom;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.carrier.PollPolicy;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.ChannelBinding;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;

/** The carriers of calls that are compared. */
enum CarriedCalls {
    /** Sockets that block at once. */
    BLOCKING,
    /** Sockets that poll before they block. */
    POLLING,
    /** Rings in shared memory. */
    RING;

    Carriers carriers() {
        PollPolicy policy = new PollPolicy(
                System::nanoTime, this == BLOCKING ? 1 : Runtime.getRuntime().availableProcessors());
        return this == RING ? Carriers.rings(policy, new SecureRandom()) : Carriers.sockets(policy);
    }

    /** Makes an admitted connection of a socket that has not passed any gate. Both ends use the same secret. */
    AdmittedConnection line(Socket socket, ClusterSecret secret) {
        return this == RING
                ? AdmittedConnection.ring(socket, ChannelBinding.of(secret))
                : AdmittedConnection.plain(socket);
    }

    RmiSpaceOptions options(String role, ClusterSecret secret) {
        return RmiSpaceOptions.onLoopback(
                        role,
                        secret,
                        (where, fault) -> System.err.println(where + ": " + fault),
                        System::nanoTime,
                        new SecureRandom())
                // Only the carrier is measured; without this, sockets would use TLS.
                .withPlain(this != RING)
                .withCarriers(carriers());
    }
}
