package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.EngineCommand.CancelCalls;

/** Tests which calls of an executor begin, and which threads are interrupted. */
final class ProgramCallsTest {
    private static final long NONE = -1;

    private final ProgramCalls calls = new ProgramCalls(answer -> {});

    private void cancel(boolean interrupt, long upTo, long lowest, long... numbers) {
        calls.cancel(new CancelCalls(numbers, upTo, lowest, interrupt));
    }

    @Test
    void shouldInterruptACallThatRuns() {
        assertThat(calls.begin(3)).isTrue();
        cancel(true, NONE, 1, 3);

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        calls.end(3);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldLeaveAloneWhatIsNotToBeInterruptedAndWhatRunsNoMore() {
        assertThat(calls.begin(3)).isTrue();
        cancel(false, NONE, 1, 3);
        calls.end(3);
        cancel(true, NONE, 1, 3, 2);

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldNotBeginWhatWasCancelledBefore() {
        cancel(true, NONE, 1, 5);

        assertThat(calls.begin(5)).isFalse();
        assertThat(calls.begin(4)).isTrue();
    }

    @Test
    void shouldNotBeginAnythingUpToANumber() {
        assertThat(calls.begin(7)).isTrue();
        cancel(true, 8, 1);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.begin(8)).isFalse();
        assertThat(calls.begin(9)).isTrue();
    }

    @Test
    void shouldForgetWhatIsDoneEverywhere() {
        for (long number = 1; number <= 100; number++) {
            cancel(false, NONE, number - 1, number);
        }
        assertThat(calls.size()).isEqualTo(2);
    }

    @Test
    void shouldTakeAnInterruptAwayThatTheCallLeft() {
        assertThat(calls.begin(1)).isTrue();
        Thread.currentThread().interrupt();
        calls.end(1);

        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shouldKeepNewsUntilSomebodyHearsThem() {
        List<byte[]> heard = new ArrayList<>();
        calls.tell(new byte[] {1});
        calls.tell(new byte[] {2});
        calls.hears(heard::add);
        calls.tell(new byte[] {3});

        assertThat(heard).containsExactly(new byte[] {1}, new byte[] {2}, new byte[] {3});
    }
}
