package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrategiesTest {
    private static final long MILLI = 1_000_000;

    // --- by name --------------------------------------------------------------------------------------------------

    @Test
    void shouldNameTheNearestWhenAStrategyIsUnknown() {
        assertThatThrownBy(() -> Strategies.named("guidde", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no strategy \"guidde\"; did you mean guided? (there are demand, guided, static)");
        assertThatThrownBy(() -> Strategies.named("round-robin", Map.of()))
                .hasMessage("there is no strategy \"round-robin\": there are demand, guided, static");
    }

    @Test
    void shouldSayWhatIsWrongWhenAParameterIs() {
        assertThatThrownBy(() -> Strategies.named("demand", Map.of("blok", "3")))
                .hasMessage("strategy demand has no parameter \"blok\"; did you mean block?"
                        + " (there are block, settle, settleMillis)");
        assertThatThrownBy(() -> Strategies.named("demand", Map.of("block", "0")))
                .hasMessage("strategy demand: expected block to be a whole number from 1 on, found \"0\"");
        assertThatThrownBy(() -> Strategies.named("guided", Map.of("settle", "yes")))
                .hasMessage("strategy guided: expected settle to be true or false, found \"yes\"");
        assertThatThrownBy(() -> Strategies.named("guided", Map.of("bundleMillis", "NaN")))
                .hasMessage("strategy guided: expected bundleMillis to be milliseconds above 0 and up to a day,"
                        + " found \"NaN\"");
        assertThatThrownBy(() -> Strategies.named("static", Map.of("block", "1")))
                .hasMessage("strategy static has no parameter \"block\": it takes none");
    }

    // --- guided ---------------------------------------------------------------------------------------------------

    @Test
    void shouldGiveHalfOfAMembersShareWhenItsTaskTimeAllows() {
        Strategy guided = Strategies.named("guided", Map.of("bundleMillis", "1000"));
        List<Decision> decisions = guided.decide(pool(100, hungry(0, 3, 1, MILLI), busy(1, 1)));
        assertThat(decisions).containsExactly(new Decision.Give(0, 38, 5)); // 3/4 of 100, halved; 5 ms of tasks a loan
    }

    @Test
    void shouldGiveNoMoreThanSomeMillisecondsWorthWhenThereAreMany() {
        Strategy guided = Strategies.named("guided", Map.of("bundleMillis", "10"));
        List<Decision> decisions = guided.decide(pool(1_000_000, hungry(0, 1, 2, MILLI)));
        assertThat(decisions).containsExactly(new Decision.Give(0, 20, 5));
    }

    @Test
    void shouldGiveATaskPerThreadWhenTheTaskTimeIsUnknown() {
        Strategy guided = Strategies.named("guided", Map.of());
        assertThat(guided.decide(pool(1_000, hungry(0, 1, 4, 0)))).containsExactly(new Decision.Give(0, 4, 1));
    }

    @Test
    void shouldServeTheIdleFirstWhenTasksAreFew() {
        Strategy guided = Strategies.named("guided", Map.of());
        MemberView ahead = new MemberView(0, 1, 1, true, 0, 1, MILLI, 1, 5);
        MemberView idle = new MemberView(1, 1, 1, true, 1, 0, MILLI, 0, 5);
        assertThat(guided.decide(pool(1, ahead, idle))).containsExactly(new Decision.Give(1, 1, 5));
    }

    @Test
    void shouldAskTheOthersToSettleWithGrowingPausesWhenSomeoneIsIdleBesideAnEmptyPool() {
        Strategy guided = Strategies.named("guided", Map.of("settleMillis", "2"));
        MemberView idle = new MemberView(0, 1, 1, true, 1, 0, MILLI, 0, 5);
        List<Long> asked = new ArrayList<>();
        for (long now = 0; now < 40 * MILLI; now += MILLI) {
            PoolView view = new PoolView(now, 0, true, true, List.of(idle, busy(1, 1)));
            if (guided.decide(view).contains(new Decision.AskToSettle(1))) {
                asked.add(now / MILLI);
            }
        }
        assertThat(asked).containsExactly(0L, 2L, 6L, 14L, 30L);
    }

    @Test
    void shouldAskNobodyToSettleWhenTheIdleOneIsTheOnlyHolder() {
        Strategy guided = Strategies.named("guided", Map.of());
        MemberView idle = new MemberView(0, 1, 2, true, 1, 0, MILLI, 1, 5);
        assertThat(guided.decide(pool(0, idle))).isEmpty();
    }

    // --- demand ---------------------------------------------------------------------------------------------------

    @Test
    void shouldGiveBlocksInTheOrderOfAskingWhenDemandDriven() {
        Strategy demand = Strategies.named("demand", Map.of("block", "4"));
        assertThat(demand.decide(pool(10, hungry(2, 1, 1, 0), hungry(0, 1, 1, 0), hungry(1, 1, 1, 0))))
                .containsExactly(new Decision.Give(2, 4, 4), new Decision.Give(0, 4, 4), new Decision.Give(1, 2, 2));
    }

    // --- static ---------------------------------------------------------------------------------------------------

    @Test
    void shouldDivideByPowerOnceWhenStatic() {
        Strategy shares = Strategies.named("static", Map.of());
        PoolView incomplete = new PoolView(0, 7, false, false, List.of(hungry(0, 1, 1, 0)));
        assertThat(shares.decide(incomplete)).as("before all tasks are there").isEmpty();
        assertThat(shares.decide(pool(10, hungry(0, 3, 1, 0), busy(1, 1)))).containsExactly(new Decision.Give(0, 8, 8));
        MemberView again = new MemberView(0, 3, 1, true, 1, 0, 0, 0, 8);
        assertThat(shares.decide(pool(2, again, busy(1, 1))))
                .as("the rest is the other's")
                .isEmpty();
        assertThat(shares.decide(pool(2, again))).as("who has left").containsExactly(new Decision.Give(0, 2, 2));
    }

    private static PoolView pool(long unstarted, MemberView... members) {
        return new PoolView(0, unstarted, true, false, List.of(members));
    }

    private static MemberView hungry(int member, double power, int threads, long meanNanos) {
        return new MemberView(member, power, threads, true, threads, 0, meanNanos, 0, 0);
    }

    private static MemberView busy(int member, double power) {
        return new MemberView(member, power, 1, false, 0, 5, MILLI, 1, 0);
    }
}
