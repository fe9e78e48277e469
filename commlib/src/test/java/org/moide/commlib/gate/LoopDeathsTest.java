package org.moide.commlib.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.tunnel.Doorman;
import org.moide.commlib.tunnel.TunnelDoor;

/**
 * Tests that a process ends if the thread of its gate, of its watch or of a tunnel's door ends for any reason.
 */
class LoopDeathsTest {
    private static final String NAME = "this-thread";

    private final List<FatalErrors.Death> deaths = new CopyOnWriteArrayList<>();
    private final FatalErrors faults = new FatalErrors((where, fault) -> {});

    /** A ticker that kills the thread that reads it; no loop survives that. */
    private final Ticker ticker = () -> {
        if (Thread.currentThread().getName().equals(NAME)) {
            throw new ThreadDeath();
        }
        return System.nanoTime();
    };

    LoopDeathsTest() {
        faults.endBy(deaths::add);
    }

    private void awaitDeath() {
        await("the end of " + NAME).until(() -> !deaths.isEmpty());
        assertThat(deaths)
                .singleElement()
                .satisfies(death -> assertThat(death.isOfLoop()).as("%s", death).isTrue());
    }

    @Test
    void shouldEndTheProcessWhenAWatchHasEnded() throws IOException {
        try (DeadlineWatch watch = new DeadlineWatch(NAME, ticker, faults, () -> {});
                Socket socket = new Socket()) {
            watch.guard(socket).arm(System.nanoTime());
            awaitDeath();
        }
    }

    @Test
    void shouldEndTheProcessWhenAGateHasEnded() throws IOException {
        ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        HandshakeTerms terms = new HandshakeTerms(
                "gate under test",
                SoftwareVersion.current(),
                true,
                OpenGate.SECRET,
                Encryption.none(),
                OpenGate.NO_MARK,
                GateLimits.defaults(),
                ticker,
                new SecureRandom(),
                faults);
        try (DeadlineWatch watch = new DeadlineWatch("test-deadlines", ticker, faults, () -> {});
                OpenGate host = new OpenGate(Encryption.none(), GateLimits.defaults());
                Gate gate = new Gate(terms, host, listening, watch, NAME)) {
            gate.start();
            awaitDeath();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldEndTheProcessWhenATunnelsDoorHasEnded(@TempDir Path folder) throws IOException {
        OwnerOnly.makeFolder(folder.resolve("own"));
        try (TunnelDoor door = new TunnelDoor(NAME, ticker, faults)) {
            door.open(folder.resolve("own").resolve("s"), ask -> new Doorman.Onward(folder));
            awaitDeath();
        }
    }
}
