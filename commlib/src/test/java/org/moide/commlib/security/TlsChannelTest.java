package org.moide.commlib.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.gate.NodeKeys;

/** Tests the two ends of a TLS channel in one JVM. */
@Tag("jdk")
class TlsChannelTest {
    private static Encryption caller;
    private static Encryption acceptor;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private SocketChannel callersWire;
    private SocketChannel acceptorsWire;

    @BeforeAll
    static void makeIdentities() {
        caller = Encryption.tls(NodeKeys.here());
        acceptor = Encryption.tls(NodeKeys.there());
        caller.prepare();
        acceptor.prepare();
    }

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            callersWire = SocketChannel.open(listening.getLocalAddress());
            acceptorsWire = listening.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        callersWire.close();
        acceptorsWire.close();
        threads.shutdownNow();
    }

    private Future<ByteChannel> accepting(byte[] expected) {
        return threads.submit(() -> acceptor.secure(acceptorsWire, false, expected));
    }

    @Test
    void shouldCarryEverythingBothWaysWithoutBlocking() throws Exception {
        Future<ByteChannel> accepting = accepting(caller.fingerprint());
        ByteChannel here = caller.secure(callersWire, true, acceptor.fingerprint());
        ByteChannel there = accepting.get();
        callersWire.configureBlocking(false);
        acceptorsWire.configureBlocking(false);
        assertThat(here.read(ByteBuffer.allocate(100_000))).isZero();
        byte[] out = random(1, 20_000_000);
        byte[] back = random(2, 7_000_000);
        CountDownLatch bothRefused = new CountDownLatch(2);
        Future<?> written = threads.submit(writing(here, out, bothRefused));
        Future<?> answered = threads.submit(writing(there, back, bothRefused));
        bothRefused.await();
        Future<byte[]> gone = threads.submit(reading(there, out.length));
        assertThat(reading(here, back.length).call()).isEqualTo(back);
        assertThat(gone.get()).isEqualTo(out);
        written.get();
        answered.get();
        there.close();
        assertThat(here.read(ByteBuffer.allocate(100_000))).isEqualTo(-1);
    }

    private static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /**
     * Returns a task that writes the bytes in pieces of random lengths, and writes again what the channel did not take.
     * It opens the latch when the channel first takes less than a piece.
     */
    private static Callable<Void> writing(ByteChannel to, byte[] bytes, CountDownLatch refused) {
        return () -> {
            Random random = new Random(bytes.length);
            boolean told = false;
            ByteBuffer source = ByteBuffer.wrap(bytes).limit(0);
            while (source.position() < bytes.length) {
                source.limit(Math.min(bytes.length, source.limit() + random.nextInt(100_000)));
                to.write(source);
                if (source.hasRemaining() && !told) {
                    told = true;
                    refused.countDown();
                }
            }
            return null;
        };
    }

    private static Callable<byte[]> reading(ByteChannel from, int length) {
        return () -> {
            ByteBuffer target = ByteBuffer.allocate(length + 100_000);
            while (target.position() < length) {
                assertThat(from.read(target)).isNotNegative();
            }
            byte[] found = new byte[target.position()];
            target.flip().get(found);
            return found;
        };
    }

    @Test
    void shouldTalkToNobodyWithAnotherCertificate() throws Exception {
        Future<ByteChannel> accepting = accepting(caller.fingerprint());
        assertThatThrownBy(() -> caller.secure(callersWire, true, caller.fingerprint()))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(accepting::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldRefuseACallerWithAnotherCertificate() throws Exception {
        Future<ByteChannel> accepting = accepting(acceptor.fingerprint());
        assertThatThrownBy(() -> {
                    // The caller may notice the failure only when it reads.
                    ByteChannel here = caller.secure(callersWire, true, acceptor.fingerprint());
                    here.read(ByteBuffer.allocate(100_000));
                })
                .isInstanceOf(IOException.class);
        assertThatThrownBy(accepting::get).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldEndWhenTheOtherSideGoesInTheMiddle() throws Exception {
        acceptorsWire.close();
        assertThatThrownBy(() -> caller.secure(callersWire, true, acceptor.fingerprint()))
                .isInstanceOf(IOException.class);
    }
}
