package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.gate.NodeKeys;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.tunnel.TunnelledHosts;

/**
 * Tests spaces of one user on one machine that reach each other only through a tunnel: they use TLS and no shared
 * memory.
 */
@DisabledOnOs(OS.WINDOWS)
class TunnelledSpacesTest {
    private static final ClusterSecret OTHER = ClusterSecret.of(new byte[32]);

    @TempDir
    Path folder;

    private final Spaces spaces = new Spaces();
    private TunnelledHosts hosts;

    @BeforeEach
    void makeHosts() throws IOException {
        hosts = new TunnelledHosts(folder, 3);
    }

    @AfterEach
    void close() {
        spaces.close();
        hosts.close();
    }

    private RmiSpace open(int host) {
        return spaces.open(
                "space-" + host, Encryption.tls(NodeKeys.here()), options -> TunnelPathTest.tunnelled(options, hosts));
    }

    @Test
    void shouldCallFindNoticeTheEndAndSendDataThroughATunnel() throws Exception {
        RmiSpace here = open(0);
        RmiSpace there = open(1);
        there.export(Greeter.class, "greeter", new FriendlyGreeter());
        NodeReference found = here.find(hosts.name(1), there.self().port(), Spaces.DEADLINE);
        assertThat(found).isEqualTo(there.self());
        Greeter greeter = here.proxy(found, Greeter.class, "greeter", Spaces.DEADLINE);
        assertThat(greeter.greet("world")).isEqualTo("hello world");
        byte[] long_ = new byte[3_000_000];
        long_[0] = 7;
        assertThat(greeter.reverse(long_)).hasSize(3_000_000).endsWith(7);

        AtomicInteger arrived = new AtomicInteger();
        there.acceptConnections("data", arriving -> arrived.incrementAndGet());
        DataConnection data = here.connect(found, "data", Spaces.DEADLINE);
        await("data").until(() -> arrived.get() == 1);
        assertThat(data.getClass().getSimpleName())
                .as("what carries it, also on one machine")
                .isEqualTo("SocketConnection");
        data.close();

        AtomicInteger closed = new AtomicInteger();
        here.openLifeline(found, "me", Spaces.DEADLINE, closed::incrementAndGet);
        assertThat(closed).hasValue(0);
        there.close();
        await("the end of its lifeline").until(() -> closed.get() == 1);
        assertThatThrownBy(() -> greeter.greet("anybody")).isInstanceOf(RemoteCallException.class);
        assertThatThrownBy(() -> greeter.greet("anybody"))
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining(hosts.name(1))
                .hasMessageContaining("the tunnel says: expected the port of a daemon or an engine");
    }

    @Test
    void shouldRefuseWhoDoesNotKnowTheSecretAtTheEndOfATunnelToo() {
        RmiSpace there = open(1);
        RmiSpace stranger = spaces.open("stranger-2", OTHER, options -> TunnelPathTest.tunnelled(options, hosts));
        assertThatThrownBy(() -> stranger.find(hosts.name(1), there.self().port(), Spaces.DEADLINE))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("wrong secret");
    }
}
