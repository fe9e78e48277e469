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
 * The setting whether this process encrypts its connections, and with which TLS identity. The identity is read or made
 * on a thread of its own when it is first needed; making it takes a second or two, once for each node. {@link #prepare}
 * does it in advance. Any thread may call it.
 */
public final class Encryption {
    /** The name of the thread that makes this node's key when a peer first wants TLS, which may take seconds. */
    public static final String IDENTITY_THREAD = "moide-tls-identity";

    private final @Nullable Path folder;
    private final Object lock = new Object();
    private @Nullable CompletableFuture<TlsIdentity> making;

    private Encryption(@Nullable Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the setting without encryption: callers still prove themselves, but whoever carries the data can read
     * and change it.
     */
    public static Encryption none() {
        return new Encryption(null);
    }

    /**
     * Returns the setting with TLS 1.3 for every connection that is not carried by a ring.
     *
     * @param folder the folder of this node's identity
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

    /** Returns whether this side can encrypt connections; false with {@code --plain}. */
    public boolean possible() {
        return folder != null;
    }

    /** Returns whether the identity is there: then TLS can begin at once. */
    public boolean ready() {
        CompletableFuture<TlsIdentity> found = begun();
        return found != null && found.isDone() && !found.isCompletedExceptionally();
    }

    /**
     * Waits until TLS can begin.
     *
     * @throws SocketTimeoutException if the identity is not made within {@code nanos}
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
     * Begins to make the identity, unless that was begun before. Afterwards calls {@code then} with the failure or
     * null, on this thread or on the one that makes the identity.
     */
    public void whenTried(Consumer<@Nullable Throwable> then) {
        CompletableFuture<TlsIdentity> unused = begin().whenComplete((identity, failure) -> then.accept(failure));
    }

    /** Returns the hash of this node's certificate, by which peers recognise it. May block unless {@link #ready}. */
    public byte[] fingerprint() {
        return identity().fingerprint();
    }

    /**
     * Starts TLS over an open connection, and accepts only the peer whose certificate has the given hash. Blocks for
     * the TLS handshake; the caller limits the time.
     *
     * @throws IOException if the peer has another certificate
     */
    public SSLSocket secure(Socket wire, boolean calling, byte[] peerCertificate) throws IOException {
        return identity().secure(wire, calling, peerCertificate);
    }

    /** Starts TLS over a channel, which must be blocking now and may be non-blocking afterwards. */
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
        // The failure is from another thread: its trace says where it occurred, this one's which call needed the
        // identity.
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
            // The cause of an earlier failure may be gone, such as a full disk or a damaged file.
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
