package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.ExchangePlan.Exchange;

/** Tests a plan of exchanges: which member gives how many tasks to which one. */
class ExchangePlanTest {
    private static LoadReport busy(int member, long queued, double rate) {
        return new LoadReport(member, 1, queued, 0, 0, rate);
    }

    private static LoadReport dry(int member, double rate) {
        return new LoadReport(member, 1, 0, 0, 1, rate);
    }

    @Test
    void shouldMakeAllEqualWhenMembersAre() {
        ExchangePlan plan = new ExchangePlan(0, 0, false);
        assertThat(plan.of(List.of(busy(0, 11, 0), dry(1, 0), dry(2, 0), busy(3, 3, 0))))
                .containsExactly(new Exchange(0, 1, 4), new Exchange(0, 2, 4));
    }

    @Test
    void shouldCountThreadsWhenMembersHaveSeveral() {
        LoadReport four = new LoadReport(1, 4, 0, 0, 4, 0);
        assertThat(new ExchangePlan(0, 0, false).of(List.of(busy(0, 9, 0), four)))
                .containsExactly(new Exchange(0, 1, 8));
    }

    @Test
    void shouldDoNothingWhenNobodyHasMoreThanTheThreshold() {
        List<LoadReport> reports = List.of(busy(0, 5, 0), dry(1, 0));
        assertThat(new ExchangePlan(5, 0, false).of(reports)).isEmpty();
        assertThat(new ExchangePlan(4, 0, false).of(reports)).containsExactly(new Exchange(0, 1, 3));
        assertThat(new ExchangePlan(0, 0, false).of(List.of())).isEmpty();
    }

    @Test
    void shouldWeighByMeasuredRatesOnlyWhenAskedTo() {
        List<LoadReport> reports = List.of(busy(0, 39, 10), dry(1, 30));
        assertThat(new ExchangePlan(0, 0, true).of(reports)).containsExactly(new Exchange(0, 1, 30));
        assertThat(new ExchangePlan(0, 0, false).of(reports)).containsExactly(new Exchange(0, 1, 20));
    }

    @Test
    void shouldLeaveTheLastTaskWhereItEndsFirstWhenTheIdleAreSlow() {
        List<LoadReport> oneQueued = List.of(busy(0, 1, 12), dry(1, 3), dry(2, 3), dry(3, 3));
        assertThat(new ExchangePlan(0, 0.5, true).of(oneQueued))
                .as("two after each other take 2 / 12 s, one elsewhere 1 / 3 s")
                .isEmpty();
        assertThat(new ExchangePlan(0, 0, false).of(oneQueued)).hasSize(1);
        List<LoadReport> onTheSlow = List.of(dry(0, 12), busy(1, 3, 3), busy(2, 0, 3));
        assertThat(new ExchangePlan(0, 0.5, true).of(onTheSlow)).containsExactly(new Exchange(1, 0, 3));
    }

    @Test
    void shouldNotMoveWhatIsAsGoodWhereItIs() {
        List<LoadReport> reports = List.of(busy(0, 0, 0), busy(1, 0, 0), busy(2, 1, 0));
        assertThat(new ExchangePlan(0, 0, false).of(reports)).isEmpty();
    }

    @Test
    void shouldTakeARateThatIsUnknownForTheMeanAndNoRateForMoreThanSomeTimesIt() {
        assertThat(new ExchangePlan(0, 0, true).of(List.of(busy(0, 39, 10), dry(1, 0))))
                .containsExactly(new Exchange(0, 1, 20));
        List<LoadReport> reports = new ArrayList<>();
        for (int member = 0; member < 99; member++) {
            reports.add(busy(member, 99, 1));
        }
        reports.add(dry(99, 1e9)); // 99 members at 1e-7 of the mean, one at 100 times: count as 1/8 and 8
        long given = new ExchangePlan(0, 0, true)
                .of(reports).stream().mapToLong(Exchange::tasks).sum();
        assertThat(given).as("of 9,900: 8 / (99 / 8 + 8)").isBetween(3_850L, 3_950L);
    }

    @Test
    void shouldCountWhatIsOnItsWayAsHad() {
        LoadReport waiting = new LoadReport(1, 1, 0, 10, 1, 0);
        assertThat(new ExchangePlan(0, 0, false).of(List.of(busy(0, 9, 0), waiting)))
                .isEmpty();
    }

    @Test
    void shouldLeaveWhoIsBusyAndLacksLittleAlone() {
        List<LoadReport> little = List.of(busy(0, 99, 10), busy(1, 89, 10));
        assertThat(new ExchangePlan(0, 0.25, true).of(little)).isEmpty();
        assertThat(new ExchangePlan(0, 0, true).of(little)).containsExactly(new Exchange(0, 1, 5));
        List<LoadReport> much = List.of(busy(0, 99, 10), busy(1, 9, 10));
        assertThat(new ExchangePlan(0, 0.25, true).of(much)).containsExactly(new Exchange(0, 1, 45));
    }

    @Test
    void shouldServeTheIdleFirstWhenThereIsNotEnoughForAll() {
        List<LoadReport> reports = List.of(busy(0, 0, 0), busy(1, 0, 0), busy(2, 2, 0), dry(3, 0), dry(4, 0));
        for (Exchange exchange : new ExchangePlan(0, 0, false).of(reports)) {
            assertThat(exchange.to()).isGreaterThan(2);
        }
    }

    @Test
    void shouldTakeFromWhoHasMostBeyondItsPartWhenNotAllIsNeeded() {
        List<LoadReport> reports = List.of(busy(0, 109, 10), busy(1, 199, 10), busy(2, 89, 10), dry(3, 10));
        assertThat(new ExchangePlan(0, 0.25, true).of(reports)).startsWith(new Exchange(1, 3, 100));
        assertThat(new ExchangePlan(0, 0.25, true).of(reports)).hasSize(1);
    }

    @Test
    void shouldNeverGiveMoreThanIsThereNorToOneWhoGives() {
        SplittableRandom random = new SplittableRandom(1);
        for (int run = 0; run < 10_000; run++) {
            List<LoadReport> reports = new ArrayList<>();
            int members = 1 + random.nextInt(12);
            for (int member = 0; member < members; member++) {
                int threads = 1 + random.nextInt(4);
                long queued = random.nextInt(3) == 0 ? 0 : random.nextInt(100);
                reports.add(new LoadReport(
                        member,
                        threads,
                        queued,
                        random.nextInt(4) == 0 ? random.nextInt(20) : 0,
                        queued == 0 ? random.nextInt(threads + 1) : 0,
                        random.nextInt(4) == 0 ? 0 : random.nextDouble(1, 1e6)));
            }
            List<Exchange> plan = new ExchangePlan(0, random.nextDouble(0.5), random.nextBoolean()).of(reports);
            long[] given = new long[members];
            long[] taken = new long[members];
            for (Exchange exchange : plan) {
                assertThat(exchange.tasks()).isPositive();
                given[exchange.from()] += exchange.tasks();
                taken[exchange.to()] += exchange.tasks();
            }
            for (int member = 0; member < members; member++) {
                assertThat(given[member])
                        .isLessThanOrEqualTo(reports.get(member).queuedTasks());
                assertThat(given[member] == 0 || taken[member] == 0)
                        .as("member " + member + " gives and takes")
                        .isTrue();
            }
        }
    }
}
