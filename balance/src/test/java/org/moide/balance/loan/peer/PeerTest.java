package org.moide.balance.loan.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.balance.loan.BalancerLimits;

class PeerTest {
    private static final long PERIOD_NANOS = 1_000;

    @Test
    void shouldBeShownASignOfLifeAtOnceAndOnceAPeriodWhateverTheClockSays() {
        long nowNanos = Long.MIN_VALUE / 2;
        BalancerLimits limits = BalancerLimits.DEFAULT;
        Peer known = new Peer(1, 0, new BorrowerSession(1, limits), new LenderSession(limits), nowNanos);

        assertThat(known.isBeatDue(PERIOD_NANOS, nowNanos)).isTrue();
        assertThat(known.isBeatDue(PERIOD_NANOS, nowNanos + PERIOD_NANOS - 1)).isFalse();
        assertThat(known.isBeatDue(PERIOD_NANOS, nowNanos + PERIOD_NANOS)).isTrue();
    }
}
