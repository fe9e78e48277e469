package org.moide.commlib.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommCountersTest {
    private final CommCounters counters = new CommCounters(3, 1);

    @Test
    void shouldKeepEnginesApartWhenMessagesGoToSeveral() {
        counters.countMessage(1, 8);
        counters.countMessage(2, 100);
        counters.countMessage(2, 1);

        assertThat(counters.messagesTo(0)).isZero();
        assertThat(counters.messagesTo(2)).isEqualTo(2);
        assertThat(counters.bytesTo(2)).isEqualTo(101);
        assertThat(counters.localMessages()).isEqualTo(1);
        assertThat(counters.localBytes()).isEqualTo(8);
        assertThat(counters.remoteMessages()).isEqualTo(2);
        assertThat(counters.remoteBytes()).isEqualTo(101);
        assertThat(counters.engines()).isEqualTo(3);
    }

    @Test
    void shouldChargeAWaitToTheEngineThatWasMetLast() {
        counters.addWaiting(1);
        counters.meets(2);
        counters.addWaiting(10);
        counters.countMessage(0, 0);
        counters.addWaiting(100);
        counters.addWaitingHere(1000);

        assertThat(counters.waitingNanosFor(0)).isEqualTo(100);
        assertThat(counters.waitingNanosFor(1)).isEqualTo(1001);
        assertThat(counters.waitingNanosFor(2)).isEqualTo(10);
        assertThat(counters.waitingNanos()).isEqualTo(1111);
    }
}
