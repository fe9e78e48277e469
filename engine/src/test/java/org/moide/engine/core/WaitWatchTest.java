package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.local.Awaited;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.commlib.waiting.ThreadState.Kind;

/** Tests when the waits of an engine's threads are reported to a coordinator. */
class WaitWatchTest {
    private final AtomicInteger stacks = new AtomicInteger();
    private final WaitWatch watch = new WaitWatch(thread -> "Heat.java:" + stacks.incrementAndGet());
    private long now;

    private @Nullable EngineState look(long sent, ThreadState... threads) {
        now += WaitWatch.LOOK_NANOS;
        EngineState state =
                new EngineState(1, 0, List.of(threads), false, false, 0, new long[] {1, sent}, new long[] {1, 1});
        return watch.look(true, () -> state, now);
    }

    private static ThreadState waits(long number) {
        return new ThreadState(0, Kind.WAITING, number, "receive", Awaited.ALL, 0, List.of(), false, List.of(), "", 9);
    }

    @Test
    void shouldTellOfAWaitThatLastsFromOneLookToTheNextAndOnlyOnce() {
        assertThat(look(1, waits(1))).isNull();
        EngineState told = look(1, waits(1));
        assertThat(told).isNotNull();
        assertThat(told.threads().get(0).where()).isEqualTo("Heat.java:1");
        for (int again = 0; again < 50; again++) {
            assertThat(look(1, waits(1))).isNull();
        }
        assertThat(stacks).as("stacks looked at").hasValue(1);
    }

    @Test
    void shouldTellNothingOfShortWaits() {
        for (int number = 1; number < 99; number += 2) {
            assertThat(look(number, waits(number))).isNull();
        }
        assertThat(stacks).hasValue(0);
    }

    @Test
    void shouldTellAtOnceWhenAWaitIsOver() {
        look(1, waits(1));
        assertThat(look(1, waits(1))).isNotNull();
        assertThat(watch.look(
                        false, () -> new EngineState(1, 0, List.of(), false, false, 0, new long[1], new long[1]), now))
                .satisfies(state -> assertThat(state.threads().get(0).kind()).isEqualTo(Kind.RUNNING));
        assertThat(watch.look(
                        false, () -> new EngineState(1, 0, List.of(), false, false, 0, new long[1], new long[1]), now))
                .isNull();
    }

    @Test
    void shouldTellOfCountersAtOnceWhenAllWaitAndSeldomWhileSomeCompute() {
        look(1, waits(1));
        look(1, waits(1));
        assertThat(look(2, waits(1))).as("all wait").isNotNull();

        look(2, waits(1), ThreadState.running(1));
        int told = 0;
        for (int sent = 3; sent < 53; sent++) {
            told += look(sent, waits(1), ThreadState.running(1)) == null ? 0 : 1;
        }
        assertThat(told).isBetween(5, 15);
    }
}
