package org.moide.balance.worker.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ActivityTest {
    private static final long MILLI = 1_000_000;
    private static final double EXACT = 1e-9;

    @Test
    void shouldAverageExactlyWhenChangesAreFew() {
        Activity activity = new Activity(1, 0);
        activity.change(100 * MILLI, 1);
        activity.change(300 * MILLI, 5); // one thread is as busy with five workers
        activity.change(400 * MILLI, 0);
        assertThat(activity.average(400 * MILLI, 400 * MILLI)).isCloseTo(0.75, within(EXACT));
        assertThat(activity.average(500 * MILLI, 200 * MILLI)).isCloseTo(0.5, within(EXACT));
        assertThat(activity.average(500 * MILLI, 450 * MILLI)).isCloseTo(300.0 / 450, within(EXACT));
        assertThat(activity.average(500 * MILLI, 60_000 * MILLI))
                .as("there was nothing before the start")
                .isCloseTo(0.6, within(EXACT));
        assertThat(activity.average(900 * MILLI, 500 * MILLI)).isCloseTo(0, within(EXACT));
    }

    @Test
    void shouldBeIdleSinceTheLastWorkerBecameInactive() {
        Activity activity = new Activity(2, 10);
        assertThat(activity.idleNanos(30)).as("since the start").isEqualTo(20);
        activity.change(40, 2);
        assertThat(activity.idleNanos(50)).isZero();
        activity.change(60, 1);
        assertThat(activity.idleNanos(70)).as("one is left").isZero();
        activity.change(80, 0);
        activity.change(90, 0);
        assertThat(activity.idleNanos(100)).isEqualTo(20);
        assertThat(activity.activeWorkers()).isZero();
    }

    @Test
    void shouldCountPartsWhenThereAreSeveralThreads() {
        Activity activity = new Activity(4, 0);
        activity.change(0, 1);
        activity.change(100, 3);
        activity.change(200, 9);
        assertThat(activity.average(300, 300)).isCloseTo((0.25 + 0.75 + 1) / 3, within(EXACT));
    }

    @Test
    void shouldBeExactWhenEachStateLastsForLong() {
        check(new SplittableRandom(7), 300 * MILLI, EXACT);
    }

    @Test
    void shouldBeOffByLessThanSaidWhenChangesAreManyAndFast() {
        check(new SplittableRandom(8), MILLI, 0.01);
        check(new SplittableRandom(9), 20_000, 0.01);
    }

    /** Compares the averages of an {@link Activity} with an exact integral over all changes. */
    private static void check(RandomGenerator random, long meanNanos, double tolerance) {
        Activity activity = new Activity(2, 0);
        List<long[]> changes = new ArrayList<>(List.of(new long[] {0, 0}));
        long now = 0;
        for (int number = 0; number < 20_000; number++) {
            // in series of equal lengths, so that a straight line over several changes is wrong
            long shorter = number / 300 % 2 == 0 ? 20 : 1;
            now += 1 + random.nextLong(2 * meanNanos / (number % 3 == 0 ? shorter : 1) + 1) + meanNanos / 2;
            long active = random.nextInt(4);
            activity.change(now, active);
            changes.add(new long[] {now, Math.min(2, active)});
            if (number % 97 == 0) {
                long at = now + random.nextLong(meanNanos);
                long over = Math.min(60_000 * MILLI, 15 * MILLI + random.nextLong(1 + Math.min(now, 40_000 * MILLI)));
                assertThat(activity.average(at, over))
                        .as("at %d over %d ns", at, over)
                        .isCloseTo(integral(changes, Math.max(0, at - over), at), within(tolerance));
            }
        }
    }

    private static double integral(List<long[]> changes, long from, long to) {
        double sum = 0;
        long until = to;
        for (int number = changes.size() - 1; number >= 0 && until > from; number--) {
            long since = Math.max(from, changes.get(number)[0]);
            sum += changes.get(number)[1] * (double) Math.max(0, until - since) / 2;
            until = Math.min(until, changes.get(number)[0]);
        }
        return sum / (to - from);
    }

    @Test
    void shouldTakeTimesThatGoBackForNoTime() {
        Activity activity = new Activity(1, 0);
        activity.change(100, 1);
        activity.change(50, 0);
        assertThat(activity.average(200, 200)).isZero();
        assertThat(activity.idleNanos(40)).isZero();
    }

    @Test
    void shouldRefuseWhatItCannotAverage() {
        Activity activity = new Activity(1, 0);
        assertThatThrownBy(() -> activity.average(1, 0)).hasMessageContaining("found 0");
        assertThatThrownBy(() -> activity.average(1, Activity.LONGEST_NANOS + 1))
                .hasMessageContaining("up to");
        assertThatThrownBy(() -> activity.change(1, -1)).hasMessage("expected 0 active workers or more, found -1");
        assertThatThrownBy(() -> new Activity(0, 0)).hasMessage("expected at least 1 thread, found 0");
    }
}
