package org.moide.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.engine.control.EngineSight.Done;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;

/** Tests the limits on the size of an {@link EngineSight}, which the sender and the receiver enforce. */
class EngineSightTest {
    private static final int MANY = 5_000;

    @Test
    void shouldSayThoseToWhomMostBytesWentAndTheLastMoves() {
        Done done = Done.of(3, 0, sums(MANY), borrowed(MANY));

        assertThat(done.sums().threads()).isEmpty();
        assertThat(done.sums().peers())
                .hasSize(Done.MOST_PEERS)
                .allMatch(peer -> peer.bytes() >= MANY - Done.MOST_PEERS);
        assertThat(done.sums().bytes()).as("the sum is that of all").isEqualTo(77);
        assertThat(done.sums().workers().lastMoves())
                .extracting(WorkerStatistics.Move::worker)
                .containsExactly(992L, 993L, 994L, 995L, 996L, 997L, 998L, 999L);
        assertThat(done.borrowed()).hasSize(Done.MOST_LENDERS);
    }

    @Test
    void shouldRefuseMoreThanAnEngineMaySay() {
        EngineStatistics few = EngineStatistics.silent(List.of());
        assertThatThrownBy(() -> new Done(1, 0, sums(MANY), List.of()))
                .hasMessage("expected the figures of 0 threads at most, found 1");
        assertThatThrownBy(() -> new Done(1, 0, sums(MANY).atMost(MANY, 0), List.of()))
                .hasMessage("expected the figures of 256 peers at most, found 5000");
        assertThatThrownBy(() -> new Done(1, 0, sums(MANY).atMost(0, 9), List.of()))
                .hasMessage("expected the last 8 moves at most, found 9");
        assertThatThrownBy(() -> new Done(1, 0, few, borrowed(65)))
                .hasMessage("expected the loans of 64 lenders at most, found 65");
        assertThatThrownBy(() -> EngineSight.of(Collections.nCopies(33, new ThreadTime(0, 0, 0, 0, 0, 0))))
                .hasMessage("expected the times of 32 threads at most, found 33");
    }

    private static EngineStatistics sums(int peers) {
        List<PeerStatistics> all = new ArrayList<>();
        for (int peer = 0; peer < peers; peer++) {
            all.add(new PeerStatistics(peer, 1, peer, 0));
        }
        List<WorkerStatistics.Move> moves = new ArrayList<>();
        for (int move = 0; move < WorkerStatistics.MOST_MOVES; move++) {
            moves.add(new WorkerStatistics.Move(move, 0, 1, "because", 1, 1, move));
        }
        return new EngineStatistics(
                List.of(new ThreadStatistics(0, new ThreadTime(1, 1, 1, 1, 1, 1), 1, Map.of())),
                1,
                2,
                77,
                0,
                DataStatistics.NONE,
                all,
                new WorkerStatistics(1, 1, 1, 1, 1, 1, 1, 1, moves),
                ProcessStatistics.UNKNOWN);
    }

    private static List<BorrowedFrom> borrowed(int lenders) {
        List<BorrowedFrom> borrowed = new ArrayList<>();
        for (int lender = 0; lender < lenders; lender++) {
            borrowed.add(new BorrowedFrom(lender, 1, 2, 1));
        }
        return borrowed;
    }
}
