package org.moide.commlib.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.ChannelBinding;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.security.ClusterSecret;

/** Tests the carriers (sockets or shared memory) of connections whose two ends are in one JVM. */
@Tag("jdk")
class CarriersTest {
    private static final ClusterSecret SECRET =
            ClusterSecret.of("a secret of the tests, 32 bytes!".getBytes(StandardCharsets.UTF_8));
    private static final ChannelBinding BOND = ChannelBinding.of(SECRET, new byte[] {1});
    private static final ChannelBinding OTHER_BOND = ChannelBinding.of(SECRET, new byte[] {2});

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Socket callerSocket = new Socket();
    private Socket acceptorSocket = new Socket();

    @AfterEach
    void close() throws IOException {
        threads.shutdownNow();
        callerSocket.close();
        acceptorSocket.close();
        try (Stream<Path> left = Files.list(Path.of("/dev/shm"))) {
            assertThat(left.map(Path::toString))
                    .noneMatch(name -> name.contains(
                            "moide-ring-" + ProcessHandle.current().pid() + "-"));
        }
    }

    private void connect() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            callerSocket = new Socket(listening.getInetAddress(), listening.getLocalPort());
            acceptorSocket = listening.accept();
        }
    }

    private static PollPolicy policy(int processors) {
        return new PollPolicy(System::nanoTime, processors);
    }

    private static Carriers rings(int processors) {
        return Carriers.rings(policy(processors), new SecureRandom());
    }

    private Future<CarrierStreams> accept(Carriers carriers) {
        return threads.submit(() -> carriers.accept(ring(acceptorSocket)));
    }

    private static AdmittedConnection ring(Socket wire) {
        return AdmittedConnection.ring(wire, BOND);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCarryTheSameBytesBothWays(int processors) throws Exception {
        for (boolean ring : new boolean[] {true, false}) {
            connect();
            Carriers carriers = ring ? rings(processors) : Carriers.sockets(policy(processors));
            Future<CarrierStreams> accepting = threads.submit(
                    () -> carriers.accept(ring ? ring(acceptorSocket) : AdmittedConnection.plain(acceptorSocket)));
            CarrierStreams here = carriers.call(ring ? ring(callerSocket) : AdmittedConnection.plain(callerSocket));
            CarrierStreams there = accepting.get();
            assertThat(here.ring()).isEqualTo(ring);
            assertThat(there.ring()).isEqualTo(ring);
            long seed = 7L + processors;
            byte[] drawn = new byte[2_000_000];
            new Random(seed).nextBytes(drawn);
            for (CarrierStreams[] way : new CarrierStreams[][] {{here, there}, {there, here}}) {
                Future<?> writing = threads.submit(() -> {
                    Random random = new Random(seed);
                    for (int message = 0; message < 300; message++) {
                        way[0].out().write(next(random, message, drawn));
                    }
                    return null;
                });
                Random random = new Random(seed);
                DataInputStream in = new DataInputStream(way[1].in());
                for (int message = 0; message < 300; message++) {
                    byte[] expected = next(random, message, drawn);
                    byte[] found = new byte[expected.length];
                    in.readFully(found);
                    assertThat(Arrays.equals(found, expected))
                            .as("message %s of %s bytes, seed %s", message, expected.length, seed)
                            .isTrue();
                }
                writing.get();
            }
            callerSocket.close();
            assertThat(there.in().read()).isEqualTo(-1);
            acceptorSocket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCarryElementsBetweenBytes(boolean ring) throws Exception {
        connect();
        Carriers carriers = ring ? rings(2) : Carriers.sockets(policy(2));
        Future<CarrierStreams> accepting = threads.submit(
                () -> carriers.accept(ring ? ring(acceptorSocket) : AdmittedConnection.plain(acceptorSocket)));
        CarrierStreams here = carriers.call(ring ? ring(callerSocket) : AdmittedConnection.plain(callerSocket));
        CarrierStreams there = accepting.get();
        long seed = 11;
        Future<?> writing = threads.submit(() -> {
            Random random = new Random(seed);
            for (int message = 0; message < 60; message++) {
                here.out().write(new byte[random.nextInt(20)]);
                here.out().write(elements(random));
            }
            here.out().write(Slice.of(new double[100_000]));
            callerSocket.close();
            return null;
        });
        Random random = new Random(seed);
        for (int message = 0; message < 60; message++) {
            int between = random.nextInt(20);
            assertThat(there.in().readNBytes(between)).isEqualTo(new byte[between]);
            Slice expected = elements(random);
            Slice found = new Slice(
                    expected.type().newArray(expected.offset() + expected.length()),
                    expected.offset(),
                    expected.length());
            there.in().read(found);
            assertThat(bytes(found).equals(bytes(expected)))
                    .as("message %s: %s elements, seed %s", message, expected.length(), seed)
                    .isTrue();
        }
        assertThatThrownBy(() -> there.in().read(Slice.of(new double[200_000]))).isInstanceOf(EOFException.class);
        writing.get();
    }

    /** Draws a slice of a new array, with random type, offset and length. */
    private static Slice elements(Random random) {
        ElementType type = List.of(
                        ElementType.BYTE, ElementType.INT, ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE)
                .get(random.nextInt(5));
        int offset = random.nextInt(5);
        Object array = type.newArray(offset + random.nextInt(random.nextInt(8) == 0 ? 200_000 : 300));
        Slice all = new Slice(array, offset, Array.getLength(array) - offset);
        byte[] drawn = new byte[(int) all.bytes()];
        random.nextBytes(drawn);
        all.fill(ByteBuffer.wrap(drawn), 0);
        return all;
    }

    private static ByteBuffer bytes(Slice elements) {
        ByteBuffer bytes = ByteBuffer.allocate((int) elements.bytes());
        elements.copyTo(bytes, 0);
        return bytes;
    }

    @Test
    void shouldRefuseHalfAnElement() throws Exception {
        connect();
        RingMemory memory = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(RingMemory.CAPACITY)));
        CarrierStreams here = RingStreams.of(new RingEnd(memory, RingEnd.CALLER, callerSocket), policy(2));
        memory.set(RingMemory.written(RingEnd.ACCEPTOR), 13);
        assertThatThrownBy(() -> here.in().read(Slice.of(new double[2])))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        assertThat(callerSocket.isClosed()).isTrue();
    }

    @Test
    void shouldTakeForWrittenWhatTheOtherEndMayReadThoughItCannotBeWoken() throws Exception {
        connect();
        RingMemory memory = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(RingMemory.CAPACITY)));
        CarrierStreams here = RingStreams.of(new RingEnd(memory, RingEnd.CALLER, callerSocket), policy(2));
        callerSocket.shutdownOutput();
        memory.set(RingMemory.asleep(RingEnd.ACCEPTOR), RingEnd.ASLEEP);
        here.out().write(new byte[100]);
        assertThat(memory.get(RingMemory.written(RingEnd.CALLER))).isEqualTo(100);
        memory.set(RingMemory.asleep(RingEnd.ACCEPTOR), RingEnd.ASLEEP);
        assertThatThrownBy(() -> here.out().write(new byte[RingEnd.CHUNK_BYTES + 1]))
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldTellOneThatIsBusyFromOneThatHasLookedMeanwhile() throws Exception {
        connect();
        RingMemory memory = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(RingMemory.CAPACITY)));
        RingEnd here = new RingEnd(memory, RingEnd.CALLER, callerSocket);
        RingEnd there = new RingEnd(memory, RingEnd.ACCEPTOR, acceptorSocket);
        assertThat(here.busy()).as("before anything was said").isZero();
        there.say(RingEnd.BUSY);
        long first = here.busy();
        assertThat(first).isNotZero().isEqualTo(here.busy());
        there.say(RingEnd.AWAKE);
        assertThat(here.busy()).isZero();
        there.say(RingEnd.BUSY);
        assertThat(here.busy()).isNotZero().isNotEqualTo(first);
        here.wake(false);
        assertThat(here.busy()).as("not rung for").isNotZero();
        here.wake(true);
        assertThat(here.busy()).as("woken").isZero();
        there.say(RingEnd.ASLEEP);
        assertThat(here.busy()).isZero();
    }

    /**
     * Returns a random part of {@code drawn} as a message's bytes: drawing new bytes for each message would take longer
     * than sending it.
     */
    private static byte[] next(Random random, int message, byte[] drawn) {
        int length = 1 + random.nextInt(message % 10 == 0 ? 900_000 : 300);
        int start = random.nextInt(drawn.length - length);
        return Arrays.copyOfRange(drawn, start, start + length);
    }

    @Test
    void shouldHoldWhenAThreadThatIsInterruptedRings() throws Exception {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            callerSocket = SocketChannel.open(listening.getLocalAddress()).socket();
            acceptorSocket = listening.accept().socket();
        }
        Carriers carriers = rings(2);
        Future<DataConnection> accepting = threads.submit(() -> carriers.acceptConnection(ring(acceptorSocket)));
        DataConnection here = carriers.connect(ring(callerSocket));
        DataConnection there = accepting.get();
        there.attention(DataConnection.Attention.ASLEEP);
        Thread.currentThread().interrupt();
        try {
            here.write(new byte[8], 0, 8);
            here.publish(true);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        there.awaitReadable();
        assertThat(there.readable()).isEqualTo(8);
        assertThat(callerSocket.isClosed()).isFalse();
    }

    @Test
    void shouldGiveWhatWasWrittenBeforeTheOtherEndWent() throws Exception {
        connect();
        Carriers carriers = rings(2);
        Future<CarrierStreams> accepting = accept(carriers);
        CarrierStreams here = carriers.call(ring(callerSocket));
        here.out().write(new byte[] {1, 2, 3});
        CarrierStreams there = accepting.get();
        callerSocket.close();
        assertThat(there.in().readAllBytes()).containsExactly(1, 2, 3);
        assertThatThrownBy(() -> {
                    for (int written = 0; written <= RingMemory.CAPACITY; written += 1024) {
                        there.out().write(new byte[1024]);
                    }
                })
                .as("nobody makes room any more")
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> here.out().write(1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> here.in().read()).isInstanceOf(IOException.class);
    }

    @Test
    void shouldEndAWaitWhenItsOwnSocketIsClosed() throws Exception {
        connect();
        Carriers carriers = rings(2);
        Future<CarrierStreams> accepting = accept(carriers);
        carriers.call(ring(callerSocket));
        CarrierStreams there = accepting.get();
        Future<Object> reading = threads.submit(() -> {
            try {
                return there.in().read();
            } catch (IOException e) {
                return e;
            }
        });
        acceptorSocket.close();
        assertThat(reading.get()).isInstanceOf(IOException.class);
    }

    /**
     * Asserts that a caller makes no ring of shared memory when it receives these bytes in place of those that an
     * acceptor sends.
     */
    private void assertNoRing(byte[]... said) throws Exception {
        Future<CarrierStreams> calling = threads.submit(() -> rings(2).call(ring(callerSocket)));
        for (byte[] bytes : said) {
            acceptorSocket.getOutputStream().write(bytes);
        }
        assertThatThrownBy(calling::get).hasCauseInstanceOf(IOException.class);
    }

    private static byte[] named(String descriptor, byte[] proof) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(1);
        out.writeUTF(descriptor);
        out.write(proof);
        return bytes.toByteArray();
    }

    @Test
    void shouldHaveNothingButARingWhenARelayAnswersNo() throws Exception {
        connect();
        assertNoRing(new byte[] {0});
    }

    @Test
    void shouldHaveNothingButARingWhenARelaySpeaksOfSomethingElse() throws Exception {
        connect();
        assertNoRing(new byte[] {'J', 'R', 'M', 'I', 0, 2, 0x4b});
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "/proc/self/fd/0", "/proc/1/fd/1", "/proc/1/fd/../../etc/passwd", ""})
    void shouldOpenNothingButTheRingThatWasMade(String named) throws Exception {
        connect();
        assertNoRing(named(named, BOND.mac("ring made", named)));
        assertThat(acceptorSocket.getInputStream().read()).as("not opened").isZero();
    }

    @Test
    void shouldOpenNoRingOfAnotherHandshake() throws Exception {
        RingFiles files = new RingFiles(new SecureRandom());
        try (RingFiles.Made made = files.makeRing()) {
            String descriptor = made.name();
            connect();
            assertNoRing(named(descriptor, OTHER_BOND.mac("ring made", descriptor)));
            connect();
            assertNoRing(named(descriptor, BOND.mac("ring opened", descriptor)));
            connect();
            // The right end names a descriptor that is not the ring it made, as if the number had been reused.
            made.ring().putToken(OTHER_BOND.mac("ring token", descriptor, RingMemory.TOKEN_BYTES));
            assertNoRing(named(descriptor, BOND.mac("ring made", descriptor)));
            assertThat(acceptorSocket.getInputStream().read()).as("not opened").isZero();
        }
    }

    @Test
    void shouldGoOnOnlyWithACallerThatHasOpenedTheRing() throws Exception {
        for (boolean reflected : new boolean[] {true, false}) {
            connect();
            Future<CarrierStreams> accepting = accept(rings(2));
            DataInputStream in = new DataInputStream(callerSocket.getInputStream());
            assertThat(in.read()).isEqualTo(1);
            String descriptor = in.readUTF();
            byte[] proof = in.readNBytes(ChannelBinding.BYTES);
            callerSocket.getOutputStream().write(1);
            callerSocket.getOutputStream().write(reflected ? proof : OTHER_BOND.mac("ring opened", descriptor));
            assertThatThrownBy(accepting::get).hasRootCauseInstanceOf(IOException.class);
            callerSocket.close();
            acceptorSocket.close();
        }
    }

    @Test
    void shouldReadNothingOfTheSocketWhenTheCallerRefusesTheRing() throws Exception {
        connect();
        Future<CarrierStreams> accepting = accept(rings(2));
        callerSocket.getOutputStream().write(new byte[] {0, 'J', 'R', 'M', 'I', 0, 2, 0x4b});
        assertThatThrownBy(accepting::get).hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldHaveNoRingWhenOneSideHasNone() throws Exception {
        Carriers none = Carriers.sockets(policy(2));
        connect();
        Future<CarrierStreams> accepting = accept(none);
        assertThatThrownBy(() -> rings(2).call(ring(callerSocket)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could make no ring");
        assertThatThrownBy(accepting::get).hasRootCauseInstanceOf(IOException.class);
        connect();
        Future<CarrierStreams> making = accept(rings(2));
        assertThatThrownBy(() -> none.call(ring(callerSocket))).isInstanceOf(IOException.class);
        assertThatThrownBy(making::get).hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldRefuseARingWithAnotherToken() throws Exception {
        RingFiles files = new RingFiles(new SecureRandom());
        try (RingFiles.Made made = files.makeRing()) {
            assertThatThrownBy(() -> files.openRing(made.name(), new byte[RingMemory.TOKEN_BYTES]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another ring");
            assertThat(files.openRing(made.name(), made.token())).isNotNull();
        }
    }

    @Test
    void shouldMakeSmallRingsWhenManyAreInUseOrMemoryIsShort() throws Exception {
        RingFiles files = new RingFiles(new SecureRandom(), () -> 1L << 30);
        List<RingMemory> used = new ArrayList<>();
        for (int ring = 0; ring < 17; ring++) { // each is mapped twice here
            try (RingFiles.Made made = files.makeRing()) {
                RingMemory opened = files.openRing(made.name(), made.token());
                assertThat(opened.capacity()).isEqualTo(made.ring().capacity());
                used.add(made.ring());
                used.add(opened);
            }
        }
        assertThat(used.subList(0, 32)).extracting(RingMemory::capacity).containsOnly(RingMemory.CAPACITY);
        assertThat(used.subList(32, 34)).extracting(RingMemory::capacity).containsOnly(RingMemory.SMALL_CAPACITY);

        RingFiles nearlyFull = new RingFiles(new SecureRandom(), () -> 16L * RingMemory.bytes(RingMemory.CAPACITY) - 1);
        try (RingFiles.Made made = nearlyFull.makeRing()) {
            assertThat(made.ring().capacity()).isEqualTo(RingMemory.SMALL_CAPACITY);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetTheOtherEndCopyOnWhatIsStillCopiedIn(boolean elements) throws Exception {
        connect();
        RingMemory memory = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(RingMemory.CAPACITY)));
        RingEnd here = new RingEnd(memory, RingEnd.CALLER, callerSocket);
        RingEnd there = new RingEnd(memory, RingEnd.ACCEPTOR, acceptorSocket);
        double[] all = new SplittableRandom(1).doubles(5_000).toArray();
        byte[] bytes = new byte[40_000];
        Slice.of(all).copyTo(ByteBuffer.wrap(bytes), 0);
        if (elements) {
            here.put(Slice.of(all));
        } else {
            here.put(bytes, 0, bytes.length);
        }
        int before = there.available();
        assertThat(before).isBetween(bytes.length / 2, bytes.length - 1);
        byte[] found = new byte[bytes.length];
        there.take(found, 0, before);
        here.show();
        assertThat(there.available()).isEqualTo(bytes.length - before);
        there.take(found, before, bytes.length - before);
        assertThat(found).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, RingMemory.CAPACITY + 1L})
    void shouldCloseTheConnectionWhenTheOtherEndLies(long claim) throws Exception {
        for (int place : new int[] {RingMemory.written(RingEnd.ACCEPTOR), RingMemory.read(RingEnd.CALLER)}) {
            connect();
            RingMemory memory = new RingMemory(ByteBuffer.allocateDirect(RingMemory.bytes(RingMemory.CAPACITY)));
            CarrierStreams here = RingStreams.of(new RingEnd(memory, RingEnd.CALLER, callerSocket), policy(2));
            memory.set(place, claim);
            assertThatThrownBy(() -> {
                        if (place == RingMemory.read(RingEnd.CALLER)) {
                            here.out().write(new byte[RingMemory.CAPACITY]);
                            here.out().write(1);
                        } else {
                            here.in().read();
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("damaged");
            assertThat(callerSocket.isClosed()).isTrue();
            acceptorSocket.close();
        }
    }

    @Test
    void shouldSleepWhenNothingComes() throws Exception {
        connect();
        Carriers carriers = rings(2);
        Future<CarrierStreams> accepting = accept(carriers);
        CarrierStreams here = carriers.call(ring(callerSocket));
        CarrierStreams there = accepting.get();
        Future<Integer> reading = threads.submit(() -> {
            Thread.currentThread().setName("sleeping-reader");
            return there.in().read();
        });
        await().until(() -> Thread.getAllStackTraces().entrySet().stream()
                .anyMatch(thread -> thread.getKey().getName().equals("sleeping-reader")
                        && Arrays.stream(thread.getValue())
                                .anyMatch(frame -> frame.getMethodName().equals("sleep"))));
        here.out().write(77);
        assertThat(reading.get()).isEqualTo(77);
    }
}
