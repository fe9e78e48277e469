package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.MemberView.Request;
import org.moide.balance.strategy.Membership.Member;

/**
 * Tests vertical expansion of an engine whose own strategy decides what the test says. Engine 1 has the assistant 3;
 * engine 0 is another member.
 */
class AssistedTest {
    private static final Decision OWN = new Decision.Ask(Membership.ROOT, 7, true);

    private final List<Integer> seen = new ArrayList<>();
    private final Strategy assisted = new Assisted(view -> {
        view.requests().forEach(request -> seen.add(request.member()));
        return List.of(OWN);
    });
    private final Membership all = Membership.of(List.of(new Member(0, 1, 1, 1), new Member(1, 1, 1, 1)))
            .with(new Member(3, 1, 1, 1, 1));

    private TestView view(int self) {
        TestView view = TestView.engine(self, 1);
        view.members = all.seenBy(self);
        return view;
    }

    private static Request request(int member, int idle) {
        return new Request(member, 5, true, idle, 0, 0, 0);
    }

    @Test
    void shouldDecideAsTheOwnStrategyWithoutAssistants() {
        TestView view = view(0);
        view.requests.add(request(1, 1));
        assertThat(assisted.decide(view)).containsExactly(OWN);
        assertThat(seen).containsExactly(1);
    }

    @Test
    void shouldServeAnAssistantWithHalfOfWhatIsThereWhateverTheOwnStrategyDoes() {
        TestView view = view(1);
        view.queuedTasks = 6;
        view.requests.add(request(0, 1));
        view.requests.add(request(3, 1));
        assertThat(assisted.decide(view)).containsExactly(OWN, new Decision.Give(3, 3, 3));
        assertThat(seen).as("whose requests the own strategy sees").containsExactly(0);
    }

    @Test
    void shouldLeaveToOthersWhatTheOwnStrategyGives() {
        Strategy generous = new Assisted(ignored -> List.of(new Decision.Give(0, 4, 4)));
        TestView view = view(1);
        view.queuedTasks = 6;
        view.requests.add(request(3, 1));
        assertThat(generous.decide(view)).containsExactly(new Decision.Give(0, 4, 4), new Decision.Give(3, 1, 1));
    }

    @Test
    void shouldAskItsAssistantToGiveBackWhenItHasNothingQueuedAndSomebodyLacksTasks() {
        TestView view = view(1);
        assertThat(assisted.decide(view)).as("when nobody lacks any").containsExactly(OWN);
        view.requests.add(request(0, 0));
        assertThat(assisted.decide(view)).contains(new Decision.AskToSettle(3)).noneMatch(AssistedTest::asksAssistant);
        assertThat(assisted.decide(view)).as("at once again").doesNotContain(new Decision.AskToSettle(3));
        view.nowNanos += 1_000_000_000;
        view.requests.add(request(3, 0)); // it asks ahead of need, and may have many tasks
        view.idleThreads = 1;
        assertThat(assisted.decide(view)).contains(new Decision.AskToSettle(3)).anyMatch(AssistedTest::asksAssistant);
        view.nowNanos += 1_000_000_000;
        view.requests.set(1, request(3, 1));
        assertThat(assisted.decide(view))
                .as("of one that is idle itself")
                .doesNotContain(new Decision.AskToSettle(3))
                .noneMatch(AssistedTest::asksAssistant);
    }

    private static boolean asksAssistant(Decision decision) {
        return decision instanceof Decision.Ask ask && ask.member() == 3;
    }

    @Test
    void shouldAskAndGiveItsPrincipalOnlyWhenItIsAnAssistant() {
        TestView view = view(3);
        view.queuedTasks = 4;
        view.meanTaskNanos = 1_000_000;
        view.requests.add(request(1, 1));
        assertThat(assisted.decide(view)).containsExactly(new Decision.Give(1, 2, 2));
        view.requests.clear();
        view.queuedTasks = 0;
        assertThat(assisted.decide(view)).containsExactly(new Decision.Ask(1, 3, true));
        assertThat(seen).isEmpty();
    }

    @Test
    void shouldDecideAsTheOwnStrategyWhenThePrincipalIsGone() {
        TestView view = view(3);
        assisted.decide(view);
        view.members = all.without(1).seenBy(3);
        assertThat(assisted.decide(view)).containsExactly(OWN);
    }
}
