package org.moide.commlib.security;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process encrypts, and with what identity. The identity is read or made when it is first
 * needed, on a thread of its own; making it takes a second or two, once for each node. {@link #prepare} does so ahead
 * of need. Any thread.
 */
public final class Encryption {
    /** The thread that makes this node's key when a peer wants TLS, once; that may take seconds. */
    public static final String IDENTITY_THREAD = "moide-tls-identity";

    private final @Nullable Path folder;
    private final Object lock = new Object();
    private @Nullable CompletableFuture<TlsIdentity> making;

    private Encryption(@Nullable Path folder) {
        this.folder = folder;
    }

    /** Makes no encryption: who may call is still proven, but whoever carries what is said can read and change it. */
    public static Encryption none() {
        return new Encryption(null);
    }

    /**
     * TLS 1.3 with everybody, wherever they are, unless a ring carries the connection.
     *
     * @param folder where this node's identity is kept
     */
    public static Encryption tls(Path folder) {
        return new Encryption(folder);
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

    /** Returns whether this side encrypts. If not, it is {@code --plain}. */
    public boolean possible() {
        return folder != null;
    }

    /** Returns whether TLS can begin at once. */
    public boolean ready() {
        CompletableFuture<TlsIdentity> found = begun();
        return found != null && found.isDone() && !found.isCompletedExceptionally();
    }

    /**
     * Waits until TLS can begin.
     *
     * @throws SocketTimeoutException if it cannot by then
     * @throws GateException if there is no identity and none can be made
     */
    public void await(long nanos) throws IOException {
        try {
            begin().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            SocketTimeoutException late = new SocketTimeoutException("this node's TLS identity is still being made");
            late.initCause(e);
            throw late;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while this node's TLS identity was being made", e);
        }
    }

    /**
     * Starts to make the identity, unless that was begun. Then calls {@code then}, on this thread or on the one that
     * makes the identity, with what went wrong, or null.
     */
    public void whenTried(Consumer<@Nullable Throwable> then) {
        CompletableFuture<TlsIdentity> unused = begin().whenComplete((identity, failure) -> then.accept(failure));
    }

    /** The hash of this node's certificate. May block, but not if {@link #ready}. */
    public byte[] fingerprint() {
        return identity().fingerprint();
    }

    /**
     * TLS over an open connection, with nobody but the owner of the certificate that has this hash. Blocks for the whole of
     * TLS's handshake; the caller watches the time.
     *
     * @throws IOException if the other side has another certificate
     */
    public SSLSocket secure(Socket wire, boolean calling, byte[] peerCertificate) throws IOException {
        return identity().secure(wire, calling, peerCertificate);
    }

    /** Secures a channel that is not to block later; now it must. */
    public ByteChannel secure(SocketChannel wire, boolean calling, byte[] peerCertificate) throws IOException {
        return identity().secure(wire, calling, peerCertificate);
    }

    private TlsIdentity identity() {
        try {
            return begin().join();
        } catch (CompletionException e) {
            throw failure(e.getCause());
        }
    }

    private static GateException failure(@Nullable Throwable why) {
        // Another thread's: its trace says where it was made, ours who wanted it.
        return new GateException(
                why == null ? "no TLS identity" : String.valueOf(why.getMessage()), new IOException(why));
    }

    private @Nullable CompletableFuture<TlsIdentity> begun() {
        synchronized (lock) {
            return making;
        }
    }

    private CompletableFuture<TlsIdentity> begin() {
        Path home = folder;
        if (home == null) {
            throw new GateException("this process never encrypts (--plain) and has no TLS identity");
        }
        synchronized (lock) {
            CompletableFuture<TlsIdentity> found = making;
            // What was in its way may have gone: a full disk, a file that was damaged.
            if (found == null || found.isCompletedExceptionally()) {
                CompletableFuture<TlsIdentity> begun = new CompletableFuture<>();
                Thread thread = new Thread(() -> make(home, begun), IDENTITY_THREAD);
                thread.setDaemon(true);
                thread.start();
                making = begun;
                return begun;
            }
            return found;
        }
    }

    private static void make(Path folder, CompletableFuture<TlsIdentity> begun) {
        try {
            begun.complete(TlsIdentity.loadOrMake(folder));
        } catch (RuntimeException | Error failed) {
            begun.completeExceptionally(failed);
        }
    }
}
