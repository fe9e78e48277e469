package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.moide.balance.loan.Mail.MILLI;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TaskClockTest {
    private final TaskClock clock = new TaskClock(2);
    private long nowNanos = 77;
    private long executed;
    private long without;

    TaskClockTest() {
        clock.observe(nowNanos, 0, 0);
    }

    @Test
    void shouldKnowNothingWhenNoTaskHasEnded() {
        stretch(0, 10 * MILLI, 0);
        assertThat(clock.meanTaskNanos()).isZero();
        assertThat(clock.tasksPerSecond()).isZero();
    }

    @Test
    void shouldCountTheTimeOfAllThreadsButNotWhatTheyHadNoTask() {
        stretch(100, 10 * MILLI, 5 * MILLI);
        assertThat(clock.meanTaskNanos()).isEqualTo(150_000);
        assertThat(clock.tasksPerSecond()).isCloseTo(2 / 150e-6, within(1e-6));
    }

    @Test
    void shouldNotCountWhatIsKnownToHaveBeenNoTaskOnlyWhenItIsOver() {
        stretch(0, 50 * MILLI, 0); // both threads prepare, which the clock does not see yet
        stretch(10, 10 * MILLI, 100 * MILLI);
        assertThat(clock.meanTaskNanos()).isEqualTo(2 * MILLI);
    }

    @Test
    void shouldHardlyNoticeWhenAThreadLosesItsProcessorAfterOneOfManyShortTasks() {
        for (int round = 0; round < 100; round++) {
            stretch(20_000, 5 * MILLI, 0);
        }
        assertThat(clock.meanTaskNanos()).isEqualTo(500);
        stretch(1, 8 * MILLI, 8 * MILLI);
        assertThat(clock.meanTaskNanos()).isLessThan(1_000);
        stretch(1, 100 * MILLI, 100 * MILLI);
        assertThat(clock.meanTaskNanos())
                .as("a long pause is taken for a change, but not whole")
                .isLessThan(20_000);
    }

    @Test
    void shouldFollowSoonWhenTasksBecomeLong() {
        for (int round = 0; round < 100; round++) {
            stretch(20_000, 5 * MILLI, 0);
        }
        for (int task = 0; task < 16; task++) {
            stretch(1, 100 * MILLI, 100 * MILLI);
        }
        assertThat(clock.meanTaskNanos()).isCloseTo(100 * MILLI, Percentage.withPercentage(20));
    }

    @Test
    void shouldFollowSoonWhenTasksBecomeShort() {
        for (int task = 0; task < 10; task++) {
            stretch(1, 100 * MILLI, 100 * MILLI);
        }
        for (int round = 0; round < 10; round++) {
            stretch(1_000, MILLI, 0);
        }
        assertThat(clock.meanTaskNanos()).isLessThan(30_000);
    }

    @Test
    void shouldTakeTheMeanOfSomeWhenLongTasksDiffer() {
        for (int task = 0; task < 40; task++) {
            stretch(1, (task % 2 == 0 ? 50 : 150) * MILLI, (task % 2 == 0 ? 50 : 150) * MILLI);
        }
        assertThat(clock.meanTaskNanos()).isBetween(80 * MILLI, 120 * MILLI);
    }

    /**
     * Lets time pass in which tasks end, and then lets the clock read its counters.
     *
     * @param withoutTask the sum of the times that the two threads were without a task
     */
    private void stretch(int tasks, long nanos, long withoutTask) {
        nowNanos += nanos;
        executed += tasks;
        without += withoutTask;
        clock.observe(nowNanos, executed, without);
    }
}
