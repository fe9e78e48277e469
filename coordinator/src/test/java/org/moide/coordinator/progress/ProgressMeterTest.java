package org.moide.coordinator.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.RunStatus;

class ProgressMeterTest {
    private long nanos = Long.MAX_VALUE - 1000;
    private final ProgressMeter meter = new ProgressMeter(() -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    /**
     * Reports progress once a second.
     *
     * @param seconds the number of reports
     * @param from the amount of work that was done before the first report
     * @param each the amount of work that is done in each second
     * @param known the known amount of work
     */
    private void work(int seconds, long from, long each, long known) {
        for (int second = 1; second <= seconds; second++) {
            pass(Duration.ofSeconds(1));
            meter.update(from + second * each, known, "tasks");
        }
    }

    @Test
    void shouldSayNothingBeforeAnybodyHas() {
        pass(Duration.ofSeconds(5));
        assertThat(meter.now()).isEqualTo(Progress.NONE);
        assertThat(meter.now().left()).isNull();
        assertThat(meter.now().part()).isNaN();
    }

    @Test
    void shouldBeWhatIsKnownOfABagsTasksBeforeItsFirstResultIsHome() {
        RunStatus bag = new RunStatus(RunStatus.State.COMPUTING, 1, 0, 40, List.of(), List.of(), List.of());
        assertThat(bag.with(meter.now()).progress().known()).isEqualTo(40);
        assertThat(bag.with(meter.now()).progress().what()).isEqualTo("tasks");
        assertThat(RunStatus.of(RunStatus.State.STARTING).with(meter.now()).progress())
                .isEqualTo(Progress.NONE);
    }

    @Test
    void shouldTellTheRateOfLateAndTheEndBetweenThatAndTheMean() {
        work(100, 0, 10, 4_000);
        assertThat(meter.now().left()).isEqualTo("5:00 min");
        work(20, 1_000, 30, 4_000); // further tasks were put
        Progress now = meter.now();
        assertThat(now.perSecond()).isEqualTo(30);
        assertThat(now.done()).isEqualTo(1_600);
        assertThat(now.part()).isEqualTo(0.4);
        assertThat(now.left()).as("2,400 at 30 or at 1,600 in 120 s").isEqualTo("1:20 to 3:00 min");
    }

    @Test
    void shouldGoByWhatIsDoneOfLateWhenWorkIsLost() {
        work(20, 0, 100, 10_000);
        meter.update(500, 10_000, "tasks");
        work(4, 500, 50, 10_000);
        assertThat(meter.now().perSecond()).isEqualTo(50);
        assertThat(meter.now().done()).isEqualTo(700);
    }

    @Test
    void shouldPromiseNoEndWhileNothingIsDone() {
        work(5, 0, 100, 1_000);
        pass(Duration.ofSeconds(30));
        meter.update(500, 1_000, "tasks");
        assertThat(meter.now().perSecond()).isZero();
        assertThat(meter.now().left()).isNull();
    }

    @Test
    void shouldPromiseNoEndUntilTheTotalHasStayedForAMoment() {
        work(5, 0, 100, 1_000);
        assertThat(meter.now().left()).isEqualTo("5 s");
        meter.update(500, 2_000, "tasks");
        assertThat(meter.now().left()).isNull();
        pass(Duration.ofSeconds(1));
        meter.update(600, 2_000, "tasks");
        assertThat(meter.now().left()).isEqualTo("14 s");
    }

    @Test
    void shouldBeDoneAtTheEnd() {
        work(2, 0, 100, 1_000);
        meter.finish();
        assertThat(meter.now().part()).isEqualTo(1);
        assertThat(meter.now().left()).isNull();
    }
}
