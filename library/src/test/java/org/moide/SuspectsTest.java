package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.engine.executor.CallLimits;

class SuspectsTest {
    private final Suspects suspects = new Suspects();
    private final List<RemoteCall<?>> calls = IntStream.rangeClosed(1, 5)
            .<RemoteCall<?>>mapToObj(SuspectsTest::call)
            .toList();

    private static RemoteCall<?> call(int number) {
        return call(number, CallLimits.NONE);
    }

    private static RemoteCall<?> call(int number, CallLimits limits) {
        RemoteCall<Object> call = new RemoteCall<>(
                () -> number,
                Object.class,
                limits,
                new byte[0],
                null,
                done -> {},
                SpinThenParkSignal.factory(1).create());
        call.numbered(number, false);
        return call;
    }

    /** Two JVMs have ended with the first four calls. */
    private void twoDeaths() {
        assertThat(suspects.died(calls.subList(0, 4))).isNull();
        assertThat(suspects.start(calls)).isEqualTo(calls);
        assertThat(suspects.areTried()).isFalse();
        assertThat(suspects.died(calls.subList(0, 4))).isNull();
    }

    @Test
    void shouldRunSuspectsOneAtATimeUntilNoneIsLeft() {
        twoDeaths();
        assertThat(suspects.start(calls)).containsExactly(calls.get(0));
        assertThat(suspects.areTried()).isTrue();
        assertThat(suspects.closed(calls.get(0))).containsExactly(calls.get(1));
        assertThat(suspects.closed(calls.get(4))).isEmpty();
        assertThat(suspects.closed(calls.get(1))).containsExactly(calls.get(2));
        RemoteCall<?> submitted = call(6);
        assertThat(suspects.hold(submitted)).isTrue();
        assertThat(suspects.closed(calls.get(2))).containsExactly(calls.get(3));
        assertThat(suspects.closed(calls.get(3))).containsExactly(submitted);
        assertThat(suspects.areTried()).isFalse();
        assertThat(suspects.hold(call(7))).isFalse();
    }

    @Test
    void shouldFindTheOneThatEndsAJvmAloneAndClearTheOthers() {
        twoDeaths();
        suspects.start(calls);
        suspects.closed(calls.get(0));
        assertThat(suspects.died(calls.subList(1, 2))).isSameAs(calls.get(1));
        List<RemoteCall<?>> left = calls.subList(2, 5);
        assertThat(suspects.start(left)).isEqualTo(left);
        assertThat(suspects.died(left)).isNull();
        assertThat(suspects.start(left)).isEqualTo(left);
        assertThat(suspects.died(left)).isNull();
        assertThat(suspects.start(left)).containsExactly(left.get(0));
    }

    @Test
    void shouldSuspectACallByItsOwnTries() {
        List<RemoteCall<?>> all =
                List.of(call(1), call(2, CallLimits.NONE.tries(1)), call(3, CallLimits.NONE.tries(5)));
        assertThat(suspects.died(all)).isNull();
        assertThat(suspects.start(all)).containsExactly(all.get(1));
        assertThat(suspects.closed(all.get(1))).containsExactly(all.get(0), all.get(2));
        List<RemoteCall<?>> last = List.of(all.get(2));
        for (int deaths = 2; deaths < 4; deaths++) {
            assertThat(suspects.died(last)).isNull();
            assertThat(suspects.start(last)).isEqualTo(last);
            assertThat(suspects.areTried()).isFalse();
        }
        assertThat(suspects.died(last)).isNull();
        assertThat(suspects.start(last)).isEqualTo(last);
        assertThat(suspects.areTried()).isTrue();
    }

    @Test
    void shouldGiveBackWhatItHolds() {
        twoDeaths();
        suspects.start(calls);
        assertThat(suspects.takeBack(calls.get(0))).isFalse();
        assertThat(suspects.takeBack(calls.get(1))).isTrue();
        calls.get(2).cancel(false);
        assertThat(suspects.closed(calls.get(0))).containsExactly(calls.get(3));
        assertThat(suspects.takeBack()).containsExactly(calls.get(2), calls.get(4));
        assertThat(suspects.closed(calls.get(3))).isEmpty();
        assertThat(suspects.areTried()).isFalse();
    }
}
