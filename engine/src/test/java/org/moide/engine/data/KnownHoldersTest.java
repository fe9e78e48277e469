package org.moide.engine.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.local.LocalSpace;
import org.moide.commlib.registration.NodeReference;

class KnownHoldersTest {
    private final LocalSpace space = new LocalSpace("one-process");
    private final KnownHolders holders =
            new KnownHolders(space, space.self(), "coordinator", seat -> "engine-" + seat, Duration.ofSeconds(1));

    @Test
    void shouldTellEnginesOfOneNodeApart() {
        export("coordinator", 9);
        export("engine-1", 1);
        export("engine-2", 2);
        holders.members(Map.of(1, space.self(), 2, space.self()));

        assertThat(asked(1)).isEqualTo(1);
        assertThat(asked(2)).isEqualTo(2);
        assertThat(asked(Membership.ROOT)).isEqualTo(9);
    }

    @Test
    void shouldKnowThoseThatTakePartAndTheCoordinator() {
        export("coordinator", 9);
        export("engine-1", 1);
        holders.members(Map.of(1, space.self()));
        holders.members(Map.of());

        assertThat(holders.has(1)).isFalse();
        assertThat(holders.of(1)).isNull();
        assertThat(asked(Membership.ROOT)).isEqualTo(9);
    }

    @Test
    void shouldFindAnEngineThatHasMovedToAnotherNode() {
        export("engine-1", 1);
        holders.members(Map.of(1, new NodeReference("gone", space.self().addresses(), 0)));
        assertThat(holders.of(1)).as("nobody is reached there").isNull();

        holders.members(Map.of(1, space.self()));
        assertThat(asked(1)).isEqualTo(1);
    }

    private void export(String owner, int answer) {
        HeldObjects holder = new HeldObjects();
        holder.keep(0, new byte[] {(byte) answer});
        space.export(DataHolder.class, DataHolder.nameOf(owner), holder);
    }

    private int asked(int member) {
        return Objects.requireNonNull(holders.of(member), "a holder").piece(0, 0, 1)[0];
    }
}
