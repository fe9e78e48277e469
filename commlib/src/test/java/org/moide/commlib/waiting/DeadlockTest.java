package org.moide.commlib.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.local.Awaited;
import org.moide.commlib.waiting.Deadlock.Why;
import org.moide.commlib.waiting.ThreadState.Kind;

/**
 * Tests which states are a certain deadlock, and which are not. Engines have one thread each, so an ID equals its
 * engine's number.
 */
final class DeadlockTest {
    private static final long[] NOTHING = {1, 1, 1};

    private static EngineState engine(int number, long conducted, long[] sent, long[] arrived, ThreadState... threads) {
        return new EngineState(1, number, List.of(threads), false, false, conducted, sent, arrived);
    }

    private static EngineState engine(int number, ThreadState... threads) {
        return engine(number, 0, NOTHING, NOTHING, threads);
    }

    private static ThreadState waits(int id, String primitive, int peer, long collective, Integer... gone) {
        return new ThreadState(
                id, Kind.WAITING, 7, primitive, peer, collective, List.of(gone), false, List.of(), "", 0);
    }

    private static ThreadState receives(int id, int from) {
        return waits(id, "receive", from, 0);
    }

    private static ThreadState isIn(int id, long collective) {
        return waits(id, "remoteBarrier", Awaited.ALL, collective);
    }

    private static ThreadState returned(int id) {
        return ThreadState.returned(id, false, 0);
    }

    private static @Nullable Why why(EngineState... states) {
        Deadlock found = Deadlock.in(List.of(states), 3);
        return found == null ? null : found.why();
    }

    @Test
    void shouldBeCertainWhenAnIdHasReturnedBeforeACollectiveThatNeedsAll() {
        assertThat(why(engine(0, isIn(0, 2)), engine(1, 1, NOTHING, NOTHING, returned(1))))
                .isEqualTo(Why.COLLECTIVE);
    }

    @Test
    void shouldNotBeCertainWhenTheOneThatReturnedHasBeenInThatCollective() {
        assertThat(why(engine(0, isIn(0, 2)), engine(1, 2, NOTHING, NOTHING, returned(1))))
                .isNull();
        assertThat(why(engine(0, isIn(0, 0)), engine(1, 0, NOTHING, NOTHING, returned(1))))
                .isNull();
    }

    @Test
    void shouldBeCertainWhenAThreadOfTheSameEngineHasReturned() {
        assertThat(why(engine(0, waits(0, "barrier", Awaited.ALL, 0, 1), returned(1))))
                .isEqualTo(Why.COLLECTIVE);
    }

    @Test
    void shouldBeCertainWhenTheSenderHasReturnedAndAllThatItSentHasCome() {
        EngineState sender = engine(1, 0, new long[] {5, 1, 1}, NOTHING, returned(1));
        assertThat(why(engine(0, 0, NOTHING, new long[] {1, 5, 1}, receives(0, 1)), sender))
                .isEqualTo(Why.MESSAGE);
        assertThat(why(engine(0, 0, NOTHING, new long[] {1, 4, 1}, receives(0, 1)), sender))
                .as("one is under way")
                .isNull();
    }

    @Test
    void shouldNotBeCertainWhenTheSenderMaySendByItsHandlersOrByWhatItHasBegun() {
        EngineState receiver = engine(0, receives(0, 1));
        assertThat(why(receiver, new EngineState(1, 1, List.of(returned(1)), true, false, 0, NOTHING, NOTHING)))
                .as("handlers")
                .isNull();
        assertThat(why(receiver, new EngineState(1, 1, List.of(returned(1)), false, true, 0, NOTHING, NOTHING)))
                .as("something is being done")
                .isNull();
        assertThat(why(receiver, engine(1, ThreadState.returned(1, true, 0))))
                .as("something is begun")
                .isNull();
        assertThat(why(receiver, engine(1, ThreadState.running(1))))
                .as("it runs")
                .isNull();
    }

    @Test
    void shouldBeCertainOfAReceiveFromAnyOnlyWhenAllOthersHaveReturned() {
        EngineState any = engine(0, receives(0, CommLib.ANY_SENDER));
        assertThat(why(any, engine(1, returned(1)), engine(2, returned(2)))).isEqualTo(Why.MESSAGE);
        assertThat(why(any, engine(1, returned(1)), engine(2, ThreadState.running(2))))
                .isNull();
        assertThat(why(any, engine(1, returned(1)))).as("one is not known").isNull();
    }

    @Test
    void shouldBeCertainOfACircleWhenNothingIsUnderWay() {
        EngineState first = engine(0, receives(0, 1));
        EngineState second = engine(1, receives(1, 2));
        assertThat(why(first, second, engine(2, receives(2, 0)))).isEqualTo(Why.STANDSTILL);
        assertThat(why(first, second, engine(2, 0, new long[] {1, 2, 1}, NOTHING, receives(2, 0))))
                .as("a message is under way")
                .isNull();
        assertThat(why(first, second, engine(2, ThreadState.running(2))))
                .as("one computes")
                .isNull();
        assertThat(why(first, second, engine(2, ThreadState.elsewhere(2, 3, "a task", 0))))
                .as("one waits for a task")
                .isNull();
        assertThat(why(first, second)).as("one is not known").isNull();
    }

    @Test
    void shouldFindNothingWhenIdsHaveReturnedAtDifferentTimes() {
        assertThat(why(engine(0, ThreadState.running(0)), engine(1, returned(1)), engine(2, returned(2))))
                .isNull();
        assertThat(why(engine(0, returned(0)), engine(1, returned(1)), engine(2, returned(2))))
                .isNull();
    }
}
