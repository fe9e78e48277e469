package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.engine.control.ThreadTime;

class TimesNowTest {
    private static final ThreadTime COUNTED = new ThreadTime(100, 1, 2, 3, 4, 5);

    @Test
    void shouldPutWaitsThatGoOnWhereTheyWillBeCounted() {
        List<ThreadTime> times = TimesNow.of(
                List.of(COUNTED, COUNTED, COUNTED),
                state(List.of(
                        ThreadState.running(0),
                        ThreadState.elsewhere(1, 7, "a task", 40),
                        ThreadState.returned(2, false, 60))));
        assertThat(times)
                .containsExactly(COUNTED, new ThreadTime(60, 1, 2, 43, 4, 5), new ThreadTime(40, 1, 62, 3, 4, 5));
    }

    @Test
    void shouldNotWaitForLongerThanItWasThere() {
        assertThat(TimesNow.of(List.of(COUNTED), state(List.of(ThreadState.returned(0, false, 1_000)))))
                .containsExactly(new ThreadTime(0, 1, 102, 3, 4, 5));
    }

    @Test
    void shouldTellManyThreadsInOneRow() {
        List<ThreadTime> counted = new ArrayList<>();
        List<ThreadState> states = new ArrayList<>();
        for (int thread = 0; thread < 100; thread++) {
            counted.add(COUNTED);
            states.add(ThreadState.running(thread));
        }
        assertThat(TimesNow.of(counted, state(states)))
                .containsExactly(new ThreadTime(10_000, 100, 200, 300, 400, 500));
    }

    private static EngineState state(List<ThreadState> threads) {
        return new EngineState(1, 0, threads, false, false, 0, new long[0], new long[0]);
    }
}
