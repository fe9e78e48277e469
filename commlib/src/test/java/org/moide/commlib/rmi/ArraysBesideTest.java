package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.Slice;
import org.moide.commlib.carrier.BulkInput;
import org.moide.commlib.carrier.BulkOutput;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.carrier.PollPolicy;
import org.moide.commlib.gate.NodeKeys;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.wire.CallBytes;
import org.moide.commlib.wire.CallValues;

/** Tests calls and answers with long arrays, between two spaces and with peers that die or are hostile. */
@Tag("jdk")
class ArraysBesideTest {
    private static final int LEAST = CallBytes.LEAST_BESIDE_BYTES;

    private final Spaces spaces = new Spaces();

    @AfterEach
    void close() {
        spaces.close();
    }

    @Test
    void shouldBringBackLongArraysWhereverTheyAre() throws Exception {
        bringBack(Encryption.none(), options -> options);
        bringBack(Encryption.none(), options -> options.withCarriers(sockets()).withPlain(true));
    }

    @Test
    @Tag("ciphers")
    void shouldBringThemBackWithTls() throws Exception {
        Encryption sealed = Encryption.tls(NodeKeys.here());
        sealed.prepare();
        bringBack(sealed, options -> options.withCarriers(sockets()));
    }

    private static Carriers sockets() {
        return Carriers.sockets(new PollPolicy(System::nanoTime, 2));
    }

    private void bringBack(Encryption encryption, UnaryOperator<RmiSpaceOptions> change) throws Exception {
        RmiSpace here = spaces.open("here", encryption, change);
        RmiSpace there = spaces.open("there", encryption, change);
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        Greeter greeter = here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        Random random = new Random(17);
        byte[] bytes = new byte[700_000];
        random.nextBytes(bytes);
        assertThat(Arrays.equals(greeter.reverse(greeter.reverse(bytes)), bytes))
                .isTrue();
        long[] places = random.longs(20_000).toArray();
        Object value = List.of(
                new Greeter.Word("house", 3, Greeter.Kind.NOUN, places),
                Map.of(
                        "doubles",
                        random.doubles(30_001).toArray(),
                        "ints",
                        random.ints(50_000).toArray()),
                new Object[] {new float[20_001], "text", new byte[LEAST - 1], new char[LEAST]},
                new double[][] {{1}, random.doubles(9_000).toArray()});
        for (int repeat = 0; repeat < 2; repeat++) {
            assertThat(Arrays.deepEquals(CallValues.encode(greeter.echo(value)), CallValues.encode(value)))
                    .isTrue();
        }
        assertThat(greeter.greet("world")).isEqualTo("hello world");
        assertThat(there.gateCounters().arrivals()).as("one connection for all").isEqualTo(1);
    }

    @Test
    void shouldFailAsOtherCallsDoAndKeepTheConnection() {
        RmiSpace here = spaces.open("here");
        RmiSpace there = spaces.open("there");
        Greeter greeter = here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        byte[] bytes = new byte[5 << 20];
        assertThatThrownBy(() -> greeter.reverse(bytes))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("there is no object 'greeter'");
        there.export(Greeter.class, "greeter", new FriendlyGreeter() {
            @Override
            public byte[] reverse(byte[] found) {
                throw new IllegalStateException("found " + found.length);
            }
        });
        assertThatThrownBy(() -> greeter.reverse(bytes))
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("found " + bytes.length);
        assertThatThrownBy(() -> greeter.echo(List.of(bytes, new Thread())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Thread");
        assertThat(Arrays.equals((byte[]) greeter.echo(bytes), bytes)).isTrue();
        assertThat(there.gateCounters().arrivals()).as("one connection for all").isEqualTo(1);
    }

    // --- peers -------------------------------------------------------------------------------------------------------

    private static byte[] heads(int count, Object... typesAndLengths) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(count);
        for (int index = 0; index < typesAndLengths.length; index += 2) {
            out.writeByte((int) typesAndLengths[index]);
            out.writeInt((int) typesAndLengths[index + 1]);
        }
        return bytes.toByteArray();
    }

    private static byte[] with(byte[] heads, int more) {
        return Arrays.copyOf(heads, heads.length + more);
    }

    @Test
    void shouldRunNothingUnlessAllArraysHaveComeAsPromised() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RmiSpace there = spaces.open("there", options -> options.withPlain(true));
        there.export(Greeter.class, "greeter", new FriendlyGreeter() {
            @Override
            public Object echo(Object value) {
                calls.incrementAndGet();
                return "taken";
            }
        });
        CallBytes call = CallValues.encodeBeside(new Object[] {new byte[2 * LEAST]});
        long echo = new MethodTable(Greeter.class).key(Greeter.class.getMethod("echo", Object.class), Greeter.class);
        IdentityHashMap<byte[], Long> promises = new IdentityHashMap<>();
        promises.put(with(heads(1, 0, 2 * LEAST), 2 * LEAST - 1), 2L * LEAST);
        promises.put(with(heads(1, 0, 2 * LEAST), 0), 2L * LEAST);
        promises.put(new byte[3], 2L * LEAST);
        promises.put(with(heads(3, 0, LEAST), 2 * LEAST), 2L * LEAST);
        promises.put(with(heads(1, 7, 2 * LEAST), 2 * LEAST), 2L * LEAST);
        promises.put(with(heads(1, 0, -1), 2 * LEAST), 2L * LEAST);
        promises.put(with(heads(1, 4, 2 * LEAST), 2 * LEAST), 2L * LEAST);
        promises.put(with(heads(2, 0, LEAST - 1, 0, LEAST + 1), 2 * LEAST), 2L * LEAST);
        promises.put(with(heads(1, 0, LEAST), LEAST), 2L * LEAST);
        promises.put(with(heads(1, 0, 200 << 20), LEAST), 200L << 20);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .sum();
        try (RawPeer hostile = new RawPeer(0, out -> {})) {
            for (Map.Entry<byte[], Long> promise : promises.entrySet()) {
                RawPeer.Speech speech = arguments(echo, call, promise.getValue());
                assertThat(hostile.sayBeside(there.self(), JrmpConnection.callHash(), speech, promise.getKey()))
                        .isEmpty();
            }
            assertThat(Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                                    .sum()
                            - before)
                    .isLessThan(64L << 20);
            assertThat(hostile.sayBeside(
                            there.self(), JrmpConnection.callHash(), arguments(echo, call, 1L << 40), new byte[0]))
                    .isEmpty();
            assertThat(spaces.takeFaults()).singleElement().asString().contains("expected a request of at most");
            assertThat(calls).hasValue(0);
            byte[] honest = with(heads(1, 0, 2 * LEAST), 2 * LEAST);
            byte[] answer = hostile.sayBeside(
                    there.self(), JrmpConnection.callHash(), arguments(echo, call, 2L * LEAST), honest);
            assertThat(new String(answer, StandardCharsets.ISO_8859_1)).contains("taken");
            assertThat(calls).hasValue(1);
        }
    }

    private static RawPeer.Speech arguments(long method, CallBytes call, long promised) {
        return out -> {
            out.writeObject("greeter");
            out.writeLong(method);
            out.writeObject(call.pieces());
            out.writeLong(promised);
        };
    }

    @Test
    void shouldRefuseAnAnswerWhoseArraysAreNotAsPromised() throws Exception {
        RmiSpace here = spaces.open("here", options -> options.withPlain(true));
        CallBytes answer = CallValues.encodeBeside(new byte[LEAST]);
        byte[] honest = with(heads(1, 0, LEAST), LEAST);
        Map<byte[], String> offers = Map.of(
                offer(LEAST, honest), "",
                offer(1L << 40, honest), "more than 268435456 bytes",
                offer(-1, honest), "not what this side accepts",
                offer(LEAST, with(heads(1, 9, LEAST), LEAST)), "not what this side accepts",
                offer(2 * LEAST, with(heads(2, 0, LEAST, 0, LEAST), 2 * LEAST)), "found one with 1");
        for (Map.Entry<byte[], String> offer : offers.entrySet()) {
            try (RawPeer peer = new RawPeer(1, out -> out.writeObject(answer.pieces()), offer.getKey())) {
                Greeter greeter = here.proxy(peer.self(), Greeter.class, "greeter", Spaces.DEADLINE);
                if (offer.getValue().isEmpty()) {
                    assertThat((byte[]) greeter.echo("x")).hasSize(LEAST);
                } else {
                    assertThatThrownBy(() -> greeter.echo("x"))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining(offer.getValue());
                }
            }
        }
    }

    private static byte[] offer(long bytes, byte[] arrays) {
        return ByteBuffer.allocate(1 + Long.BYTES + arrays.length)
                .put((byte) ArraysBeside.OFFER)
                .putLong(bytes)
                .put(arrays)
                .array();
    }

    @Test
    void shouldSayThatNothingRanWhenThePeerGoesBeforeItHasAllArrays() throws Exception {
        RmiSpace here = spaces.open("here", options -> options.withPlain(true));
        for (byte[] before : new byte[][] {{}, {ArraysBeside.GO}}) {
            try (RawPeer dying = new RawPeer(3, out -> {}, before)) {
                Greeter greeter = here.proxy(dying.self(), Greeter.class, "greeter", Spaces.DEADLINE);
                assertThatThrownBy(() -> greeter.reverse(new byte[50 << 20]))
                        .isInstanceOf(NotDeliveredException.class)
                        .hasMessageContaining("it has not run");
            }
        }
    }

    // --- memory ------------------------------------------------------------------------------------------------------

    @Test
    void shouldGrowWithWhatComesWhenTooMuchIsPromised() throws Exception {
        Claims claims = new Claims();
        double[] numbers = new Random(3).doubles(900_000).toArray();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        new ArraysBeside(new CarrierStreams(new Bytes(new byte[0]), new Gathering(written), false), claims)
                .send(List.of(Slice.of(numbers)));
        byte[] arrays = written.toByteArray();
        assertThat(claims.take(30L << 20)).isTrue();
        assertThat(claims.take(8L * numbers.length))
                .as("there is no room for it")
                .isFalse();
        for (int length : new int[] {arrays.length, arrays.length - 1}) {
            Bytes cut = new Bytes(Arrays.copyOf(arrays, length));
            ArraysBeside receiving = new ArraysBeside(new CarrierStreams(cut, new Gathering(written), false), claims);
            if (length == arrays.length) {
                assertThat((double[]) receiving.receive(8L * numbers.length).get(0))
                        .isEqualTo(numbers);
            } else {
                assertThatThrownBy(() -> receiving.receive(8L * numbers.length)).isInstanceOf(IOException.class);
            }
        }
        claims.giveBack(30L << 20);
        assertThat(claims.take(32L << 20)).as("nothing is left").isTrue();
    }

    private static final class Bytes extends BulkInput {
        private final ByteArrayInputStream in;

        Bytes(byte[] bytes) {
            this.in = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return in.read(target, offset, length);
        }

        @Override
        public void read(Slice target) throws IOException {
            byte[] bytes = in.readNBytes((int) target.bytes());
            if (bytes.length < target.bytes()) {
                throw new java.io.EOFException();
            }
            target.fill(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0);
        }
    }

    private static final class Gathering extends BulkOutput {
        private final ByteArrayOutputStream out;

        Gathering(ByteArrayOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) {
            out.write(one);
        }

        @Override
        public void write(Slice source) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.bytes());
            source.copyTo(bytes, 0);
            out.writeBytes(bytes.array());
        }
    }
}
