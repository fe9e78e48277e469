package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;

class ProcessWatchTest {
    /** A processor clock of this process that the test sets. It reports no times of threads. */
    private record OfProcess(AtomicLong nanos) implements ProcessorClock {
        @Override
        public Spent ofThisThread() {
            return Spent.UNKNOWN;
        }

        @Override
        public long ofThisProcess() {
            return nanos.get();
        }
    }

    @Test
    void shouldCountPausesFromTheFirstBeatAtWhichTheyAreKnown() {
        AtomicLong all = new AtomicLong(Pauses.UNKNOWN);
        ProcessWatch watch = new ProcessWatch(all::get, ProcessorClock.NONE);
        assertThat(watch.statistics().pauseNanos()).isZero();
        watch.look();
        assertThat(watch.statistics().pauseNanos()).isZero();
        all.set(700); // includes processor time of earlier runs
        watch.look();
        all.set(1_000);
        watch.look();
        assertThat(watch.statistics().pauseNanos()).isEqualTo(300);
        assertThat(watch.statistics().processorNanos()).isNegative();
    }

    @Test
    void shouldCountWhatTheProcessHadOfProcessorsSinceItsBeginning() {
        AtomicLong all = new AtomicLong(5_000);
        ProcessWatch watch = new ProcessWatch(Pauses.NONE, new OfProcess(all));
        all.set(7_000);
        assertThat(watch.statistics().processorNanos()).isEqualTo(2_000);
    }
}
