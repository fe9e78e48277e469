package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Decision.Ask;
import org.moide.balance.strategy.Decision.Give;

class MasterSlaveTest {
    private static Strategy of(int member) {
        return Strategies.make(StrategySpec.of("master-slave"), member, new SplittableRandom(1), null);
    }

    @Test
    void shouldAskForOneTaskForEachThreadThatHasNone() {
        TestView view = TestView.engine(0, 4);
        view.idleThreads = 3;
        assertThat(of(0).decide(view)).containsExactly(new Ask(Membership.ROOT, 3, true));
        view.queuedTasks = 2;
        assertThat(of(0).decide(view)).containsExactly(new Ask(Membership.ROOT, 1, true));
        view.queuedTasks = 3;
        assertThat(of(0).decide(view)).isEmpty();
        view.queuedTasks = 0;
        view.peers.put(
                Membership.ROOT, new PeerView(Membership.ROOT, true, true, Long.MIN_VALUE, 0, false, 0, 0, null));
        assertThat(of(0).decide(view)).as("asked already").isEmpty();
        view.peers.clear();
        view.idleThreads = 0;
        assertThat(of(0).decide(view)).as("nothing ahead of need").isEmpty();
    }

    @Test
    void shouldHandOutWhatIsAskedForAsLongAsThereIsSome() {
        TestView view = TestView.root(3);
        view.requests.add(new MemberView.Request(1, 2, true, 2, 0, 0, 0));
        view.requests.add(new MemberView.Request(2, 2, true, 2, 0, 0, 0));
        assertThat(of(Membership.ROOT).decide(view)).containsExactly(new Give(1, 2, 2), new Give(2, 1, 1));
    }
}
