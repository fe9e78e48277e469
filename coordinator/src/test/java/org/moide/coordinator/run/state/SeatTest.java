package org.moide.coordinator.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.commlib.local.LocalSpace;
import org.moide.coordinator.report.RunReport.Pace;
import org.moide.coordinator.run.SteppedRun;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

class SeatTest {
    private static final long BEGAN = TimeUnit.SECONDS.toNanos(100);
    private static final int MOST = 32;

    private final Seat seat = new Seat(SteppedRun.engine(0, 1, new LocalSpace("test").self()), Timing.USUAL, BEGAN);

    private void beat(int second, long tasks) {
        seat.beat(
                new EngineReport.Beat(tasks, 0, TimeUnit.MILLISECONDS.toNanos(second)),
                BEGAN + TimeUnit.SECONDS.toNanos(second));
    }

    @Test
    void shouldKeepHowFarItWasAtEachBeat() {
        beat(1, 7);
        beat(2, 9);
        assertThat(seat.paceSince(BEGAN)).containsExactly(new Pace(1, 7, 0.001), new Pace(2, 9, 0.002));
    }

    @Test
    void shouldSpreadWhatItKeepsOverALongRun() {
        IntStream.rangeClosed(0, 10_000).forEach(second -> beat(second, 3L * second));
        List<Pace> pace = seat.paceSince(BEGAN);
        assertThat(pace).hasSizeBetween(MOST / 2, MOST);
        assertThat(pace.get(0).atSeconds()).isZero();
        assertThat(pace.get(pace.size() - 1).atSeconds()).isGreaterThan(9_000);
        double step = pace.get(1).atSeconds();
        for (int at = 1; at < pace.size(); at++) {
            assertThat(pace.get(at).atSeconds()).isEqualTo(step * at);
            assertThat(pace.get(at).tasks()).isEqualTo(Math.round(3 * step * at));
        }
    }

    @Test
    void shouldForgetAnEpochAfterWhichItCountsFromZero() {
        beat(1, 7);
        beat(2, 3);
        beat(3, 4);
        assertThat(seat.paceSince(BEGAN)).extracting(Pace::tasks).containsExactly(3L, 4L);
    }
}
