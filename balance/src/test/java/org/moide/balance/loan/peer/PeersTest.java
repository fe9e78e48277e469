package org.moide.balance.loan.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.DataWanted;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.strategy.Membership;

class PeersTest {
    private static final int MEMBERS = 1_000;
    private static final long REPEAT_NANOS = BalancerLimits.DEFAULT.repeatNanos();

    private final Peers peers = new Peers(BalancerLimits.DEFAULT);

    @BeforeEach
    void members() {
        peers.change(
                Membership.of(IntStream.range(0, MEMBERS)
                        .mapToObj(number -> new Membership.Member(number, 1, 1, 1))
                        .toList()),
                0);
    }

    @Test
    void shouldLookAtThoseOnlyWithWhomSomethingIsDue() {
        for (int member = 0; member < MEMBERS; member++) {
            grant(member, 1_000L * member);
        }
        peers.find(0, 0).borrower.confirmed(1, 0);
        peers.touch(peers.find(0, 0));

        assertThat(peers.dueNanos()).isEqualTo(REPEAT_NANOS + 1_000);
        assertThat(peers.due(false, REPEAT_NANOS + 999)).isEmpty();
        List<Peer> due = peers.due(false, REPEAT_NANOS + 2_000);
        assertThat(due).extracting(peer -> peer.member).containsExactly(1, 2);

        for (Peer peer : due) {
            assertThat(peer.borrower.repeat(REPEAT_NANOS + 2_000)).isNotNull();
            peers.touch(peer);
        }
        assertThat(peers.due(false, REPEAT_NANOS + 2_999)).isEmpty();
    }

    @Test
    void shouldLookAtRequestsThatHaveBecomeUrgent() {
        ask(3, 1);
        ask(7, 0);

        assertThat(peers.due(false, 1)).isEmpty();
        assertThat(peers.due(true, 1)).extracting(peer -> peer.member).containsExactly(7);
    }

    @Test
    void shouldForgetWhatIsDueWithAMemberThatIsGone() {
        grant(5, 0);
        ask(5, 0);

        peers.change(Membership.NONE, 0);

        assertThat(peers.dueNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(peers.due(true, Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void shouldEndTheQuietOfAllWhenTasksHaveCome() {
        ask(4, 1);
        Peer peer = peers.find(4, 0);
        for (int turn = 1; turn <= 2; turn++) {
            peer.lender.refused(new RequestRefused(turn, true), 1, 0);
            peer.lender.ask(1, true, 1, 0, 0, DataWanted.NOTHING, 0);
        }
        peers.touch(peer);
        assertThat(peer.lender.isSpared()).isTrue();

        peers.endQuiet();

        assertThat(peer.lender.isSpared()).isFalse();
        assertThat(peers.dueNanos()).isEqualTo(Long.MAX_VALUE);
    }

    /**
     * Checks that the pause before a repeat is longer where answers take long. Early repeats would only make slow
     * answers slower.
     */
    @Test
    void shouldWaitLongerBeforeARepeatWhereAnswersTakeLong() {
        grant(2, 0);
        peers.find(2, 0).borrower.confirmed(1, 400_000_000);
        grant(2, 500_000_000);

        assertThat(peers.dueNanos()).isEqualTo(500_000_000 + 3 * 400_000_000L);
    }

    private void grant(int member, long nowNanos) {
        Peer peer = peers.find(member, nowNanos);
        peer.borrower.grant(List.of(Bundle.of(1, List.of(new byte[1]))), 1, nowNanos);
        peers.touch(peer);
    }

    private void ask(int member, int idleThreads) {
        Peer peer = peers.find(member, 0);
        peer.lender.ask(1, true, idleThreads, 0, 0, DataWanted.NOTHING, 0);
        peers.touch(peer);
    }
}
