package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests engine 0 of eight engines with one thread each, message by message. */
class WorkStealingTest {
    private static final long MILLI = 1_000_000;

    private final Strategy stealing =
            Strategies.make(StrategySpec.of("stealing", Map.of("victims", "1")), 0, new SplittableRandom(1), null);
    private final TestView view = TestView.engine(0, 1);

    WorkStealingTest() {
        for (int other = 1; other < 8; other++) {
            view.with(other, 1, 1);
        }
        view.peers.put(
                Membership.ROOT, new PeerView(Membership.ROOT, true, true, Long.MIN_VALUE, 0, false, 0, 0, null));
    }

    @Test
    void shouldGiveItsLastTaskToTheIdleOnly() {
        view.queuedTasks = 1;
        asks(1, false, 0);
        asks(2, true, 1);
        assertThat(stealing.decide(view)).containsExactly(new Decision.Give(2, 1, 1), new Decision.Refuse(1));
    }

    @Test
    void shouldKeepWhatItsOwnThreadsAreAboutToTake() {
        view.queuedTasks = 1;
        view.idleThreads = 1; // it was granted a task but has not woken up
        asks(2, false, 1);
        assertThat(stealing.decide(view)).containsExactly(new Decision.Refuse(2));
    }

    @Test
    void shouldShareWithTheBusyWhenItHasMoreThanOne() {
        view.queuedTasks = 5;
        asks(1, true, 0);
        assertThat(stealing.decide(view)).containsExactly(new Decision.Give(1, 2, 2));
    }

    @Test
    void shouldAskOneLifelineAfterTheOtherWhenItIsIdleAndTakeBackWhatWaitsWhenItIsNot() {
        refusedByAVictim();
        view.idleThreads = 1;
        int first = lifelineAsked();
        assertThat(asked(stealing.decide(view)))
                .as("before the first could answer")
                .isEmpty();
        view.nowNanos += 2 * MILLI;
        int second = lifelineAsked();
        assertThat(List.of(1, 2, 4)).as("its neighbours").contains(first, second);
        assertThat(second).isNotEqualTo(first);
        view.idleThreads = 0;
        assertThat(stealing.decide(view))
                .filteredOn(decision -> decision instanceof Decision.Withdraw)
                .containsExactlyInAnyOrder(new Decision.Withdraw(first), new Decision.Withdraw(second));
        assertThat(stealing.decide(view)).as("once").noneMatch(decision -> decision instanceof Decision.Withdraw);
    }

    @Test
    void shouldAskNoLifelineAsLongAsItComputes() {
        refusedByAVictim();
        assertThat(asked(stealing.decide(view))).isEmpty();
    }

    @Test
    void shouldWaitForTasksThatAreOnTheirWayByAnothersHands() {
        Decision.Ask ask = asked(stealing.decide(view)).get(0);
        view.nowNanos += MILLI;
        view.idleThreads = 1;
        view.peers.put(ask.member(), new PeerView(ask.member(), false, false, view.nowNanos, 0, true, 0, 0, null));
        assertThat(stealing.decide(view)).contains(new Decision.WaitUntil(3 * MILLI));
        view.nowNanos = 3 * MILLI;
        assertThat(asked(stealing.decide(view))).hasSize(1);
    }

    @Test
    void shouldAskAgainAtOnceWhenWhatItGotIsDoneAlready() {
        Decision.Ask ask = asked(stealing.decide(view)).get(0);
        view.nowNanos += MILLI;
        view.idleThreads = 1;
        answered(ask.member(), 0);
        assertThat(asked(stealing.decide(view))).singleElement().matches(next -> !next.patient(), "any victim");
    }

    @Test
    void shouldWaitForABusyRootInsteadOfStealingUntilItsAnswerIsLate() {
        rootAnswersAfter(20, 100);
        assertThat(stealing.decide(view)).containsExactly(new Decision.WaitUntil(60 * MILLI));
        view.nowNanos = 60 * MILLI;
        assertThat(asked(stealing.decide(view))).hasSize(1);
    }

    @Test
    void shouldStealAtOnceWhenABusyRootSaysThatItHasNothingLeft() {
        rootAnswersAfter(20, 100);
        root(true, new MemberView.Telling(Membership.ROOT, 0, 0, 0, 0, 0, 20 * MILLI));
        assertThat(asked(stealing.decide(view))).hasSize(1);
    }

    @Test
    void shouldStealWhileTheRootHasNotAnsweredYet() {
        for (int other = 8; other < 100; other++) {
            view.with(other, 1, 1);
        }
        view.nowNanos = 20 * MILLI;
        assertThat(asked(stealing.decide(view))).hasSize(1);
    }

    @Test
    void shouldStealAtOnceWhenTheRootHasFewMembersToServe() {
        rootAnswersAfter(20, 8);
        assertThat(asked(stealing.decide(view))).hasSize(1);
    }

    @Test
    void shouldTellEachWaitingMemberOnceWhenABusyRootHasNothingLeft() {
        Strategy atRoot = Strategies.make(StrategySpec.of("stealing"), Membership.ROOT, new SplittableRandom(1), null);
        TestView root = TestView.root(1);
        for (int other = 0; other < 100; other++) {
            root.with(other, 1, 1);
        }
        root.requests.add(new MemberView.Request(1, 1, true, 0, 0, MILLI, 0));
        assertThat(atRoot.decide(root)).containsExactly(new Decision.Give(1, 1, 20));
        root.queuedTasks = 0;
        root.requests.set(0, new MemberView.Request(2, 1, true, 0, 0, MILLI, 0));
        assertThat(atRoot.decide(root)).containsExactly(new Decision.Tell(List.of(2), 0));
        assertThat(atRoot.decide(root)).isEmpty();
        root.requests.add(new MemberView.Request(3, 1, true, 0, 0, MILLI, 0));
        assertThat(atRoot.decide(root)).containsExactly(new Decision.Tell(List.of(3), 0));
    }

    /** Lets the root take so long for its first answer, whose tasks are done, and be asked again then. */
    private void rootAnswersAfter(long millis, int members) {
        for (int other = 8; other < members; other++) {
            view.with(other, 1, 1);
        }
        root(false, null);
        view.queuedTasks = 1;
        view.meanTaskNanos = 1; // so that it asks for more
        stealing.decide(view);
        root(true, null);
        stealing.decide(view);
        view.nowNanos = millis * MILLI;
        root(false, null);
        stealing.decide(view);
        root(true, null);
        view.queuedTasks = 0;
    }

    private void root(boolean asked, MemberView.@Nullable Telling told) {
        view.peers.put(
                Membership.ROOT, new PeerView(Membership.ROOT, asked, asked, view.nowNanos, 0, false, 0, 0, told));
    }

    private void refusedByAVictim() {
        Decision.Ask ask = asked(stealing.decide(view)).get(0);
        assertThat(ask.patient()).isFalse();
        view.nowNanos += MILLI;
        answered(ask.member(), 1);
    }

    private int lifelineAsked() {
        List<Decision.Ask> asks = asked(stealing.decide(view));
        assertThat(asks).hasSize(1);
        assertThat(asks.get(0).patient()).isTrue();
        int lifeline = asks.get(0).member();
        view.peers.put(lifeline, new PeerView(lifeline, true, true, Long.MIN_VALUE, 0, false, 0, 0, null));
        return lifeline;
    }

    private void answered(int member, int refusals) {
        view.peers.put(member, new PeerView(member, false, false, view.nowNanos, refusals, false, 0, 0, null));
    }

    private static List<Decision.Ask> asked(List<Decision> decisions) {
        return decisions.stream()
                .filter(Decision.Ask.class::isInstance)
                .map(Decision.Ask.class::cast)
                .toList();
    }

    private void asks(int member, boolean patient, int idle) {
        view.requests.add(new MemberView.Request(member, Long.MAX_VALUE, patient, idle, 0, MILLI, 0));
    }
}
