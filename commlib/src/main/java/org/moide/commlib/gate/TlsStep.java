package org.moide.commlib.gate;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.ByteChannel;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;

/**
 * Starts TLS on connections whose callers have proved that they know the secret, on a few helper threads: the TLS
 * handshake blocks and costs a millisecond of computing. A stranger cannot make this process spend that.
 */
final class TlsStep implements AutoCloseable {
    /**
     * The greatest number of helper threads. An attacker that relays the handshakes of others can stall as many TLS
     * handshakes, each for the longest time that one may take.
     */
    private static final int THREADS = 60;

    /** The greatest number of connections that wait for a helper: later ones would be served too late. */
    private static final int QUEUE = 256;

    private static final long KEEP_SECONDS = 10;

    private final HandshakeTerms terms;
    private final GateHost host;
    private final DeadlineWatch watch;
    private final String name;
    private final ThreadPoolExecutor helpers;

    TlsStep(HandshakeTerms terms, GateHost host, DeadlineWatch watch, String name) {
        this.terms = terms;
        this.host = host;
        this.watch = watch;
        this.name = name;
        this.helpers = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                KEEP_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(QUEUE),
                new DaemonThreads(name, terms.faults()));
        helpers.allowCoreThreadTimeOut(true);
    }

    /** Takes over a connection, and hands it on after TLS's handshake or closes it. Does not block. */
    void begin(Socket wire, ArrivingConnection arrival) {
        DeadlineWatch.Guard guard = watch.guard(wire);
        guard.arm(terms.ticker().nanoTime() + terms.limits().handshake().toNanos());
        try {
            helpers.execute(() -> secure(wire, guard, arrival));
        } catch (RejectedExecutionException e) {
            guard.release();
        } catch (Error noThread) {
            guard.release();
            throw noThread;
        }
    }

    private void secure(Socket wire, DeadlineWatch.Guard guard, ArrivingConnection arrival) {
        try {
            if (arrival.purpose() == Purpose.DATA) {
                ByteChannel sealed = terms.encryption().secure(wire.getChannel(), false, arrival.certificate());
                handOn(guard, () -> host.connected(AdmittedConnection.sealed(wire, sealed), arrival.subject()));
            } else {
                Socket socket = terms.encryption().secure(wire, false, arrival.certificate());
                handOn(guard, () -> host.called(AdmittedConnection.sealed(socket, wire), arrival.subject()));
            }
        } catch (IOException e) {
            // The caller sees the failure too and reports it.
            guard.release();
        } catch (RuntimeException | Error fault) {
            guard.release();
            Loop.tell(name, fault, terms.faults());
        }
    }

    private static void handOn(DeadlineWatch.Guard guard, Runnable on) {
        if (guard.disarm()) {
            guard.leave();
            on.run();
        }
    }

    /** Stops the helpers by interruption, which closes their sockets. Does not wait for them. */
    @Override
    public void close() {
        helpers.shutdownNow();
    }

    /**
     * Waits for the helpers to end after {@link #close}, for at most {@code millis}: the first TLS handshake of a JVM
     * takes a while.
     */
    void awaitEnd(long millis) {
        try {
            helpers.awaitTermination(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
