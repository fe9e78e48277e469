package org.moide.balance.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.sim.Wires;

/** Tests how long messages take within a site, between two, and to members whose site is unknown. */
class SiteWiresTest {
    private static final long FAR = 1_000;
    private static final Location PARIS = new Location(List.of("paris"));
    private static final Location LYON = new Location(List.of("lyon"));

    /** Lines of 1 ns, which lose nothing. */
    private static final class Lines implements Wires<Integer> {
        @Override
        public long nanos(Integer from, Integer to, long bytes) {
            return 1;
        }
    }

    private final Membership members = Membership.NONE
            .with(new Membership.Member(1, 1, 1, 1, Membership.NO_PRINCIPAL, PARIS))
            .with(new Membership.Member(2, 1, 1, 1, Membership.NO_PRINCIPAL, LYON))
            .with(new Membership.Member(3, 1, 1, 1, Membership.NO_PRINCIPAL, PARIS))
            .with(new Membership.Member(4, 1, 1, 1, Membership.NO_PRINCIPAL));
    private final SiteWires wires = new SiteWires(new Lines(), members, FAR);

    @Test
    void shouldTakeLongerBetweenTwoSites() {
        assertThat(wires.nanos(1, 3, 8)).isEqualTo(1);
        assertThat(wires.nanos(1, 2, 8)).isEqualTo(1 + FAR);
        assertThat(wires.nanos(2, Membership.ROOT, 8)).isEqualTo(1 + FAR);
        assertThat(wires.messages()).isEqualTo(2);
        assertThat(wires.bytes()).isEqualTo(16);
    }

    @Test
    void shouldTakeMembersOfUnknownSiteForNearInBothDirections() {
        assertThat(wires.nanos(4, 1, 8)).isEqualTo(1);
        assertThat(wires.nanos(1, 4, 8)).isEqualTo(1);
        assertThat(wires.messages()).isZero();
    }
}
