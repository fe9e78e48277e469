package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.port.ProcessorClock.Spent;

class SystemProcessorClockTest {
    private static final long SOME_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    @Test
    void shouldReadWhatLinuxSays() {
        assertThat(SystemProcessorClock.parsed("3250754 60344 3\n")).isEqualTo(new Spent(3_250_754, 60_344));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0 0 0", "7 8", "7 8 9 10", "x 8 9", "-7 8 9", "7 -8 9", "99999999999999999999 1 1"})
    void shouldKnowNothingWhereTheKernelDoesNotCount(String line) {
        assertThat(SystemProcessorClock.parsed(line)).isEqualTo(Spent.UNKNOWN);
    }

    @Test
    void shouldTellComputingFromWaiting() throws InterruptedException {
        SystemProcessorClock clock = new SystemProcessorClock(Thread::new);
        clock.ofThisThread(); // outside of Linux, the JVM's classes are loaded now
        while (clock.ofThisThread().onNanos() < 0) {
            Thread.onSpinWait();
        }
        Spent before = clock.ofThisThread();
        new CountDownLatch(1).await(SOME_NANOS, TimeUnit.NANOSECONDS);
        assertThat(clock.ofThisThread().since(before).onNanos()).isLessThan(SOME_NANOS);
        while (clock.ofThisThread().since(before).onNanos() < SOME_NANOS) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldAskTheJvmElsewhereOnceItsClassesAreLoaded() throws InterruptedException {
        CountDownLatch loaded = new CountDownLatch(1);
        SystemProcessorClock clock = new SystemProcessorClock(
                load -> new Thread(() -> {
                    load.run();
                    loaded.countDown();
                }),
                "/no/such/file");
        assertThat(clock.ofThisThread()).isEqualTo(Spent.UNKNOWN);
        loaded.await();
        Spent told = clock.ofThisThread();
        assertThat(told.onNanos()).isPositive();
        assertThat(told.readyNanos()).isNegative();
    }

    @Test
    void shouldCountAllThreadsOfTheProcess() {
        SystemProcessorClock clock = new SystemProcessorClock(Thread::new);
        long before = clock.ofThisProcess();
        assertThat(before).isPositive();
        while (clock.ofThisProcess() < before + SOME_NANOS) {
            Thread.onSpinWait(); // uses processor time on this thread at least
        }
    }

    @Test
    void shouldKnowNothingOfASumOrDifferenceWithWhatIsUnknown() {
        Spent known = new Spent(5, 7);
        assertThat(known.plus(new Spent(1, 2))).isEqualTo(new Spent(6, 9));
        assertThat(known.since(new Spent(1, 2))).isEqualTo(new Spent(4, 5));
        assertThat(known.plus(Spent.UNKNOWN)).isEqualTo(Spent.UNKNOWN);
        assertThat(known.since(Spent.UNKNOWN)).isEqualTo(Spent.UNKNOWN);
        assertThat(Spent.UNKNOWN.since(known)).isEqualTo(Spent.UNKNOWN);
        assertThat(known.plus(new Spent(1, -1))).isEqualTo(new Spent(6, -1));
    }
}
