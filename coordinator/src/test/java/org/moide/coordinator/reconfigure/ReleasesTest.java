package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/** Tests how long a thread's report that another engine is gone waits until a known loss explains it. */
class ReleasesTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Releases releases = new Releases(Timing.USUAL);
    private final EngineReport.Failed failure = new EngineReport.Failed(
            "ID 4 on host-2", "engine 1 has no part in the run", "", EngineReport.Failed.Kind.APPLICATION);

    private void told(long atNanos) {
        releases.told(new EngineReport.Released(2, failure), atNanos);
    }

    @Test
    void shouldBeAFailureWhenEverybodyIsStillThereAfterTwiceALifelinesTime() {
        told(10 * SECOND);
        assertThat(releases.unexplained(16 * SECOND, 16 * SECOND)).isNull();
        assertThat(releases.unexplained(16 * SECOND, 16 * SECOND + 1)).isEqualTo(failure);
        assertThat(releases.unexplained(17 * SECOND, 17 * SECOND)).as("once").isNull();
    }

    /**
     * Tests an engine that has never opened a connection to the coordinator. That the engine is gone shows only in its
     * silence.
     */
    @Test
    void shouldWaitForWhoHasNotBeenHeardSince() {
        told(10 * SECOND);
        assertThat(releases.unexplained(11 * SECOND, 40 * SECOND)).isNull();
        assertThat(releases.unexplained(14 * SECOND, 41 * SECOND)).isEqualTo(failure);
    }

    @Test
    void shouldBeForgottenWhenTheLossIsKnown() {
        told(10 * SECOND);
        releases.forget();
        assertThat(releases.unexplained(60 * SECOND, 60 * SECOND)).isNull();
    }
}
