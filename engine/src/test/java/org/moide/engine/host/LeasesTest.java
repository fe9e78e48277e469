package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.SpinThenParkSignal;

class LeasesTest {
    private final List<Thread> ending = new ArrayList<>();
    private final Leases leases = new Leases(new Surroundings(
            () -> 0,
            SpinThenParkSignal.factory(1),
            work -> {
                Thread thread = new Thread(work, "test");
                ending.add(thread);
                return thread;
            },
            UnexpectedFaults::fail));

    private EngineKeeper keeper(String holder) {
        return Objects.requireNonNull(leases.keeperOf(holder));
    }

    @Test
    void shouldKeepForAHolderUntilItsLastLifelineCloses() {
        EngineKeeper early = keeper("a"); // the holder's order arrived before its lifeline
        leases.opened("a");
        leases.opened("a");
        leases.closed("a");
        assertThat(keeper("a")).isSameAs(early);
        assertThat(keeper("b")).isNotSameAs(early);
        assertThat(ending).isEmpty();

        leases.closed("a");
        leases.closed("a");
        assertThat(ending).hasSize(1);
        assertThat(keeper("a")).isNotSameAs(early);
    }

    @Test
    void shouldKeepForAFewHoldersAtATime() {
        assertThat(leases.keeperOf(null)).isNull();
        assertThat(leases.keeperOf("x".repeat(65))).isNull();
        for (int holder = 0; holder < 64; holder++) {
            leases.opened("holder " + holder);
        }
        assertThat(leases.keeperOf("one more")).isNull();
        leases.closed("holder 7");
        leases.keeperOf("never opened");
        assertThat(leases.keeperOf("one more")).isNotNull();
        assertThat(ending).hasSize(2);
    }

    @Test
    void shouldKeepNothingWhenTheDaemonEnds() {
        leases.opened("a");
        leases.close();
        assertThat(leases.keeperOf("a")).isNull();
        leases.closed("a");
        leases.opened("b");
        leases.close();
    }
}
