package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.rmi.server.ObjID;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.gate.LimitedSocket;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.wire.CallValues;

/** Tests hostile peers that know the secret, and hostile strangers that do not. */
@Tag("jdk")
class HostilePeerTest {
    private static final long CALL_HASH = JrmpConnection.callHash();

    private final Spaces spaces = new Spaces();
    // Without TLS, so that the test can send any bytes; the code that reads them is the same.
    private final RmiSpace here = spaces.open("here", options -> options.withPlain(true));
    private final RmiSpace there = spaces.open("there", options -> options.withPlain(true));

    @BeforeEach
    void listen() {
        Canary.SONGS.set(0);
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
    }

    @AfterEach
    void close() {
        spaces.close();
        assertThat(Canary.SONGS).as("canaries that sang").hasValue(0);
    }

    private Greeter greeter() {
        return here.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
    }

    @Test
    void shouldKnowThatTheCanaryCanSing() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new Canary());
        assertThat(new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject())
                .hasToString("canary");
        assertThat(Canary.SONGS.getAndSet(0)).isEqualTo(1);
    }

    @Test
    void shouldNotSendAnArgumentThatIsNoValueOfOurs() {
        Map<Object, Object> map = new HashMap<>();
        map.put("key", new Canary());
        for (Object hostile : List.of(
                new Canary(),
                new CanaryFailure(),
                new ArrayList<>(List.of("a", new Canary())),
                new Object[][] {{new Canary()}},
                new Canary[0],
                map,
                new java.math.BigInteger("1"),
                new java.util.BitSet(),
                new java.util.concurrent.atomic.AtomicLong(),
                Runtime.class)) {
            assertThatThrownBy(() -> greeter().echo(hostile))
                    .as("%s", hostile.getClass())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected records and enums of MOIDE")
                    .hasMessageContaining(culprit(hostile));
        }
        assertThat(greeter().greet("still here")).isEqualTo("hello still here");
    }

    @Test
    void shouldRefuseAnArgumentThatIsNoValueOfOurs() throws Exception {
        byte[][] arguments = CallValues.encode(new Object[] {Greeter.Kind.VERB});
        String honest = Greeter.Kind.class.getName();
        for (Class<?> type : List.of(Canary.class, CanaryFailure.class, java.util.Properties.class, Greeter.class)) {
            byte[] bytes = renamed(arguments[0], honest, type.getName());
            byte[] answer = say(out -> out.writeObject(new byte[][] {bytes}));
            assertThat(new String(answer, StandardCharsets.ISO_8859_1))
                    .contains("does not accept its arguments: expected ")
                    .contains("found " + type.getName());
            for (Object hostile : List.of(new Canary(), new Object[] {new Canary()}, new ArrayList<>(List.of(1, 2)))) {
                assertThat(new String(say(out -> out.writeObject(hostile)), StandardCharsets.ISO_8859_1))
                        .containsPattern(
                                "expected a call's bytes and texts, found |expected at most 1 elements in a list");
            }
        }
        assertThat(greeter().greet("still here")).isEqualTo("hello still here");
    }

    private byte[] say(RawPeer.Speech arguments) throws Exception {
        long echo = new MethodTable(Greeter.class).key(Greeter.class.getMethod("echo", Object.class), Greeter.class);
        try (RawPeer hostile = new RawPeer(0, out -> {})) {
            return hostile.say(there.self(), null, -1, CALL_HASH, out -> {
                out.writeObject("greeter");
                out.writeLong(echo);
                arguments.speak(out);
                out.writeLong(0);
            });
        }
    }

    /** Returns serialized bytes with one class name, and the length in front of it, replaced. */
    private static byte[] renamed(byte[] bytes, String from, String to) {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(from);
        return ByteBuffer.allocate(bytes.length + to.length() - from.length())
                .put(source.slice(0, at - Integer.BYTES))
                .putInt(to.length())
                .put(to.getBytes(StandardCharsets.ISO_8859_1))
                .put(source.slice(at + from.length(), bytes.length - at - from.length()))
                .array();
    }

    /**
     * Returns the expected error message, which names the rejected class. This is the object's own class; for a
     * container, which is itself accepted, it is the class of the canary inside.
     */
    private static String culprit(Object hostile) {
        boolean contains = hostile instanceof java.util.ArrayList
                || hostile instanceof HashMap
                || hostile.getClass().isArray();
        return "found " + (contains ? Canary.class : hostile.getClass()).getName()
                + ": application objects travel as bytes";
    }

    @Test
    void shouldAcceptTheValuesThatMessagesAreMadeOf() {
        Greeter.Word word = new Greeter.Word("a", 1, Greeter.Kind.VERB, new long[0]);
        List<Object> values = List.of(
                "text",
                1,
                2L,
                3.0,
                'c',
                true,
                new byte[3],
                new double[][] {{1}},
                new Object[] {"a"},
                new String[] {"a"},
                word,
                new Greeter.Word[] {word},
                Greeter.Kind.NOUN,
                List.of(),
                List.of(1, 2, 3),
                new ArrayList<>(List.of(1)),
                java.util.Arrays.asList(1, 2),
                Set.of("a", "b", "c"),
                Map.of("a", 1),
                Map.of("a", 1, "b", 2),
                new HashMap<>(Map.of("a", 1)),
                new java.util.LinkedHashMap<>(Map.of("a", 1)),
                java.util.EnumSet.allOf(Greeter.Kind.class),
                new java.util.EnumMap<>(Map.of(Greeter.Kind.NOUN, 1)),
                java.util.Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                java.util.Collections.emptyList(),
                Duration.ofSeconds(3),
                java.time.Instant.EPOCH,
                new UUID(1, 2));
        for (Object value : values) {
            assertThat(greeter().echo(value))
                    .as("%s", value.getClass())
                    .usingRecursiveComparison()
                    .isEqualTo(value);
        }
    }

    @Test
    void shouldRefuseWhatIsSentInPlaceOfTheSwitchboardsOwnArguments() throws Exception {
        try (RawPeer hostile = new RawPeer(0, out -> {})) {
            byte[] answer = hostile.say(there.self(), null, -1, CALL_HASH, out -> {
                out.writeObject(new Canary());
                out.writeLong(1);
                out.writeObject(new byte[0][]);
                out.writeLong(0);
            });
            assertThat(new String(answer, StandardCharsets.ISO_8859_1)).contains("Exception");
            // The objects of RMI itself, for distributed garbage collection and for the registry, which our processes
            // do not have.
            hostile.say(there.self(), new ObjID(ObjID.DGC_ID), 1, -669196253586618813L, out -> {
                out.writeObject(new Canary[] {new Canary()});
                out.writeLong(1);
                out.writeObject(new Canary());
            });
            hostile.say(
                    there.self(),
                    new ObjID(ObjID.REGISTRY_ID),
                    0,
                    4905912898345647071L,
                    out -> out.writeObject(new Canary()));
            hostile.say(there.self(), null, 3, 1L, out -> out.writeObject(new Canary()));
            hostile.say(there.self(), null, -1, 1L, out -> out.writeObject(new Canary()));
        }
        assertThat(greeter().greet("still here")).isEqualTo("hello still here");
    }

    @Test
    void shouldRefuseAnAnswerThatIsNoValueOfOurs() throws Exception {
        try (RawPeer hostile = new RawPeer(1, out -> out.writeObject(new ArrayList<>(List.of(new Canary()))))) {
            Greeter greeter = here.proxy(hostile.self(), Greeter.class, "greeter", Spaces.DEADLINE);
            assertThatThrownBy(greeter::nothing)
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("not what this side accepts");
        }
        try (RawPeer hostile = new RawPeer(2, out -> out.writeObject(new CanaryFailure()))) {
            Greeter greeter = here.proxy(hostile.self(), Greeter.class, "greeter", Spaces.DEADLINE);
            assertThatThrownBy(greeter::nothing).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void shouldFailWhenAnAnswerHasAnotherType() throws Exception {
        try (RawPeer hostile = new RawPeer(1, out -> out.writeObject(CallValues.encode("not a number")))) {
            Greeter greeter = here.proxy(hostile.self(), Greeter.class, "greeter", Spaces.DEADLINE);
            assertThatThrownBy(() -> greeter.add(1, 2))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("java.lang.String");
        }
        try (RawPeer hostile = new RawPeer(1, out -> out.writeObject(null))) {
            Greeter greeter = here.proxy(hostile.self(), Greeter.class, "greeter", Spaces.DEADLINE);
            assertThatThrownBy(() -> greeter.add(1, 2)).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void shouldEndByItsDeadlineWhenThePeerNeverAnswers() throws Exception {
        try (RawPeer silent = new RawPeer(0, out -> {})) {
            Greeter greeter = here.proxy(silent.self(), Greeter.class, "greeter", Duration.ofMillis(500));
            long start = System.nanoTime();
            assertThatThrownBy(greeter::nothing)
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("by its deadline");
            assertThatThrownBy(() -> greeter.reverse(new byte[50 << 20])).isInstanceOf(RemoteCallException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void shouldRefuseMoreBytesThanARequestMayHave() {
        GateLimits defaults = GateLimits.defaults();
        GateLimits small = new GateLimits(
                defaults.handshake(),
                defaults.waiting(),
                defaults.sessions(),
                100_000,
                defaults.connectionsPerPeer(),
                defaults.connect(),
                defaults.idle());
        RmiSpace strict =
                spaces.open("strict", options -> options.withLimits(small).withPlain(true));
        strict.export(Greeter.class, "greeter", new FriendlyGreeter());
        Greeter generous = here.proxy(strict.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        assertThat(generous.reverse(new byte[90_000])).hasSize(90_000);
        assertThat(generous.reverse(new byte[90_000]))
                .as("each request counts anew")
                .hasSize(90_000);
        assertThatThrownBy(() -> generous.reverse(new byte[20_000_000])).isInstanceOf(RemoteCallException.class);
        assertThat(spaces.takeFaults())
                .singleElement()
                .asString()
                .contains("expected a request of at most 100000 bytes from here on ");
        Greeter careful = strict.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE);
        assertThatThrownBy(() -> careful.reverse(new byte[200_000]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 100000 bytes in one request");
        there.export(Greeter.class, "greedy", new FriendlyGreeter() {
            @Override
            public String greet(String name) {
                return name.repeat(200_000);
            }
        });
        assertThatThrownBy(() -> strict.proxy(there.self(), Greeter.class, "greedy", Spaces.DEADLINE)
                        .greet("x"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("more than 100000 bytes");
        Greeter echoing = strict.proxy(there.self(), Greeter.class, "echoing", Spaces.DEADLINE);
        there.export(Greeter.class, "echoing", new FriendlyGreeter() {
            @Override
            public byte[] reverse(byte[] bytes) {
                return new byte[200_000];
            }
        });
        assertThatThrownBy(() -> echoing.reverse(new byte[1]))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("more than 100000 bytes");
        assertThat(careful.greet("still here")).isEqualTo("hello still here");
    }

    @Test
    @Timeout(3600)
    void shouldSurviveRandomBytesAfterTheGate() throws Exception {
        Random random = new Random(8);
        int inputs = Integer.getInteger("moide.tier", 0) >= 1 ? 200_000 : 300;
        try (RawPeer hostile = new RawPeer(0, out -> {})) {
            ByteArrayOutputStream valid = new ByteArrayOutputStream();
            DataOutputStream header = new DataOutputStream(valid);
            header.writeInt(0x4a524d49);
            header.writeShort(2);
            header.writeByte(0x4b);
            header.writeUTF("");
            header.writeInt(0);
            header.writeByte(0x50);
            for (int count = 0; count < inputs; count++) {
                LimitedSocket passage = hostile.pass(there.self());
                try (Socket socket = passage.line().socket()) {
                    if (count % 3 > 0) {
                        socket.getOutputStream().write(valid.toByteArray());
                    }
                    byte[] bytes = new byte[1 + random.nextInt(500)];
                    random.nextBytes(bytes);
                    if (count % 3 == 2) {
                        byte[] start = {(byte) 0xac, (byte) 0xed, 0, 5, 0x77, 0x22};
                        System.arraycopy(start, 0, bytes, 0, Math.min(start.length, bytes.length));
                    }
                    socket.getOutputStream().write(bytes);
                } catch (java.net.SocketException e) {
                    // the gate must close the connection
                }
                passage.guard().release();
            }
        }
        assertThat(greeter().greet("still here")).isEqualTo("hello still here");
    }

    @Test
    void shouldServeOthersWhileStrangersKeepSilent() throws Exception {
        assertThat(greeter().greet("world")).isEqualTo("hello world");
        int before = Threads.count();
        List<Socket> silent = new ArrayList<>();
        try {
            for (int count = 0; count < 600; count++) {
                Socket stranger = new Socket(
                        InetAddress.getLoopbackAddress(), there.self().port());
                silent.add(stranger);
                if (count % 3 == 0) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    new ObjectOutputStream(bytes).writeObject(new Canary());
                    stranger.getOutputStream().write(bytes.toByteArray());
                }
            }
            RmiSpace late = spaces.open("late", options -> options.withPlain(true));
            int own = 3 + 2;
            long start = System.nanoTime();
            assertThat(late.proxy(there.self(), Greeter.class, "greeter", Spaces.DEADLINE)
                            .greet("world"))
                    .isEqualTo("hello world");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
            assertThat(Threads.count() - before).as("threads").isLessThanOrEqualTo(own);
            await().until(() -> there.gateCounters().malformed() >= 190);
        } finally {
            for (Socket stranger : silent) {
                stranger.close();
            }
        }
    }
}
