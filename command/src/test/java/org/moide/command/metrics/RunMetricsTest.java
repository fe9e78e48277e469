package org.moide.command.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.engine.control.ThreadTime;

class RunMetricsTest {
    private static final long SECOND = 1_000_000_000L;

    private long now;
    private int asked;

    /**
     * A run of a bag with a computing engine and a lost one, whose host name contains characters that must be escaped.
     */
    private final RunControl run = new RunControl() {
        @Override
        public RunStatus status() {
            asked++;
            return new RunStatus(
                            RunStatus.State.COMPUTING,
                            2.5,
                            7,
                            10,
                            List.of(new RunStatus.Epoch(1, 0, 2, "start")),
                            List.of(
                                    new EngineStatus(0, "h\"0", 2, 1.5, EngineStatus.Standing.COMPUTING, 4),
                                    new EngineStatus(1, "h1", 2, 1.5, EngineStatus.Standing.LOST, 3)),
                            List.of(new RunStatus.Change("loss", 1, 0, "engine-1")))
                    .with(RunStatus.Work.ofBag(3, false))
                    .waiting(List.of("ID 0 waits"));
        }

        @Override
        public List<EngineTimes> times() {
            ThreadTime time = new ThreadTime(SECOND, SECOND / 4, SECOND / 2, 0, 0, 0);
            return List.of(new EngineTimes(0, List.of(time, time)), new EngineTimes(1, new ArrayList<>()));
        }

        @Override
        public ChangeAnswer change(ChangeOrder order) {
            throw new AssertionError("metrics change nothing");
        }

        @Override
        public RunSight about() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop(String by) {
            throw new AssertionError("metrics stop nothing");
        }
    };

    @Test
    void shouldTellHowTheRunAndItsEnginesStand() {
        RunMetrics metrics = new RunMetrics("4k2", "uts", () -> now);
        metrics.watch(run);

        assertThat(metrics.text().lines().filter(line -> !line.startsWith("#")))
                .contains(
                        "moide_run_info{run=\"4k2\",application=\"uts\"} 1",
                        "moide_run_state{run=\"4k2\",state=\"computing\"} 1",
                        "moide_run_state{run=\"4k2\",state=\"starting\"} 0",
                        "moide_run_seconds{run=\"4k2\"} 2.5",
                        "moide_run_tasks_done_total{run=\"4k2\"} 7",
                        "moide_run_tasks_waiting{run=\"4k2\"} 3",
                        "moide_run_changes_total{run=\"4k2\"} 1",
                        "moide_run_waiting_threads{run=\"4k2\"} 1",
                        "moide_engine_up{run=\"4k2\",engine=\"0\",host=\"h\\\"0\"} 1",
                        "moide_engine_up{run=\"4k2\",engine=\"1\",host=\"h1\"} 0",
                        "moide_engine_tasks_total{run=\"4k2\",engine=\"1\",host=\"h1\"} 3",
                        "moide_engine_thread_seconds_total{run=\"4k2\",engine=\"0\",part=\"communicate\"} 0.5")
                .noneMatch(line -> line.startsWith("moide_engine_power") && line.contains("h1"))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldAskTheRunOnceASecondHoweverOftenItIsCollected() {
        RunMetrics metrics = new RunMetrics("4k2", "uts", () -> now);
        assertThat(metrics.text()).contains("state=\"starting\"} 1");
        metrics.watch(run);
        now += SECOND;
        for (int collected = 0; collected < 5; collected++) {
            assertThat(metrics.text()).contains("state=\"computing\"} 1");
            now += SECOND / 5 - 1;
        }
        assertThat(asked).isEqualTo(1);
        now += SECOND;
        metrics.text();
        assertThat(asked).isEqualTo(2);
    }
}
