package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.carrier.Carriers;
import org.moide.commlib.carrier.PollPolicy;
import org.moide.commlib.gate.NodeKeys;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.Encryption;

/**
 * Tests an attacker between two processes of this host that relays their handshake and then changes their messages
 * about a ring. It can make them use TLS instead of the ring, but not the plain socket.
 */
@Tag("jdk")
class RelayTest {
    private static final String WORDS = "words that nobody else should read";
    private static final byte[] REQUEST = {'J', 'R', 'M', 'I', 0, 2, 0x4b, 0, 0, 0, 0, 0, 0, 0x52};

    private final Spaces spaces = new Spaces();

    @AfterEach
    void close() {
        spaces.close();
    }

    private RmiSpace space(String role) {
        return spaces.open(
                role,
                Encryption.tls(NodeKeys.here()),
                options ->
                        options.withCarriers(Carriers.rings(new PollPolicy(System::nanoTime, 2), new SecureRandom())));
    }

    /** An attack on a connection whose acceptor has just named its ring, or answered with TLS. */
    private interface Trick {
        /**
         * Attacks the connection between a caller and a gate.
         *
         * @param announced the acceptor's whole announcement of the ring
         */
        void play(Socket caller, Socket gate, byte[] announced) throws IOException;
    }

    private byte[] relayed(Trick trick) throws Exception {
        RmiSpace here = space("here");
        RmiSpace there = space("there");
        FriendlyGreeter greeter = new FriendlyGreeter();
        there.export(Greeter.class, "greeter", greeter);
        BlockingQueue<DataConnection.Arriving> arrived = new LinkedBlockingQueue<>();
        there.acceptConnections("words", arrived::add);
        try (Relay relay = new Relay(there.self().port(), trick)) {
            NodeReference seen = new NodeReference(there.self().nodeId(), List.of("127.0.0.1"), relay.port());
            Greeter proxy = here.proxy(seen, Greeter.class, "greeter", Spaces.DEADLINE);
            assertThat(proxy.greet(WORDS)).isEqualTo("hello " + WORDS);
            assertThat(proxy.reverse(new byte[100_000])).hasSize(100_000);
            Thread opener = new Thread(() -> openAll(arrived), "opener");
            opener.setDaemon(true);
            opener.start();
            try (DataConnection data = here.connect(seen, "words", Spaces.DEADLINE)) {
                byte[] sent = WORDS.getBytes(StandardCharsets.UTF_8);
                data.write(sent, 0, sent.length);
                data.publish(true);
            }
            opener.interrupt();
            assertThat(new String(relay.heard(), StandardCharsets.ISO_8859_1))
                    .doesNotContain(WORDS)
                    .doesNotContain("java.lang")
                    .doesNotContain("JRMI");
            assertThat(relay.answers())
                    .as("requests of the relay's own that were answered")
                    .isZero();
            return relay.heard();
        }
    }

    private static void openAll(BlockingQueue<DataConnection.Arriving> arrived) {
        try {
            while (true) {
                DataConnection.Arriving next = arrived.take();
                try {
                    next.open();
                } catch (IOException noRing) {
                    next.close();
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldHearNothingWhenItHandsOnWhatIsSaid() throws Exception {
        byte[] heard =
                relayed((caller, gate, announced) -> caller.getOutputStream().write(announced));
        assertThat(heard).as("the ring carries it").hasSizeLessThan(50_000);
    }

    @Test
    void shouldGetTlsWhenItSaysThatThereIsNoRing() throws Exception {
        byte[] heard = relayed((caller, gate, announced) -> {
            caller.getOutputStream().write(0);
            gate.getOutputStream().write(0);
            gate.getOutputStream().write(REQUEST);
        });
        assertThat(heard).as("TLS carries it").hasSizeGreaterThan(200_000);
    }

    @Test
    void shouldGetTlsWhenItSpeaksForBothSides() throws Exception {
        byte[] heard = relayed((caller, gate, announced) -> {
            caller.getOutputStream().write(REQUEST);
            // the answer of a caller that has opened the ring
            gate.getOutputStream().write(1);
            gate.getOutputStream().write(new byte[32]);
            gate.getOutputStream().write(REQUEST);
        });
        assertThat(heard).as("TLS carries it").hasSizeGreaterThan(200_000);
    }

    @Test
    void shouldGetTlsWhenItNamesTheRingOfAnotherConnection() throws Exception {
        Queue<byte[]> before = new ConcurrentLinkedQueue<>();
        byte[] heard = relayed((caller, gate, announced) -> {
            before.add(announced);
            byte[] others = before.size() > 1 ? before.remove() : announced.clone();
            others[others.length - 1] ^= (byte) (before.size() > 1 ? 0 : 1);
            caller.getOutputStream().write(others);
            gate.getOutputStream().write(0);
        });
        assertThat(heard).as("TLS carries it").hasSizeGreaterThan(200_000);
    }

    @Test
    void shouldGetTlsWhenItChangesOneBitOfWhatNamesTheRing() throws Exception {
        AtomicInteger next = new AtomicInteger();
        byte[] heard = relayed((caller, gate, announced) -> {
            byte[] changed = announced.clone();
            int behind = next.getAndAdd(7) % (changed.length - 3); // first in the proof, then in the name too
            changed[changed.length - 1 - behind] ^= 4;
            caller.getOutputStream().write(changed);
        });
        assertThat(heard).as("TLS carries it").hasSizeGreaterThan(200_000);
    }

    /**
     * A relay that passes the handshake on. If the acceptor then names a ring, the relay attacks the connection; if TLS
     * follows, the relay passes that on too.
     */
    private static final class Relay implements AutoCloseable {
        private static final int HELLO_BYTES = 136;
        private static final int PROOF_BYTES = 576;
        private static final int CHALLENGE_BYTES = 40;
        private static final int VERDICT_HEAD_BYTES = 70;
        private static final int MAC_BYTES = 32;
        private static final int WAY_BYTE = 6;
        private static final int RING = 2;

        private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final int target;
        private final Trick trick;
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
        private final AtomicInteger answers = new AtomicInteger();
        private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

        Relay(int target, Trick trick) throws IOException {
            this.target = target;
            this.trick = trick;
            start(this::accept);
        }

        int port() {
            return listening.getLocalPort();
        }

        byte[] heard() {
            return heard.toByteArray();
        }

        int answers() {
            return answers.get();
        }

        private interface Work {
            void run() throws IOException;
        }

        private static void start(Work work) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            work.run();
                        } catch (IOException closed) {
                            // One side, or the test, has closed the connection.
                        }
                    },
                    "relay");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() throws IOException {
            while (true) {
                Socket caller = listening.accept();
                Socket gate = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(caller);
                sockets.add(gate);
                start(() -> fromCaller(caller, gate));
                start(() -> fromGate(caller, gate));
            }
        }

        private void fromCaller(Socket caller, Socket gate) throws IOException {
            gate.getOutputStream().write(caller.getInputStream().readNBytes(HELLO_BYTES));
            gate.getOutputStream().write(caller.getInputStream().readNBytes(PROOF_BYTES));
            carry(caller, gate);
        }

        private void fromGate(Socket caller, Socket gate) throws IOException {
            DataInputStream in = new DataInputStream(gate.getInputStream());
            byte[] challenge = in.readNBytes(CHALLENGE_BYTES);
            caller.getOutputStream().write(challenge);
            byte[] head = in.readNBytes(VERDICT_HEAD_BYTES);
            caller.getOutputStream().write(head);
            int payload = java.nio.ByteBuffer.wrap(head).getInt(VERDICT_HEAD_BYTES - Integer.BYTES);
            caller.getOutputStream().write(in.readNBytes(payload + MAC_BYTES));
            if (challenge[WAY_BYTE] == RING) {
                ByteArrayOutputStream announced = new ByteArrayOutputStream();
                DataOutputStream out = new DataOutputStream(announced);
                out.writeByte(in.readByte());
                out.writeUTF(in.readUTF());
                out.write(in.readNBytes(MAC_BYTES));
                trick.play(caller, gate, announced.toByteArray());
            }
            carry(gate, caller);
        }

        private void carry(Socket from, Socket to) throws IOException {
            byte[] bytes = new byte[16_384];
            boolean first = true; // later pieces begin in the middle of a TLS record, so with any byte
            for (int read = from.getInputStream().read(bytes);
                    read >= 0;
                    read = from.getInputStream().read(bytes)) {
                if (first && (bytes[0] == 0x4e || bytes[0] == 0x53)) {
                    answers.incrementAndGet();
                }
                first = false;
                synchronized (heard) {
                    heard.write(bytes, 0, read);
                }
                to.getOutputStream().write(bytes, 0, read);
            }
            to.close();
        }

        @Override
        public void close() throws IOException {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
