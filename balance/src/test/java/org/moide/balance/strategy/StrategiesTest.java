package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.TaskClass;

class StrategiesTest {
    private static final long MILLI = 1_000_000;

    // --- by name --------------------------------------------------------------------------------------------------

    @Test
    void shouldNameTheNearestWhenAStrategyIsUnknown() {
        assertThatThrownBy(() -> root("guidde", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("there is no strategy \"guidde\"; did you mean guided? (there are central, ");
        assertThatThrownBy(() -> root("round-robin", Map.of()))
                .hasMessageStartingWith("there is no strategy \"round-robin\": there are central, ");
    }

    @Test
    void shouldSayWhatIsWrongWhenAParameterIs() {
        assertThatThrownBy(() -> root("demand", Map.of("blok", "3")))
                .hasMessage("strategy demand has no parameter \"blok\"; did you mean block?"
                        + " (there are aheadMillis, block, settle, settleMillis)");
        assertThatThrownBy(() -> root("demand", Map.of("block", "0")))
                .hasMessage("strategy demand: expected block to be a whole number from 1 on, found \"0\"");
        assertThatThrownBy(() -> root("guided", Map.of("settle", "yes")))
                .hasMessage("strategy guided: expected settle to be true or false, found \"yes\"");
        assertThatThrownBy(() -> root("guided", Map.of("bundleMillis", "NaN")))
                .hasMessage("strategy guided: expected bundleMillis to be milliseconds above 0 and up to a day,"
                        + " found \"NaN\"");
        assertThatThrownBy(() -> root("static", Map.of("block", "1")))
                .hasMessage("strategy static has no parameter \"block\": it takes none");
    }

    @Test
    void shouldNameFileAndLineWhenAParameterOfAFileIsWrong(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("demand.properties");
        Files.writeString(file, "# blocks\n\nsettle = \\\n  true\nblock = none\n");
        StrategySpec spec = StrategySpec.read("demand", file);
        assertThatThrownBy(() -> Strategies.make(spec, Membership.ROOT, new SplittableRandom(1), null))
                .hasMessage("strategy demand: expected block to be a whole number from 1 on, found \"none\" (" + file
                        + ", line 5)");
        Files.writeString(file, "block = 1\nblock = 2\n");
        assertThatThrownBy(() -> StrategySpec.read("demand", file))
                .hasMessage("expected block once, found it in " + file + ", line 1 and in " + file + ", line 2");
    }

    /** A user's own strategy: each member asks the root for as many tasks as a parameter says. */
    public static final class Own implements Strategy {
        private final long tasks;

        public Own(StrategySetup setup) {
            tasks = setup.parameters().number("tasks", 1, 1, 10);
        }

        @Override
        public List<Decision> decide(MemberView view) {
            return List.of(new Decision.Ask(Membership.ROOT, tasks, true));
        }
    }

    @Test
    void shouldMakeAUsersOwnStrategyWhenItsClassIsNamed() {
        ClassLoader loader = StrategiesTest.class.getClassLoader();
        StrategySpec spec = StrategySpec.of(Own.class.getName(), Map.of("tasks", "7"));
        Strategy own = Strategies.make(spec, 0, new SplittableRandom(1), loader);
        assertThat(own.decide(TestView.engine(0, 1))).containsExactly(new Decision.Ask(Membership.ROOT, 7, true));
        assertThatThrownBy(() -> Strategies.make(
                        StrategySpec.of(Own.class.getName(), Map.of("tasks", "11")),
                        0,
                        new SplittableRandom(1),
                        loader))
                .hasMessageEndingWith("expected tasks to be a whole number from 1 to 10, found \"11\"");
        assertThatThrownBy(
                        () -> Strategies.make(StrategySpec.of("java.lang.String"), 0, new SplittableRandom(1), loader))
                .hasMessage("strategy class java.lang.String: expected it to implement " + Strategy.class.getName());
        assertThatThrownBy(() -> Strategies.make(StrategySpec.of("no.Such"), 0, new SplittableRandom(1), loader))
                .hasMessage("there is no strategy class \"no.Such\" in the application's jar or class path");
    }

    // --- guided ---------------------------------------------------------------------------------------------------

    @Test
    void shouldGiveMoreAtOnceInFewerLoansWhenThereAreVeryManyMembers() {
        Strategy guided = root("guided", Map.of());
        TestView few = TestView.root(10_000_000).asking(0, 16, 16, 10 * MILLI);
        assertThat(guided.decide(few)).containsExactly(new Decision.Give(0, 64, 2));

        TestView many = TestView.root(10_000_000);
        for (int member = 1; member < 1_000; member++) {
            many.with(member, 16, 16);
        }
        many.asking(0, 16, 16, 10 * MILLI);
        assertThat(guided.decide(many)).as("100 ms, in two loans").containsExactly(new Decision.Give(0, 160, 80));
    }

    @Test
    void shouldGiveHalfOfAMembersShareWhenItsTaskTimeAllows() {
        Strategy guided = root("guided", Map.of("bundleMillis", "1000"));
        TestView view = TestView.root(100).asking(0, 3, 1, MILLI).holding(1, 1);
        assertThat(guided.decide(view))
                .containsExactly(new Decision.Give(0, 38, 20)); // 3/4 of 100, halved; a loan has 20 ms of tasks
    }

    @Test
    void shouldGiveNoMoreThanSomeMillisecondsWorthWhenThereAreMany() {
        Strategy guided = root("guided", Map.of("bundleMillis", "10"));
        assertThat(guided.decide(TestView.root(1_000_000).asking(0, 1, 2, MILLI)))
                .containsExactly(new Decision.Give(0, 20, 20));
    }

    @Test
    void shouldGiveMoreThanThatWhenMoreIsAskedFor() {
        Strategy guided = root("guided", Map.of("bundleMillis", "10"));
        TestView view = TestView.root(1_000_000).with(0, 1, 2);
        view.requests.add(new MemberView.Request(0, 50, true, 2, 0, MILLI, 0));
        assertThat(guided.decide(view)).containsExactly(new Decision.Give(0, 50, 20));
    }

    @Test
    void shouldGiveATaskPerThreadWhenTheTaskTimeIsUnknown() {
        Strategy guided = root("guided", Map.of());
        assertThat(guided.decide(TestView.root(1_000).asking(0, 1, 4, 0))).containsExactly(new Decision.Give(0, 4, 1));
    }

    @Test
    void shouldServeTheIdleFirstWhenTasksAreFew() {
        Strategy guided = root("guided", Map.of());
        TestView view = TestView.root(1).with(0, 1, 1);
        view.requests.add(new MemberView.Request(0, 1, true, 0, 1, MILLI, 0));
        view.asking(1, 1, 1, MILLI);
        assertThat(guided.decide(view)).containsExactly(new Decision.Give(1, 1, 20));
    }

    @Test
    void shouldAskTheOthersToSettleWithGrowingPausesWhenSomeoneIsIdleBesideAnEmptyPool() {
        Strategy guided = root("guided", Map.of("settleMillis", "2"));
        TestView view = TestView.root(0).asking(0, 1, 1, MILLI).holding(1, 1);
        List<Long> asked = new ArrayList<>();
        for (long now = 0; now < 40 * MILLI; now += MILLI) {
            view.nowNanos = now;
            if (guided.decide(view).contains(new Decision.AskToSettle(1))) {
                asked.add(now / MILLI);
            }
        }
        assertThat(asked).containsExactly(0L, 2L, 6L, 14L, 30L);
    }

    @Test
    void shouldAskNobodyToSettleWhenTheIdleOneIsTheOnlyHolder() {
        Strategy guided = root("guided", Map.of());
        TestView view = TestView.root(0).asking(0, 1, 2, MILLI);
        view.borrowers.add(0);
        assertThat(guided.decide(view)).isEmpty();
    }

    @Test
    void shouldAskTheRootAheadOfNeedWhenAnEnginesTasksWillNotLast() {
        Strategy guided = Strategies.make(
                StrategySpec.of("guided", Map.of("aheadMillis", "3")), 0, new SplittableRandom(1), null);
        TestView view = TestView.engine(0, 2);
        Decision ask = new Decision.Ask(Membership.ROOT, 2, true);
        assertThat(guided.decide(view)).containsExactly(ask);
        view.queuedTasks = 2;
        assertThat(guided.decide(view)).as("its task time is unknown").isEmpty();
        view.meanTaskNanos = MILLI;
        assertThat(guided.decide(view)).containsExactly(new Decision.Ask(Membership.ROOT, 6, true));
        view.queuedTasks = 6;
        assertThat(guided.decide(view)).as("3 ms are queued").isEmpty();
        view.queuedTasks = 0;
        answered(view, false);
        assertThat(guided.decide(view)).as("it has asked").isEmpty();
    }

    private static void answered(TestView view, boolean answered) {
        view.peers.put(
                Membership.ROOT,
                new PeerView(Membership.ROOT, !answered, !answered, Long.MIN_VALUE, 0, false, 0, 0, null));
    }

    @Test
    void shouldAskEarlierAndForMoreWhenAnswersTakeLong() {
        Strategy guided = Strategies.make(StrategySpec.of("guided"), 0, new SplittableRandom(1), null);
        TestView view = TestView.engine(0, 1);
        view.meanTaskNanos = MILLI;
        view.queuedTasks = 4;
        assertThat(guided.decide(view)).as("4 ms are enough").isEmpty();
        view.queuedTasks = 0;
        guided.decide(view);
        answered(view, false);
        guided.decide(view);
        answered(view, true);
        view.nowNanos = 10 * MILLI;
        view.queuedTasks = 4;
        assertThat(guided.decide(view))
                .as("an answer took 10 ms")
                .containsExactly(new Decision.Ask(Membership.ROOT, 20, true));
    }

    // --- demand ---------------------------------------------------------------------------------------------------

    @Test
    void shouldGiveBlocksInTheOrderOfAskingWhenDemandDriven() {
        Strategy demand = root("demand", Map.of("block", "4"));
        TestView view = TestView.root(10).asking(2, 1, 1, 0).asking(0, 1, 1, 0).asking(1, 1, 1, 0);
        assertThat(demand.decide(view))
                .containsExactly(new Decision.Give(2, 4, 4), new Decision.Give(0, 4, 4), new Decision.Give(1, 2, 2));
    }

    // --- static ---------------------------------------------------------------------------------------------------

    @Test
    void shouldDivideByPowerOnceWhenStatic() {
        Strategy shares = root("static", Map.of());
        TestView incomplete = TestView.root(7).asking(0, 1, 1, 0);
        incomplete.complete = false;
        assertThat(shares.decide(incomplete)).as("before all tasks are there").isEmpty();
        TestView first = TestView.root(10).asking(0, 3, 1, 0).holding(1, 1);
        assertThat(shares.decide(first)).containsExactly(new Decision.Give(0, 8, 8));
        TestView again = TestView.root(2).asking(0, 3, 1, 0).holding(1, 1);
        again.peers.put(0, new PeerView(0, false, false, Long.MIN_VALUE, 0, false, 0, 8, null));
        assertThat(shares.decide(again)).as("the rest is the other's").isEmpty();
        again.members = again.members.without(1);
        assertThat(shares.decide(again)).as("who has left").containsExactly(new Decision.Give(0, 2, 2));
    }

    @Test
    void shouldGiveMembersNextToEachOtherTheSameClassesWhenStatic() {
        TaskClass first = TaskClass.of(0, 1);
        TaskClass second = TaskClass.of(1, 2);
        Strategy shares = root("static", Map.of());
        TestView all =
                TestView.root(10).with(0, 1, 1).with(1, 1, 1).asking(2, 2, 1, 0).asking(1, 1, 1, 0);
        all.classes = List.of(new ClassCount(first, 6), new ClassCount(second, 4));

        assertThat(shares.decide(all))
                .containsExactly(
                        new Decision.Give(2, 5, 5, List.of(new ClassCount(first, 1), new ClassCount(second, 4))),
                        new Decision.Give(1, 2, 2, List.of(new ClassCount(first, 2))));

        TestView rest = TestView.root(6).with(0, 1, 1).with(1, 1, 1).asking(2, 2, 1, 0);
        rest.classes = List.of(new ClassCount(first, 3), new ClassCount(second, 3));
        rest.peers.put(2, new PeerView(2, false, false, Long.MIN_VALUE, 0, false, 0, 2, null));
        rest.peers.put(1, new PeerView(1, false, false, Long.MIN_VALUE, 0, false, 0, 2, null));
        assertThat(shares.decide(rest))
                .as("one message carried 2 of 5")
                .containsExactly(new Decision.Give(2, 3, 3, List.of(new ClassCount(second, 3))));
    }

    private static Strategy root(String name, Map<String, String> parameters) {
        return Strategies.make(StrategySpec.of(name, parameters), Membership.ROOT, new SplittableRandom(1), null);
    }
}
