package org.moide.commlib.message.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Primitive;

class PrimitiveTimerTest {
    private static final int MUCH = 1 << 20;

    private final AtomicLong clock = new AtomicLong(-7);
    private final AtomicLong looks = new AtomicLong();
    private final CommCounters counters = new CommCounters(2, 0);
    private final PrimitiveTimer timer = new PrimitiveTimer(counters, () -> {
        looks.incrementAndGet();
        return clock.get();
    });

    private void primitive(long bytes, long nanos, long waitNanos) {
        boolean timed = timer.begin(Primitive.RECEIVE, bytes);
        clock.addAndGet(nanos + waitNanos);
        counters.addWaiting(waitNanos);
        timer.end(timed);
    }

    @Test
    void shouldCountOneInSixteenOfTheShortOnesForAll() {
        primitive(8, 5, 0);
        for (int call = 0; call < 1600; call++) {
            primitive(8, 100, 0);
        }
        assertThat(counters.communicatingNanos()).isEqualTo(5 + 160_000);
        assertThat(looks).hasValue(2 + 200);
    }

    @Test
    void shouldNotCountWhatIsWaitedMeanwhile() {
        for (int call = 0; call < 17; call++) {
            primitive(8, 100, 7_000);
        }
        primitive(MUCH, 30_000, 5_000_000);
        assertThat(counters.communicatingNanos()).isEqualTo(1_700 + 30_000);
        assertThat(counters.waitingNanos()).isEqualTo(17 * 7_000 + 5_000_000);
    }

    @Test
    void shouldCountWhatMovesMuchEachTime() {
        primitive(MUCH, 100_000, 0);
        primitive(MUCH, 300_000, 0);
        assertThat(counters.communicatingNanos()).isEqualTo(400_000);
    }

    @Test
    void shouldNotMultiplyAShortOneThatWasHeldUp() {
        for (int call = 0; call < 17; call++) {
            primitive(8, 4_000_000, 0);
        }
        assertThat(counters.communicatingNanos())
                .as("the first, and one for the others")
                .isEqualTo(8_000_000);
    }

    @Test
    void shouldTimeTheFirstCallOfEachPrimitive() {
        for (Primitive which : Primitive.values()) {
            boolean timed = timer.begin(which, 0);
            clock.addAndGet(700_000);
            timer.end(timed);
            assertThat(timed).as("%s", which).isTrue();
        }
        assertThat(counters.communicatingNanos()).isEqualTo(Primitive.values().length * 700_000L);
    }

    @Test
    void shouldTellWaitsApartByThePrimitive() {
        primitive(8, 10, 3_000);
        timer.begin(Primitive.BARRIER, 0);
        counters.addWaitingHere(500);
        timer.within(Primitive.PROBE);
        counters.addWaiting(70);
        assertThat(counters.waitingNanosIn(Primitive.RECEIVE)).isEqualTo(3_000);
        assertThat(counters.waitingNanosIn(Primitive.BARRIER)).isEqualTo(500);
        assertThat(counters.waitingNanosIn(Primitive.PROBE)).isEqualTo(70);
        assertThat(counters.waitingNanosIn(Primitive.SEND)).isZero();
        assertThat(counters.waitingNanos()).isEqualTo(3_570);
    }

    @Test
    void shouldCountOneWithinAnotherOnce() {
        boolean outer = timer.begin(Primitive.RECEIVE, MUCH);
        clock.addAndGet(1_000);
        primitive(MUCH, 500, 0);
        clock.addAndGet(1_000);
        timer.end(outer);
        assertThat(counters.communicatingNanos()).isEqualTo(2_500);
    }

    @Test
    void shouldNotCountAgainWhatWasCommunicatedMeanwhile() {
        boolean timed = timer.begin(Primitive.RECEIVE, MUCH);
        clock.addAndGet(1_000);
        counters.addCommunicating(600); // such as encoding
        timer.end(timed);
        assertThat(counters.communicatingNanos()).isEqualTo(1_000);
    }
}
