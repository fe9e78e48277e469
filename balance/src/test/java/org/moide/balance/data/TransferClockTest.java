package org.moide.balance.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TransferClockTest {
    private static final long MILLI = 1_000_000;
    private static final long BYTES = 400_000;

    private final TransferClock clock = new TransferClock();

    private void measured(long atMillis, long millis) {
        clock.at(atMillis * MILLI);
        clock.measured(BYTES, millis * MILLI);
    }

    private double millis(long atMillis) {
        clock.at(atMillis * MILLI);
        return clock.nanos(BYTES) / (double) MILLI;
    }

    @Test
    void shouldForgetThatTransfersWaitedForTheirTurnsWhenNoneHasEndedForAWhile() {
        measured(-1_000, 4);
        measured(0, 40);
        assertThat(millis(0)).as("3/4 of 4 ms and 1/4 of 40 ms").isCloseTo(13, Offset.offset(0.01));
        assertThat(millis(13)).as("after as long: 4 ms and 1/4 of the excess").isCloseTo(6.25, Offset.offset(0.01));
        assertThat(millis(1_000)).as("the fastest").isCloseTo(4, Offset.offset(0.01));
        measured(1_001, 20);
        assertThat(millis(1_001)).as("the next is measured as ever").isCloseTo(14.75, Offset.offset(0.01));
    }

    @Test
    void shouldNotTakeAnObjectThatCameSoonerThanUsualForFree() {
        clock.at(0);
        clock.measured(100, 5 * MILLI); // a latency
        measured(1, 4);
        measured(2, 30);
        assertThat(millis(10_000)).as("the latency, and the 4 ms").isCloseTo(9, Offset.offset(0.01));
    }
}
