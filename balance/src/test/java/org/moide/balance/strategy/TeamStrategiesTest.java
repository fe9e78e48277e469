package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.strategy.Decision.Ask;
import org.moide.balance.strategy.Decision.Give;
import org.moide.balance.strategy.Decision.Instruct;
import org.moide.balance.strategy.Decision.Refuse;
import org.moide.balance.strategy.Decision.Tell;
import org.moide.balance.strategy.Decision.WaitUntil;

/**
 * Tests what SAMBA's transfer-based strategies and the migrations of Task Pool Teams decide, given views that the test
 * makes.
 */
class TeamStrategiesTest {
    private static final long MILLI = 1_000_000;
    private static final long QUESTION = IndividualBalancing.QUESTION;
    private static final long ANSWER = IndividualBalancing.ANSWER;

    /**
     * Makes the view of member 0, which has one thread, among {@code members} members. The member has asked the root
     * for tasks; the root has none.
     */
    private static TestView among(int members, long queued) {
        TestView view = TestView.engine(0, 1);
        for (int other = 1; other < members; other++) {
            view.with(other, 1, 1);
        }
        view.queuedTasks = queued;
        view.idleThreads = queued == 0 ? 1 : 0;
        view.peers.put(
                Membership.ROOT, new PeerView(Membership.ROOT, true, true, Long.MIN_VALUE, 0, false, 0, 0, null));
        return view;
    }

    private static Strategy engine(String name, Map<String, String> parameters) {
        return Strategies.make(StrategySpec.of(name, parameters), 0, new SplittableRandom(1), null);
    }

    private static MemberView.Telling telling(int from, long word, long queued) {
        return new MemberView.Telling(from, word, queued, queued == 0 ? 1 : 0, 0, 0, 0);
    }

    private static List<Decision> decide(Strategy strategy, TestView view, MemberView.Telling... news) {
        view.news.clear();
        view.news.addAll(List.of(news));
        return strategy.decide(view);
    }

    // --- S3 -------------------------------------------------------------------------------------------------------

    @Test
    void shouldBeginARoundAndDoItsPartWhenDryAndCollective() {
        Strategy collective = engine("collective", Map.of("waitMillis", "50"));
        TestView view = among(3, 0);
        long first = LoadRound.word(1, 0);
        assertThat(decide(collective, view)).containsExactly(new Tell(List.of(1, 2), first), new WaitUntil(50 * MILLI));
        assertThat(decide(collective, view, telling(1, first, 5)))
                .as("one has not reported")
                .containsExactly(new WaitUntil(50 * MILLI));
        assertThat(decide(collective, view, telling(2, first, 0)))
                .as("it is given tasks by another: it only waits")
                .containsExactly(new WaitUntil(50 * MILLI));
        view.nowNanos = MILLI;
        assertThat(decide(collective, view)).as("they are on their way").containsExactly(new WaitUntil(50 * MILLI));
    }

    @Test
    void shouldReportAndGiveWhenAnotherBeginsARound() {
        Strategy collective = engine("collective", Map.of());
        TestView view = among(3, 9);
        long first = LoadRound.word(1, 0);
        assertThat(decide(collective, view, telling(1, first, 0)))
                .containsExactly(new Tell(List.of(1, 2), first), new WaitUntil(50 * MILLI));
        assertThat(decide(collective, view, telling(2, first, 1)))
                .as("12 tasks, with those being executed: 4 each")
                .containsExactly(new Give(1, 4, 2), new Give(2, 2, 1));
    }

    @Test
    void shouldDoWithoutWhoDoesNotReportWhenItHasWaited() {
        Strategy collective = engine("collective", Map.of("waitMillis", "10"));
        TestView view = among(3, 9);
        decide(collective, view, telling(1, LoadRound.word(1, 0), 0));
        view.nowNanos = 10 * MILLI;
        assertThat(decide(collective, view)).containsExactly(new Give(1, 5, 2));
    }

    @Test
    void shouldTellOfPastRoundsAndCatchUpWhenAMemberHasJoinedLate() {
        Strategy old = engine("collective", Map.of());
        TestView view = among(2, 9);
        decide(old, view, telling(1, LoadRound.word(57, 0), 9));
        assertThat(decide(old, view, telling(1, LoadRound.word(1, 0), 0)))
                .contains(new Tell(List.of(1), LoadRound.pastWord(57)));
        Strategy late = engine("collective", Map.of());
        TestView dry = among(2, 0);
        decide(late, dry);
        assertThat(decide(late, dry, telling(1, LoadRound.pastWord(57), 9)))
                .as("the next round at once")
                .contains(new Tell(List.of(1), LoadRound.word(58, 0)));
    }

    @Test
    void shouldPauseForLongerEachTimeWhenNobodyHasAnything() {
        Strategy collective = engine("collective", Map.of("pauseMillis", "2"));
        TestView view = among(2, 0);
        long round = 0;
        for (long pause = 2; pause <= 256; pause *= 2) {
            round++;
            assertThat(decide(collective, view)).startsWith(new Tell(List.of(1), LoadRound.word(round, 0)));
            long next = view.nowNanos + Math.min(pause, 64) * MILLI;
            assertThat(decide(collective, view, telling(1, LoadRound.word(round, 0), 0)))
                    .containsExactly(new WaitUntil(next));
            view.nowNanos = next;
        }
    }

    // --- S4 -------------------------------------------------------------------------------------------------------

    @Test
    void shouldReportToTheRootAndGiveAsInstructedWhenCentral() {
        Strategy central = engine("S4", Map.of("pauseMillis", "2"));
        long first = LoadRound.word(1, 0);
        assertThat(decide(central, among(3, 0)))
                .containsExactly(new Tell(List.of(Membership.ROOT, 1, 2), first), new WaitUntil(2 * MILLI));
        Strategy other = engine("S4", Map.of());
        TestView view = among(3, 9);
        assertThat(decide(other, view, telling(1, first, 0)))
                .containsExactly(new Tell(List.of(Membership.ROOT), first));
        view.instructions.add(new MemberView.Instruction(Membership.ROOT, 1, 20));
        assertThat(decide(other, view)).as("as many as there are").containsExactly(new Give(1, 9, 4));
    }

    @Test
    void shouldInstructOnceWhenAllHaveReportedToTheRoot() {
        Strategy central = Strategies.make(StrategySpec.of("central"), Membership.ROOT, new SplittableRandom(1), null);
        TestView root = TestView.root(0).with(0, 1, 1).with(1, 1, 1).with(2, 1, 1);
        long first = LoadRound.word(1, 0);
        assertThat(decide(central, root, telling(0, first, 0), telling(2, first, 0)))
                .containsExactly(new WaitUntil(50 * MILLI));
        assertThat(decide(central, root, telling(1, first, 8)))
                .containsExactly(new Instruct(1, 0, 3), new Instruct(1, 2, 3));
        long second = LoadRound.word(2, 0);
        assertThat(decide(central, root, telling(0, second, 0), telling(1, second, 2), telling(2, second, 0)))
                .as("what is on its way counts")
                .isEmpty();
        assertThat(decide(central, root, telling(0, first, 0)))
                .containsExactly(new Tell(List.of(0), LoadRound.pastWord(2)));
    }

    // --- S5, S7 -----------------------------------------------------------------------------------------------------

    @Test
    void shouldAskTheMostLoadedForHalfOfTheDifferenceWhenAllHaveAnswered() {
        Strategy individual = engine("most-loaded", Map.of());
        TestView view = among(3, 0);
        assertThat(decide(individual, view))
                .containsExactly(new Tell(List.of(1, 2), QUESTION), new WaitUntil(50 * MILLI));
        decide(individual, view, telling(1, ANSWER, 6));
        assertThat(decide(individual, view, telling(2, ANSWER, 20))).contains(new Ask(2, 10, false));
        view.peers.put(2, new PeerView(2, true, false, Long.MIN_VALUE, 0, false, 0, 0, null));
        view.nowNanos = 100 * MILLI;
        assertThat(decide(individual, view)).as("one question at a time").isEmpty();
    }

    @Test
    void shouldAskNobodyWhenNobodyHasMoreThanTheThreshold() {
        Strategy individual = engine("S5", Map.of("threshold", "6"));
        TestView view = among(2, 0);
        decide(individual, view);
        assertThat(decide(individual, view, telling(1, ANSWER, 6))).containsExactly(new WaitUntil(2 * MILLI));
    }

    @Test
    void shouldAnswerAndServeWhenItHasTasksAndRefuseWhenItHasNone() {
        Strategy individual = engine("most-loaded", Map.of());
        TestView view = among(2, 5);
        assertThat(decide(individual, view, telling(1, QUESTION, 0))).containsExactly(new Tell(List.of(1), ANSWER));
        view.requests.add(new MemberView.Request(1, 3, false, 1, 0, 0, 0));
        assertThat(decide(individual, view)).containsExactly(new Give(1, 3, 1));
        view.queuedTasks = 0;
        assertThat(decide(individual, view)).startsWith(new Refuse(1));
    }

    @Test
    void shouldAskOnlyNeighboursWhenOnARing() {
        Strategy ring = engine("neighbours", Map.of("neighbours", "ring"));
        assertThat(decide(ring, among(6, 0))).startsWith(new Tell(List.of(1, 5), QUESTION));
    }

    // --- groups -----------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"S6", "S9", "partitioned", "rated-partitioned"})
    void shouldKeepToItsGroupWhenPartitioned(String name) {
        Strategy partitioned = engine(name, Map.of("groups", "2"));
        TestView view = among(6, 0);
        assertThat(decide(partitioned, view)).startsWith(new Tell(List.of(1), LoadRound.word(1, 0)));
        assertThat(decide(partitioned, view, telling(3, LoadRound.word(9, 0), 100)))
                .as("of another group")
                .containsExactly(new WaitUntil(50 * MILLI));
    }

    @Test
    void shouldRefuseToStartWhenAFileMissesMembersOrNamesStrangers(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("groups.txt"), "0 1\n2 7\n");
        Path file = Files.writeString(folder.resolve("p.properties"), "groups = file:groups.txt\n");
        Strategy groups =
                Strategies.make(StrategySpec.read("partitioned", file), Membership.ROOT, new SplittableRandom(1), null);
        assertThatThrownBy(() -> groups.requireMembers(among(4, 0).members()))
                .hasMessage("groups.txt: expected each of the 4 members in one group, found none with [3], and no"
                        + " member [7]");
        Files.writeString(folder.resolve("ring.txt"), "0: 1\n");
        Path second = Files.writeString(folder.resolve("n.properties"), "neighbours = file:ring.txt\n");
        Strategy neighbours = Strategies.make(
                StrategySpec.read("neighbours", second), Membership.ROOT, new SplittableRandom(1), null);
        assertThatThrownBy(() -> neighbours.requireMembers(among(3, 0).members()))
                .hasMessage("ring.txt: expected neighbours of each of the 3 members, found none with [2]");
        neighbours.requireMembers(among(2, 0).members());
    }

    // --- mig0 to mig2 -----------------------------------------------------------------------------------------------

    private static void answered(TestView view, int by, int refusals) {
        view.peers.put(by, new PeerView(by, false, false, view.nowNanos, refusals, false, 0, 0, null));
    }

    @Test
    void shouldAskOneAfterTheOtherForATaskAndPauseWhenAllHaveRefusedAndMig0() {
        Strategy mig0 = engine("mig0", Map.of("pauseMillis", "2"));
        TestView view = among(3, 0);
        assertThat(decide(mig0, view)).containsExactly(new Ask(1, 1, false));
        answered(view, 1, 0);
        assertThat(decide(mig0, view)).as("whether it gave or not").containsExactly(new Ask(2, 1, false));
        answered(view, 2, 1);
        assertThat(decide(mig0, view)).containsExactly(new Ask(1, 1, false));
        answered(view, 1, 1);
        assertThat(decide(mig0, view)).containsExactly(new WaitUntil(2 * MILLI));
        view.nowNanos = 2 * MILLI;
        assertThat(decide(mig0, view)).containsExactly(new Ask(2, 1, false));
    }

    @Test
    void shouldAskAllAtOnceBeforeItIsDryWhenMig1() {
        Strategy mig1 = engine("mig1", Map.of("low", "3", "block", "2"));
        TestView view = among(3, 2);
        assertThat(decide(mig1, view))
                .containsExactly(new Ask(1, 2, false), new Ask(2, 2, false), new WaitUntil(2 * MILLI));
        view.queuedTasks = 3;
        assertThat(decide(mig1, view)).isEmpty();
    }

    @Test
    void shouldStayWithWhoGaveSomethingAndGiveHalfButNotTheLastWhenMig2() {
        Strategy mig2 = engine("mig2", Map.of());
        TestView view = among(3, 0);
        decide(mig2, view);
        answered(view, 1, 0);
        assertThat(decide(mig2, view)).as("the last giver").containsExactly(new Ask(1, Integer.MAX_VALUE, false));
        answered(view, 1, 1);
        assertThat(decide(mig2, view)).containsExactly(new Ask(2, Integer.MAX_VALUE, false));
        TestView rich = among(2, 9);
        rich.requests.add(new MemberView.Request(1, Integer.MAX_VALUE, false, 1, 0, 0, 0));
        assertThat(decide(engine("mig2", Map.of()), rich))
                .as("half of all but one")
                .containsExactly(new Give(1, 4, 2));
        rich.queuedTasks = 1;
        assertThat(decide(engine("mig2", Map.of()), rich)).containsExactly(new Refuse(1));
    }

    @Test
    void shouldNameRangesWhenAParameterIsOutOfThem() {
        assertThatThrownBy(() -> engine("mig0", Map.of("part", "2")))
                .hasMessage("strategy mig0: expected part to be a number from 0.01 to 1.0, found \"2\"");
        assertThatThrownBy(() -> engine("collective", Map.of("tolerance", "0.5")))
                .hasMessage("strategy collective has no parameter \"tolerance\""
                        + ": there are pauseMillis, threshold, waitMillis");
        assertThatThrownBy(() -> engine("S8", Map.of("tolerance", "-1")))
                .hasMessage("strategy S8: expected tolerance to be a number from 0.0 to 1.0, found \"-1\"");
        assertThatThrownBy(() -> engine("partitioned", Map.of("groups", "0")))
                .hasMessageEndingWith(
                        "expected groups to be how many members a group has, or file:<name>, found \"0\"");
    }

    @Test
    void shouldDivideTheRootsTasksByPowerWhicheverItIs() {
        for (String name : List.of("S3", "S4", "S5", "S6", "S7", "S8", "S9", "mig0", "mig1", "mig2")) {
            Strategy root = Strategies.make(StrategySpec.of(name), Membership.ROOT, new SplittableRandom(1), null);
            TestView view = TestView.root(8).asking(0, 3, 1, 0).asking(1, 1, 1, 0);
            assertThat(root.decide(view)).as(name).containsExactly(new Give(0, 6, 6), new Give(1, 2, 2));
        }
    }
}
