package org.moide.commlib.gate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * When calls are encrypted, and with what identity (DESIGN §9). The identity is made when it is first needed, which takes
 * a second or two; {@link #prepare} does so ahead of need. Any thread.
 */
public final class Encryption {
    private final Predicate<InetAddress> trusted;
    private final @Nullable Path folder;
    private final Object lock = new Object();
    private volatile @Nullable TlsIdentity made;

    private Encryption(Predicate<InetAddress> trusted, @Nullable Path folder) {
        this.trusted = trusted;
        this.folder = folder;
    }

    /** Never: who may call is still proven, but what is said can be read, and changed, by the network. */
    public static Encryption none() {
        return new Encryption(address -> true, null);
    }

    /**
     * TLS 1.3 with every peer that is not on loopback.
     *
     * @param folder where this node's identity is kept
     */
    public static Encryption beyondLoopback(Path folder) {
        return beyond(InetAddress::isLoopbackAddress, folder);
    }

    /** TLS 1.3 with every peer whose address is not trusted. */
    public static Encryption beyond(Predicate<InetAddress> trusted, Path folder) {
        return new Encryption(trusted, folder);
    }

    /**
     * Reads or makes the identity now.
     *
     * @throws GateException if that fails
     */
    public void prepare() {
        if (folder != null) {
            identity();
        }
    }

    /** Whether this side insists on TLS with a peer at {@code remote}. */
    boolean wanted(InetAddress remote) {
        return !trusted.test(remote);
    }

    /** Whether there can be TLS; the identity may have to be made first. */
    boolean possible() {
        return folder != null;
    }

    /** Whether TLS can begin at once. */
    boolean ready() {
        return made != null;
    }

    /** The hash of this node's certificate. May block. */
    byte[] fingerprint() {
        return identity().fingerprint();
    }

    /**
     * TLS over an open connection, with nobody but the owner of the certificate that has this hash. Blocks for the whole of
     * TLS's handshake; the caller watches the time.
     *
     * @throws IOException if the other side has another certificate
     */
    SSLSocket secure(Socket wire, boolean calling, byte[] peerCertificate) throws IOException {
        return identity().secure(wire, calling, peerCertificate);
    }

    /** As the other, for a channel that is not to block later; now it must. */
    ByteChannel secure(SocketChannel wire, boolean calling, byte[] peerCertificate) throws IOException {
        return identity().secure(wire, calling, peerCertificate);
    }

    private TlsIdentity identity() {
        TlsIdentity found = made;
        if (found != null) {
            return found;
        }
        if (folder == null) {
            throw new GateException("this process never encrypts (--plain) and has no TLS identity");
        }
        synchronized (lock) {
            TlsIdentity again = made;
            if (again == null) {
                again = TlsIdentity.loadOrMake(folder);
                made = again;
            }
            return again;
        }
    }
}
