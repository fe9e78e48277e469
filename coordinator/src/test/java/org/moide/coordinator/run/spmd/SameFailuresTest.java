package org.moide.coordinator.run.spmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.EngineReport;

final class SameFailuresTest {
    private static final int THREADS = 9;

    private final SameFailures failures = new SameFailures();

    @Test
    void shouldTellOnceWhatManyIdsThrewInTheMomentAfter() {
        for (int id : new int[] {3, 1, 2, 7, 5}) {
            failures.add(failed("same", id, id < 5 ? "h1" : "h2"), 10);
        }
        failures.add(failed("a consequence", 6, "h2"), 11);
        assertThat(failures.due(THREADS, 10)).isNull();
        assertThat(failures.dueNanos()).isEqualTo(10 + SameFailures.GATHERED_NANOS);
        EngineReport.Failed told = Objects.requireNonNull(failures.due(THREADS, failures.dueNanos()));
        assertThat(told.where()).isEqualTo("IDs 1-3 on h1, IDs 5, 7 on h2");
        assertThat(told.headline()).isEqualTo("same");
    }

    @Test
    void shouldNotWaitForMoreWhenAllHaveThrown() {
        failures.add(failed("same", 0, "h1"), 10);
        failures.add(failed("same", 1, "h1"), 10);
        assertThat(failures.due(2, 10)).extracting("where").isEqualTo("IDs 0-1 on h1");
    }

    @Test
    void shouldTellAtOnceWhatNoIdThrew() {
        assertThat(failures.due(THREADS, 10)).isNull();
        assertThat(failures.dueNanos()).isEqualTo(Long.MAX_VALUE);
        EngineReport.Failed failed = new EngineReport.Failed(
                "engine-1-communication on h1", "handler", "trace", EngineReport.Failed.Kind.APPLICATION);
        failures.add(failed, 10);
        assertThat(failures.due(THREADS, 10)).isEqualTo(failed);
    }

    @Test
    void shouldNameTheOneIdThatThrew() {
        failures.add(failed("same", 4, "h1"), 10);
        assertThat(failures.due(THREADS, 10 + SameFailures.GATHERED_NANOS))
                .extracting("where")
                .isEqualTo("ID 4 on h1");
    }

    private static EngineReport.Failed failed(String headline, int id, String host) {
        return new EngineReport.Failed(
                        "ID " + id + " on " + host, headline, "trace", EngineReport.Failed.Kind.APPLICATION)
                .of(id, host);
    }
}
