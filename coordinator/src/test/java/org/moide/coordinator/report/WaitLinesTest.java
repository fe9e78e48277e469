package org.moide.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.moide.commlib.local.Awaited;
import org.moide.commlib.waiting.Deadlock;
import org.moide.commlib.waiting.ThreadState;

/** Tests the lines that tell users about waiting threads. */
class WaitLinesTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long START = 5 * SECOND;

    private final WaitLines lines = new WaitLines(START + 10 * SECOND, START);

    private static ThreadState waits(int id, String primitive, int peer, ThreadState.Unreceived... unreceived) {
        return new ThreadState(
                id,
                ThreadState.Kind.WAITING,
                1,
                primitive,
                peer,
                0,
                List.of(),
                false,
                List.of(unreceived),
                "Heat.java:42",
                2 * SECOND);
    }

    private static List<WaitLines.Looked> looked(Stream<ThreadState> threads) {
        return threads.map(thread -> new WaitLines.Looked(thread, START + 4 * SECOND))
                .toList();
    }

    @Test
    void shouldNameTheIdThatReturnedAndThoseThatWaitForIt() {
        ThreadState gone = ThreadState.returned(3, false, 3 * SECOND);
        List<ThreadState> waiting = IntStream.of(0, 1, 2, 4, 6, 7)
                .mapToObj(id -> waits(id, "remoteBarrier", Awaited.ALL))
                .toList();
        assertThat(lines.deadlock(
                        new Deadlock(Deadlock.Why.COLLECTIVE, waiting, List.of(gone)),
                        looked(Stream.concat(waiting.stream(), Stream.of(gone)))))
                .isEqualTo(
                        "deadlock: IDs 0-2, 4, 6, 7 wait in remoteBarrier (Heat.java:42) since 2.00 s for ID 3, which"
                                + " returned from run at 1.00 s\nevery ID must call the same collectives, in the same order");
    }

    @Test
    void shouldNameTheMessageThatLiesThereWhenATagDoesNotFit() {
        ThreadState gone = ThreadState.returned(0, false, 3 * SECOND);
        ThreadState waits = waits(1, "receive from 0, tag 4", 0, new ThreadState.Unreceived(0, 3));
        assertThat(lines.deadlock(
                        new Deadlock(Deadlock.Why.MESSAGE, List.of(waits), List.of(gone)),
                        looked(Stream.of(gone, waits))))
                .isEqualTo(
                        "deadlock: ID 1 waits in receive from 0, tag 4 (Heat.java:42) since 2.00 s, but ID 0 returned"
                                + " from run at 1.00 s and all that it has sent has come; ID 1 has not received a message from 0,"
                                + " tag 3");
    }

    @Test
    void shouldShowNothingWhenNobodyWaits() {
        assertThat(lines.waits(looked(Stream.of(ThreadState.running(0), ThreadState.returned(1, false, 0)))))
                .isEmpty();
    }

    @Test
    void shouldGiveThoseThatWaitInTheSameOneLine() {
        assertThat(lines.waits(looked(Stream.of(
                        waits(0, "remoteBarrier", Awaited.ALL),
                        waits(1, "remoteBarrier", Awaited.ALL),
                        ThreadState.elsewhere(2, 1, "a task", SECOND),
                        ThreadState.returned(3, false, 3 * SECOND)))))
                .containsExactly(
                        "IDs 0, 1 wait in remoteBarrier (Heat.java:42) for 8.00 s",
                        "ID 2 waits for a task for 7.00 s",
                        "ID 3 returned from run at 1.00 s");
    }
}
