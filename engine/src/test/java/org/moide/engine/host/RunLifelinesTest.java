package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.Timing;

final class RunLifelinesTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private final RunLifelines lifelines = new RunLifelines(Timing.USUAL);

    @Test
    void shouldKeepARunWhileItsLifelineIsOpen() {
        lifelines.opened("r1");
        lifelines.hosted("r1", 0);
        assertThat(lifelines.expired(1_000_000 * SECOND)).isEmpty();
    }

    @Test
    void shouldEndARunThreeSecondsAfterItsLifelineClosed() {
        lifelines.opened("r1");
        lifelines.hosted("r1", 0);
        lifelines.closed("r1", 100 * SECOND);
        assertThat(lifelines.nextNanos(100 * SECOND)).isEqualTo(103 * SECOND);
        assertThat(lifelines.expired(103 * SECOND - 1)).isEmpty();
        assertThat(lifelines.expired(103 * SECOND)).containsExactly("r1");
        assertThat(lifelines.expired(104 * SECOND)).isEmpty();
    }

    @Test
    void shouldKeepARunWhoseLifelineCameBack() {
        lifelines.opened("r1");
        lifelines.hosted("r1", 0);
        lifelines.closed("r1", 100 * SECOND);
        lifelines.opened("r1");
        assertThat(lifelines.expired(200 * SECOND)).isEmpty();
    }

    @Test
    void shouldNotBeConfusedByANewLifelineThatOpensBeforeTheOldOneCloses() {
        lifelines.opened("r1");
        lifelines.hosted("r1", 0);
        lifelines.opened("r1");
        lifelines.closed("r1", 10 * SECOND);
        assertThat(lifelines.expired(100 * SECOND)).isEmpty();
    }

    @Test
    void shouldEndARunWhoseCoordinatorNeverOpenedALifeline() {
        lifelines.hosted("r1", 5 * SECOND);
        lifelines.hosted("r1", 14 * SECOND);
        assertThat(lifelines.expired(15 * SECOND - 1)).isEmpty();
        assertThat(lifelines.expired(15 * SECOND)).containsExactly("r1");
    }

    @Test
    void shouldForgetARunThatWasEnded() {
        lifelines.opened("r1");
        lifelines.hosted("r1", 0);
        lifelines.ended("r1");
        lifelines.closed("r1", SECOND);
        assertThat(lifelines.expired(100 * SECOND)).isEmpty();
        lifelines.closed("never heard of", SECOND);
        lifelines.ended("never heard of");
        assertThat(lifelines.nextNanos(SECOND)).isEqualTo(11 * SECOND);
    }
}
