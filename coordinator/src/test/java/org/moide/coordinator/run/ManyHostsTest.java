package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.coordinator.run.ManyHosts.Measured;

/**
 * Tests, in simulated time, how long the start of very many engines takes, how much the coordinator sends for each
 * host, and how long barriers take.
 */
@Timeout(600)
class ManyHostsTest {
    /**
     * The greatest number of bytes that the coordinator may send for each host until all engines compute, however many
     * hosts there are.
     */
    private static final long MOST_BYTES_FOR_EACH = 5_000;

    private static final long MOST_MESSAGES_FOR_EACH = 20;
    private static final double LATENCIES_FOR_EACH_DOUBLING = 2.5;

    private static void assertWithin(Measured measured, long seconds) {
        System.out.println(measured);
        assertThat(measured.assembledNanos()).as("%s", measured).isLessThan(TimeUnit.SECONDS.toNanos(seconds));
        assertThat(measured.sent().bytes() / measured.hosts())
                .as("%s", measured)
                .isLessThan(MOST_BYTES_FOR_EACH);
        assertThat(measured.sent().messages() / measured.hosts())
                .as("%s", measured)
                .isLessThan(MOST_MESSAGES_FOR_EACH);
        assertThat(measured.meetingLatencies())
                .as("%s", measured)
                .isLessThanOrEqualTo(LATENCIES_FOR_EACH_DOUBLING * Math.log(measured.hosts()) / Math.log(2));
    }

    @Test
    void shouldAssembleSixtyFourHostsInThreeSecondsAsOneWouldReckon() {
        Measured measured = ManyHosts.play(64);
        assertWithin(measured, 3);

        Measured reckoned = SteppedHosts.play(64);
        double ratio = (double) reckoned.assembledNanos() / measured.assembledNanos();
        assertThat(ratio).as("%s, reckoned %s", measured, reckoned).isBetween(0.9, 1.1);
        assertThat((double) reckoned.sent().bytes() / measured.sent().bytes())
                .as("%s, reckoned %s", measured, reckoned)
                .isBetween(0.8, 1.2);
    }

    @Test
    @Tag("tier1")
    void shouldAssembleTwoHundredAndFiftySixHostsInFourSeconds() {
        assertWithin(ManyHosts.play(256), 4);
    }

    @Test
    @Tag("tier1")
    void shouldAssembleThousandsOfHostsInTheTimeThatOneWouldReckon() {
        assertWithin(SteppedHosts.play(1_000), 6);
        assertWithin(SteppedHosts.play(10_000), 16);
    }
}
