package org.moide.commlib.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.gate.Routes;

/** Tests connections through the doors of tunnels, over real sockets. */
@DisabledOnOs(OS.WINDOWS)
class TunnelDoorTest {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

    @TempDir
    Path folder;

    private TunnelledHosts hosts;
    private ServerSocket gate;

    @BeforeEach
    void open() throws IOException {
        hosts = new TunnelledHosts(folder, 3);
        gate = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        new GateFiles(hosts.ways(1).folder()).put(gate.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        hosts.close();
        gate.close();
    }

    /** Connects from host 0 to a port of another host. */
    private Socket dial(int to, int port, boolean lasts) throws IOException {
        Routes.Past way = (Routes.Past) hosts.routes(0).to(hosts.name(to));
        Socket socket = way.socket();
        try {
            way.connect(socket, port, lasts, NANOS);
            return socket;
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    @Test
    void shouldCarryWhatIsSaidBothWaysAndItsEnd() throws Exception {
        List<Thread> talkers = new ArrayList<>();
        List<Throwable> faults = new ArrayList<>();
        for (int one = 0; one < 8; one++) {
            Socket near = dial(1, gate.getLocalPort(), one % 2 == 0);
            Socket far = gate.accept();
            int seed = one;
            talkers.add(new Thread(() -> {
                try (near;
                        far) {
                    CompletableFuture<Void> back = CompletableFuture.runAsync(() -> says(far, near, -seed - 1));
                    says(near, far, seed);
                    back.get();
                } catch (Exception fault) {
                    synchronized (faults) {
                        faults.add(fault);
                    }
                }
            }));
        }
        talkers.forEach(Thread::start);
        for (Thread talker : talkers) {
            talker.join();
        }
        assertThat(faults).isEmpty();
    }

    /** Sends some megabytes in pieces of random lengths, and reads them in other pieces. */
    private static void says(Socket from, Socket to, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int total = random.nextInt(1, 3_000_000);
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try {
                SplittableRandom bytes = new SplittableRandom(seed + 1000);
                SplittableRandom lengths = new SplittableRandom(seed + 2000);
                for (int done = 0; done < total; ) {
                    byte[] piece = new byte[Math.min(total - done, lengths.nextInt(1, 200_000))];
                    bytes.nextBytes(piece);
                    from.getOutputStream().write(piece);
                    done += piece.length;
                }
                from.shutdownOutput();
            } catch (IOException gone) {
                throw new java.io.UncheckedIOException(gone);
            }
        });
        try {
            SplittableRandom bytes = new SplittableRandom(seed + 1000);
            SplittableRandom lengths = new SplittableRandom(seed + 2000);
            InputStream in = to.getInputStream();
            for (int done = 0; done < total; ) {
                byte[] piece = new byte[Math.min(total - done, lengths.nextInt(1, 200_000))];
                bytes.nextBytes(piece);
                byte[] found = new byte[piece.length];
                new DataInputStream(in).readFully(found);
                assertThat(found).isEqualTo(piece);
                done += piece.length;
            }
            assertThat(in.read()).as("the end").isNegative();
            written.get();
        } catch (Exception fault) {
            throw new AssertionError(fault);
        }
    }

    @Test
    void shouldWaitForAnEndThatDoesNotReadAndLoseNothing() throws Exception {
        byte[] all = new byte[32_000_000];
        new SplittableRandom(5).nextBytes(all);
        try (Socket near = dial(1, gate.getLocalPort(), true);
                Socket far = gate.accept()) {
            Thread writer = new Thread(() -> {
                try {
                    near.getOutputStream().write(all);
                } catch (IOException broken) {
                    // Fewer bytes have arrived then.
                }
            });
            writer.start();
            await("all on the way is full").until(() -> isInSelect(writer));
            byte[] found = new byte[all.length];
            new DataInputStream(far.getInputStream()).readFully(found);
            assertThat(found).isEqualTo(all);
            writer.join();
        }
    }

    @Test
    void shouldLeadToGatesOfOursOnly() throws IOException {
        try (ServerSocket another = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThatIOException()
                    .isThrownBy(() -> dial(1, another.getLocalPort(), true))
                    .withMessage(
                            "the tunnel says: expected the port of a daemon or an engine, found another, or that it"
                                    + " has ended");
        }
        assertThatIOException()
                .isThrownBy(() -> dial(2, gate.getLocalPort(), true))
                .withMessageContaining("expected the port of a daemon");
        Files.writeString(hosts.ways(1).folder().resolve("gate-" + gate.getLocalPort()), "999999999");
        assertThatIOException()
                .as("of a process that has ended")
                .isThrownBy(() -> dial(1, gate.getLocalPort(), true))
                .withMessageContaining("expected the port of a daemon");
    }

    @Test
    void shouldSayThatNothingListensAnyMore() throws IOException {
        gate.close();
        assertThatIOException()
                .isThrownBy(() -> dial(1, gate.getLocalPort(), true))
                .withMessage("the tunnel says: nothing listens there any more");
    }

    @Test
    void shouldDropWhoAsksSomethingElse() throws Exception {
        Routes.Past way = (Routes.Past) hosts.routes(0).to(hosts.name(1));
        try (UnixSocket socket = (UnixSocket) way.socket()) {
            socket.connect(UnixPlace.address(hosts.ways(1).folder().resolve(HostWays.IN)));
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            try {
                assertThat(socket.getInputStream().read()).isNegative();
            } catch (IOException reset) {
                assertThat(reset).isInstanceOf(SocketException.class);
            }
        }
        // The door still serves others.
        dial(1, gate.getLocalPort(), true).close();
    }

    @Test
    void shouldDropWhoAsksNothing() throws Exception {
        AtomicLong nanos = new AtomicLong();
        Path place = hosts.ways(2).folder().resolve("slow");
        try (TunnelDoor door = new TunnelDoor("slow-door", nanos::get, (where, fault) -> {});
                UnixSocket silent = UnixSocket.open()) {
            door.open(place, ask -> new Doorman.No(TunnelAnswer.NOT_HERE));
            silent.connect(UnixPlace.address(place));
            silent.getOutputStream().write(new byte[TunnelAsk.BYTES - 1]);
            CompletableFuture<Boolean> dropped = CompletableFuture.supplyAsync(() -> {
                try {
                    return silent.getInputStream().read() < 0;
                } catch (IOException reset) {
                    return reset instanceof SocketException;
                }
            });
            // The connection may not have been accepted yet.
            await("dropped").until(() -> {
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
                return dropped.isDone();
            });
            assertThat(dropped.get()).isTrue();
        }
        assertThat(place).doesNotExist();
    }

    @Test
    void shouldSayThatAnSshHasEnded() {
        hosts.cut(0);
        assertThatIOException()
                .isThrownBy(() -> dial(1, gate.getLocalPort(), true))
                .withMessageContaining("ssh");
    }

    @Test
    void shouldTakeNoFolderThatOthersMayEnter() throws IOException {
        Path open = hosts.ways(0).folder();
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-x---"));
        assertThatIOException()
                .isThrownBy(() -> dial(1, gate.getLocalPort(), true))
                .withMessageContaining("expected that only its owner may enter the folder " + open)
                .withMessageContaining("rwxr-x---");
        Path link = folder.resolve("link");
        Files.createSymbolicLink(link, hosts.ways(1).folder());
        assertThatIOException().isThrownBy(() -> UnixPlace.requireOwn(link)).withMessageContaining("no folder");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void shouldSayWhatIsTooLong() {
        assertThatIOException()
                .isThrownBy(() -> UnixPlace.address(folder.resolve("x".repeat(120))))
                .withMessageContaining("expected a path of at most 107 bytes for a socket")
                .withMessageContaining("MOIDE_HOME");
    }

    @Test
    void shouldGoOnWhenAThreadIsInterruptedThatReads() throws Exception {
        try (Socket near = dial(1, gate.getLocalPort(), true);
                Socket far = gate.accept()) {
            CompletableFuture<Integer> read = new CompletableFuture<>();
            Thread reader = new Thread(() -> {
                try {
                    int found = near.getInputStream().read();
                    read.complete(Thread.interrupted() ? found : -2);
                } catch (IOException broken) {
                    read.completeExceptionally(broken);
                }
            });
            reader.start();
            await("waits").until(() -> reader.getState() == Thread.State.RUNNABLE && isInSelect(reader));
            reader.interrupt();
            await("has seen it").until(() -> !reader.isInterrupted());
            far.getOutputStream().write(42);
            assertThat(read.get())
                    .as("what was said, to a thread that is still interrupted")
                    .isEqualTo(42);
        }
    }

    private static boolean isInSelect(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getMethodName().equals("select")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldEndAReadWhenItIsClosed() throws Exception {
        Socket near = dial(1, gate.getLocalPort(), true);
        try (Socket far = gate.accept()) {
            CompletableFuture<Throwable> failed = new CompletableFuture<>();
            Thread reader = new Thread(() -> {
                try {
                    near.getInputStream().read();
                    failed.complete(new AssertionError("read something"));
                } catch (IOException closed) {
                    failed.complete(closed);
                }
            });
            reader.start();
            await("waits").until(() -> isInSelect(reader));
            near.close();
            assertThat(failed.get()).isInstanceOf(SocketException.class);
            assertThat(far.getInputStream().read()).as("the other end sees it").isNegative();
        }
    }

    @Test
    void shouldCarryOthersAfterAnErrorWithOne() throws Exception {
        Path planted = folder.resolve("planted");
        Files.createDirectory(
                planted, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        List<Throwable> faults = new CopyOnWriteArrayList<>();
        AtomicInteger asked = new AtomicInteger();
        try (TunnelDoor door = new TunnelDoor("door", System::nanoTime, (where, fault) -> faults.add(fault))) {
            door.open(planted.resolve(HostWays.IN), ask -> {
                if (asked.incrementAndGet() == 1) {
                    throw new OutOfMemoryError("planted");
                }
                return new Doorman.No(TunnelAnswer.NO_GATE);
            });
            for (int one = 0; one < 2; one++) {
                try (SocketChannel near =
                        SocketChannel.open(UnixDomainSocketAddress.of(planted.resolve(HostWays.IN)))) {
                    near.write(ByteBuffer.wrap(new TunnelAsk(TunnelledHosts.digits(1), 7).encode()));
                    near.read(ByteBuffer.allocate(1));
                }
            }
        }
        assertThat(asked).hasValue(2);
        assertThat(faults).hasExactlyElementsOfTypes(OutOfMemoryError.class);
    }
}
