package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.RefusedException;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.carrier.PollPolicy;
import org.moide.commlib.gate.NodeKeys;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.security.GateException;

/** Tests what the network can see, and where a process listens. */
@Tag("jdk")
class BeyondLoopbackTest {
    private static final String WORDS = "words that nobody else should read";

    @TempDir
    static Path folder;

    private final Spaces spaces = new Spaces();

    @AfterEach
    void close() {
        spaces.close();
    }

    private static Encryption everywhere() {
        Encryption encryption = Encryption.tls(NodeKeys.here());
        encryption.prepare();
        return encryption;
    }

    private String overheard(Encryption here, Encryption there) throws Exception {
        return overheard(here, there, Carriers.sockets(new PollPolicy(System::nanoTime, 2)));
    }

    private String overheard(Encryption here, Encryption there, Carriers carriers) throws Exception {
        RmiSpace caller = spaces.open("caller", here, options -> options.withCarriers(carriers));
        RmiSpace called = spaces.open("called", there, options -> options.withCarriers(carriers));
        called.export(Greeter.class, "greeter", new FriendlyGreeter());
        try (Eavesdropper network = new Eavesdropper(called.self().port())) {
            NodeReference seen = new NodeReference(called.self().nodeId(), List.of("127.0.0.1"), network.port());
            Greeter greeter = caller.proxy(seen, Greeter.class, "greeter", Spaces.DEADLINE);
            for (int repeat = 0; repeat < 20; repeat++) {
                assertThat(greeter.greet(WORDS)).isEqualTo("hello " + WORDS);
            }
            assertThat(greeter.reverse(new byte[3_000_000])).hasSize(3_000_000);
            return new String(network.heard(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void shouldBeUnreadableOnTheNetworkUnlessItIsPlain() throws Exception {
        assertThat(overheard(everywhere(), everywhere())).doesNotContain(WORDS).doesNotContain("java.lang");
        assertThat(overheard(Encryption.none(), Encryption.none())).contains(WORDS);
        Carriers rings = Carriers.rings(new PollPolicy(System::nanoTime, 2), new SecureRandom());
        assertThat(overheard(Encryption.none(), Encryption.none(), rings))
                .as("what goes through memory never reaches the network")
                .doesNotContain(WORDS)
                .doesNotContain("java.lang");
        assertThat(overheard(everywhere(), everywhere(), rings))
                .as("a ring needs no TLS")
                .doesNotContain(WORDS)
                .doesNotContain("java.lang")
                .hasSizeLessThan(100_000);
    }

    private String overheardData(Encryption encryption) throws Exception {
        UnaryOperator<RmiSpaceOptions> sockets =
                options -> options.withCarriers(Carriers.sockets(new PollPolicy(System::nanoTime, 2)));
        RmiSpace caller = spaces.open("data-caller", encryption, sockets);
        RmiSpace called = spaces.open("data-called", encryption, sockets);
        BlockingQueue<DataConnection.Arriving> arrived = new LinkedBlockingQueue<>();
        called.acceptConnections("words", arrived::add);
        try (Eavesdropper network = new Eavesdropper(called.self().port())) {
            NodeReference seen = new NodeReference(called.self().nodeId(), List.of("127.0.0.1"), network.port());
            DataConnection here = caller.connect(seen, "words", Spaces.DEADLINE);
            byte[] sent = WORDS.getBytes(StandardCharsets.UTF_8);
            here.write(sent, 0, sent.length);
            here.publish(true);
            DataConnection there = arrived.take().open();
            while (there.readable() < sent.length) {
                there.awaitReadable();
            }
            byte[] found = new byte[sent.length];
            there.read(found, 0, found.length);
            assertThat(found).isEqualTo(sent);
            return new String(network.heard(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void shouldSealMessagesTooUnlessTheyArePlain() throws Exception {
        assertThat(overheardData(everywhere())).isNotEmpty().doesNotContain(WORDS);
        assertThat(overheardData(Encryption.none())).contains(WORDS);
    }

    @Test
    void shouldNotCallInPlainWhenOnlyOneSideIsPlain() {
        assertThatThrownBy(() -> overheard(everywhere(), Encryption.none())).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> overheard(Encryption.none(), everywhere())).isInstanceOf(RefusedException.class);
    }

    @Test
    void shouldListenOnlyWhereItIsTold() throws Exception {
        Set<String> before = ListeningSockets.own();
        RmiSpace loopback = spaces.open("loopback");
        RmiSpace wildcard = spaces.open(
                "wildcard", options -> options.withBindAddress("0.0.0.0").withNodeFolder(folder));
        RmiSpace plain = spaces.open(
                "plain", options -> options.withBindAddress("0.0.0.0").withPlain(true));
        loopback.export(Greeter.class, "greeter", new FriendlyGreeter());
        wildcard.proxy(loopback.self(), Greeter.class, "greeter", Spaces.DEADLINE)
                .nothing();
        Set<String> opened = new HashSet<>(ListeningSockets.own());
        opened.removeAll(before);
        assertThat(opened)
                .containsExactlyInAnyOrder(
                        "127.0.0.1:" + loopback.self().port(),
                        "*:" + wildcard.self().port(),
                        "*:" + plain.self().port());
        loopback.close();
        wildcard.close();
        plain.close();
        assertThat(ListeningSockets.own()).isEqualTo(before);
    }

    @Test
    void shouldBeReachedByItsAddressesWhenItListensEverywhere() {
        RmiSpace wildcard = spaces.open(
                "wildcard", options -> options.withBindAddress("0.0.0.0").withNodeFolder(folder));
        RmiSpace here = spaces.open("here", options -> options.withNodeFolder(folder));
        wildcard.export(Greeter.class, "greeter", new FriendlyGreeter());
        assertThat(wildcard.self().addresses()).isNotEmpty().doesNotContain("127.0.0.1", "0.0.0.0");
        NodeReference found = here.find("localhost", wildcard.self().port(), Spaces.DEADLINE);
        assertThat(found).isEqualTo(wildcard.self());
        assertThat(here.proxy(found, Greeter.class, "greeter", Spaces.DEADLINE).greet("all"))
                .isEqualTo("hello all");
        RmiSpace named = spaces.open(
                "named",
                options -> options.withBindAddress("0.0.0.0")
                        .withNodeFolder(folder)
                        .withAdvertised(List.of("203.0.113.7", "localhost")));
        assertThat(named.self().addresses()).containsExactly("203.0.113.7", "localhost");
    }

    @Test
    void shouldSayWhichAddressWhenItIsNone() {
        assertThatThrownBy(() -> spaces.open("lost", options -> options.withBindAddress("no.such.host.invalid")))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("no.such.host.invalid");
        assertThatThrownBy(() -> spaces.open(
                        "lost",
                        options -> options.withBindAddress("203.0.113.7").withPlain(true)))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("--bind takes an address of this host");
        assertThat(Files.exists(folder.resolve("secret"))).isFalse();
    }
}
