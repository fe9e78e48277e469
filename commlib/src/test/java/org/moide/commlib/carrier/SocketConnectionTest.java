package org.moide.commlib.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/** Tests both ends of a socket connection in one JVM. */
@Tag("jdk")
class SocketConnectionTest {
    /** A time longer than tests, so that only the tested event ends a sleep. */
    private static final long LONGER_THAN_TESTS = 600_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private SocketConnection here;
    private SocketConnection there;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            here = over(SocketChannel.open(listening.getLocalAddress()));
            there = over(listening.accept());
        }
    }

    private static SocketConnection over(SocketChannel channel) throws IOException {
        return new SocketConnection(channel, channel, LONGER_THAN_TESTS);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
        threads.shutdownNow();
    }

    private static void readFully(DataConnection from, byte[] target) throws IOException {
        for (int read = 0; read < target.length; ) {
            int count = Math.min(from.readable(), target.length - read);
            from.read(target, read, count);
            read += count;
            if (count == 0) {
                from.awaitReadable();
            }
        }
    }

    private void fill() throws IOException {
        byte[] piece = new byte[64 * 1024];
        while (here.writable() >= piece.length) {
            here.write(piece, 0, piece.length);
            here.publish(false);
        }
        assertThat(here.unsent()).isPositive();
    }

    @Test
    void shouldCarryEverythingInOrderWhenTheReaderIsSlow() throws Exception {
        int total = 20_000_000;
        Callable<Void> writing = () -> {
            Random random = new Random(7);
            byte next = 0;
            for (int written = 0; written < total; ) {
                byte[] piece = new byte[Math.min(1 + random.nextInt(100_000), total - written)];
                for (int i = 0; i < piece.length; i++) {
                    piece[i] = next++;
                }
                while (here.writable() < piece.length) {
                    here.publish(false);
                    if (here.unsent() > 0) {
                        here.awaitReadable();
                    }
                }
                here.write(piece, 0, piece.length);
                written += piece.length;
            }
            while (here.unsent() > 0) {
                here.publish(false);
            }
            return null;
        };
        Future<Void> writer = threads.submit(writing);
        byte[] found = new byte[total];
        readFully(there, found);
        writer.get();
        for (int i = 0; i < found.length; i++) {
            if (found[i] != (byte) i) {
                throw new AssertionError("expected byte " + (byte) i + " at " + i + ", found " + found[i]);
            }
        }
    }

    @Test
    void shouldCarryElementsFromAnyPlace() throws IOException {
        double[] sent = new Random(3).doubles(1000).toArray();
        here.write(new byte[3], 0, 3);
        here.write(Slice.of(sent, 10, 900));
        here.publish(false);
        readFully(there, new byte[3]);
        double[] found = new double[900];
        for (int read = 0; read < found.length; ) {
            int elements = Math.min(there.readable() / Double.BYTES, found.length - read);
            there.read(Slice.of(found, read, elements));
            read += elements;
        }
        assertThat(found).isEqualTo(Arrays.copyOfRange(sent, 10, 910));
    }

    @Test
    void shouldShowNothingBeforeItIsPublished() throws IOException {
        here.write(new byte[8], 0, 8);
        assertThat(here.unsent()).isEqualTo(8);
        assertThat(there.readable()).isZero();
        here.publish(false);
        assertThat(here.unsent()).isZero();
        await("what was published").until(() -> there.readable() == 8);
    }

    @Test
    void shouldHoldWhenAThreadThatIsInterruptedReadsAndWrites() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThat(there.readable()).isZero();
            here.write(new byte[8], 0, 8);
            here.publish(false);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        await("what was published").until(() -> there.readable() == 8);
    }

    @Test
    void shouldWakeTheSleeperWhenSomethingIsLeftUnsent() throws Exception {
        Future<?> sleeper = sleep(here);
        here.write(new byte[8], 0, 8);
        here.wake();
        sleeper.get();
        assertThat(here.unsent()).isEqualTo(8);
        // no thread sleeps while bytes are unsent
        here.awaitReadable();
    }

    @Test
    void shouldWakeTheSleeperWhenThereIsRoomAgain() throws Exception {
        fill();
        int unsent = here.unsent();
        Future<?> sleeper = sleep(here);
        byte[] some = new byte[4 << 20];
        Future<?> reader = threads.submit(() -> {
            readFully(there, some);
            return null;
        });
        sleeper.get();
        here.publish(false);
        assertThat(here.unsent()).isLessThan(unsent);
        reader.cancel(true);
    }

    @Test
    void shouldEndTheSleepWhenItIsClosed() throws Exception {
        Future<?> sleeper = sleep(here);
        here.close();
        assertThatThrownBy(sleeper::get).hasRootCauseInstanceOf(Exception.class).hasMessageContaining("closed");
    }

    @Test
    void shouldSayThatTheOtherEndHasGone() throws Exception {
        Future<?> sleeper = sleep(here);
        there.close();
        sleeper.get();
        assertThatThrownBy(here::readable).isInstanceOf(IOException.class);
    }

    /**
     * Starts a thread that sleeps at the connection, and returns when it sleeps. The future is done when the sleep has
     * ended. The thread sleeps again while nothing can be read or sent.
     */
    private Future<?> sleep(SocketConnection connection) {
        Thread[] sleeping = new Thread[1];
        Future<?> future = threads.submit(() -> {
            sleeping[0] = Thread.currentThread();
            connection.awaitReadable();
            return null;
        });
        await("a sleeper").until(() -> {
            Thread thread = sleeping[0];
            return thread != null
                    && Arrays.stream(thread.getStackTrace())
                            .anyMatch(frame -> frame.getClassName().startsWith("sun.nio.ch.")
                                    && frame.getMethodName().equals("doSelect"));
        });
        return future;
    }
}
