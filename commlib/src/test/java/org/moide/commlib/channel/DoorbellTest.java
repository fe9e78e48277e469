package org.moide.commlib.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests when a channel rings (wakes) a peer whose threads compute, or seem to compute. */
class DoorbellTest {
    private final OtherEnd other = new OtherEnd();
    private final Doorbell bell = new Doorbell(other, () -> other.now);

    @Test
    void shouldRingForOneThatDoesNotLookByItself() throws IOException {
        other.busy = 6;
        bell.owe();
        other.now += Doorbell.PATIENCE_NANOS - 1;
        bell.payInPassing();
        assertThat(other.rung).as("before it had time to look").isZero();
        other.now++;
        bell.payInPassing();
        bell.payInPassing();
        assertThat(other.rung).isOne();
    }

    @Test
    void shouldNotPutOffARingByOwingItAgain() throws IOException {
        other.busy = 6;
        bell.owe();
        other.now += Doorbell.PATIENCE_NANOS;
        bell.owe();
        bell.payInPassing();
        assertThat(other.rung).isOne();
    }

    @Test
    void shouldRingAtOnceForWhoLooksNoMore() throws IOException {
        other.busy = 6;
        bell.owe();
        bell.payNow();
        bell.payNow();
        assertThat(other.rung).isOne();
    }

    @Test
    void shouldRingForNobodyWhoLooks() throws IOException {
        bell.owe();
        bell.payNow();
        other.busy = 6;
        bell.owe();
        other.busy = 0;
        bell.payNow();
        assertThat(other.rung).isZero();
    }

    @Test
    void shouldRingForNobodyWhoHasLookedMeanwhile() throws IOException {
        other.busy = 6;
        bell.owe();
        other.busy = 14;
        other.now += Doorbell.PATIENCE_NANOS;
        bell.payInPassing();
        assertThat(other.rung).as("what was owed before it looked").isZero();
        bell.owe();
        bell.payInPassing();
        assertThat(other.rung).as("before it had time to look").isZero();
        other.now += Doorbell.PATIENCE_NANOS;
        bell.payInPassing();
        assertThat(other.rung).as("what was owed after").isOne();
    }

    /** A connection whose peer is in a given state, and which counts how often the peer is woken. */
    private static final class OtherEnd extends IdleConnection {
        private long now = 1_000_000;
        private long busy;
        private int rung;

        @Override
        public long busy() {
            return busy;
        }

        @Override
        public void ring(boolean urgent) {
            assertThat(urgent).isTrue();
            rung++;
        }
    }
}
