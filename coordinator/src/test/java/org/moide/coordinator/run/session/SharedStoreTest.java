package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Location;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.engine.compute.NamedFiles;

/** Tests how the store of a bag's data decides whether all engines are local. */
final class SharedStoreTest {
    private final SharedStore store =
            new SharedStore(NamedFiles.NONE, null, line -> {}, new SystemTicker(), SpinThenParkSignal.factory(1));

    private void made(int seat, String host, String daemon) {
        store.engineMade(new AssembledEngine(
                seat,
                host,
                daemon,
                1,
                1,
                1,
                1,
                new NodeReference("n" + seat, List.of(), 1),
                Location.UNKNOWN,
                0,
                null));
    }

    @Test
    void shouldBeLocalUntilAnEngineIsElsewhereOrADaemonMadeIt() {
        store.open(new LocalSpace("test JVM"), "coordinator", "here");
        made(0, "here", "");
        made(1, "here", AssembledEngine.OWN);
        assertThat(store.isLocal()).isTrue();
        made(2, "here", "here:7100");
        assertThat(store.isLocal())
                .as("a daemon's engine need not see our files")
                .isFalse();
    }

    @Test
    void shouldNotBeLocalWhenAnEngineIsOnAnotherHost() {
        store.open(new LocalSpace("test JVM"), "coordinator", "here");
        made(0, "there", "");
        assertThat(store.isLocal()).isFalse();
    }
}
