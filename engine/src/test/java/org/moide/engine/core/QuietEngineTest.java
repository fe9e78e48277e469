package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.engine.Application;
import org.moide.engine.control.EngineReport;

/** Tests that an engine's control thread is nearly idle while its compute threads are busy for long. */
class QuietEngineTest {
    /**
     * A time above the longest pause of an engine that polls, and below the second after which an engine sends a
     * heartbeat.
     */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CountDownLatch busy = new CountDownLatch(1);
    private final CountDownLatch longPauses = new CountDownLatch(10);
    private final CountDownLatch over = new CountDownLatch(1);
    private final EngineRig rig = new EngineRig(() -> (Application) self -> {
        busy.countDown();
        over.await();
    });

    @AfterEach
    void closeRig() {
        over.countDown();
        rig.close();
        assertThat(rig.faults).isEmpty();
    }

    @Test
    void shouldPauseForLongWhenItsThreadIsBusyAndEndsNoTask() throws Exception {
        rig.controlSignals = () ->
                new Watched(SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()).create());
        rig.engine(0).start(1, 1, null, 0);
        busy.await();
        assertThat(longPauses.await(100, TimeUnit.SECONDS))
                .as("10 pauses of more than 40 ms within 30 s")
                .isTrue();
    }

    @Test
    void shouldSayThatItLivesWhenItsClockBeginsFarBelowZero() throws Exception {
        rig.ticker = () -> System.nanoTime() + Long.MIN_VALUE / 2;
        rig.engine(0).start(1, 1, null, 0);

        assertThat(rig.await(0, EngineReport.Beat.class, any -> true)).isNotNull();
    }

    /** A signal that counts the long pauses of the control thread while the application runs. */
    private final class Watched implements Signal {
        private final Signal below;

        Watched(Signal below) {
            this.below = below;
        }

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
            if (busy.getCount() == 0
                    && timeoutNanos > LONG_NANOS
                    && timeoutNanos < BEAT_NANOS
                    && Thread.currentThread().getName().endsWith("-control")) {
                longPauses.countDown();
            }
            return below.await(condition, timeoutNanos);
        }

        @Override
        public boolean sleep(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
            return below.sleep(condition, timeoutNanos);
        }

        @Override
        public boolean awaitAwake(BooleanSupplier condition) {
            return below.awaitAwake(condition);
        }

        @Override
        public void raise() {
            below.raise();
        }
    }
}
