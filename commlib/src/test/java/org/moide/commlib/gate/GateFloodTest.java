package org.moide.commlib.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.security.Encryption;

/**
 * Tests that a flood of connections without the secret, as many as two threads of this machine open, does not lock out
 * callers with the secret.
 */
@Tag("full")
class GateFloodTest {
    private static final int FLOODERS = 2;
    private static final long MOST_CONNECTIONS = 500_000;
    private static final int OPEN_EACH = 200;
    private static final int CALLS = 30;

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong opened = new AtomicLong();

    /** Opens many connections, from loopback addresses that still have free ports. */
    private void flood(int port, int number) {
        Deque<SocketChannel> open = new ArrayDeque<>();
        try {
            while (!over.get() && opened.incrementAndGet() < MOST_CONNECTIONS) {
                SocketChannel stranger = SocketChannel.open();
                open.add(stranger);
                stranger.setOption(StandardSocketOptions.SO_LINGER, 0);
                stranger.bind(new InetSocketAddress("127.0.1." + (1 + number * 100 + opened.get() % 100), 0));
                stranger.configureBlocking(false);
                stranger.connect(new InetSocketAddress("127.0.0.1", port));
                if (open.size() > OPEN_EACH) {
                    open.remove().close();
                }
            }
            for (SocketChannel stranger : open) {
                stranger.close();
            }
        } catch (IOException noMore) {
            over.set(true);
        }
    }

    @Test
    void shouldServeWhoKnowsTheSecretWhileStrangersConnectAsFastAsTheyCan() throws Exception {
        try (OpenGate gate = new OpenGate(Encryption.none(), GateLimits.defaults())) {
            GateCaller caller = gate.caller(OpenGate.SECRET, Encryption.none());
            List<Thread> flooders = new ArrayList<>();
            for (int number = 0; number < FLOODERS; number++) {
                int its = number;
                Thread flooder = new Thread(() -> flood(gate.node().port(), its));
                flooder.start();
                flooders.add(flooder);
            }
            long start = System.nanoTime();
            List<String> failed = new ArrayList<>();
            for (int call = 0; call < CALLS; call++) {
                try {
                    caller.find("127.0.0.1", gate.node().port(), OpenGate.in(Duration.ofSeconds(10)));
                } catch (CommException keptOut) {
                    failed.add(String.valueOf(keptOut.getMessage()));
                }
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            over.set(true);
            for (Thread flooder : flooders) {
                flooder.join();
            }
            System.out.printf("%,d strangers in %.1f s, %d calls%n", opened.get(), seconds, CALLS);
            assertThat(failed).isEmpty();
        }
    }
}
