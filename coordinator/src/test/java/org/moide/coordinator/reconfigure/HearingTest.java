package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/** Tests which lines and results of threads that go back to a checkpoint are shown again. */
class HearingTest {
    private final Hearing hearing = new Hearing();

    private boolean line(int id, long number, String text) {
        return hearing.isNew(new EngineReport.Said(id, number, new Utterance.Line(text)));
    }

    private boolean result(int id, long number, String name, long value) {
        return hearing.isNew(new EngineReport.Said(id, number, new Utterance.Result(name, value)));
    }

    @Test
    void shouldShowALineOnceThoughItIsSaidAgain() {
        assertThat(line(0, 0, "a")).isTrue();
        assertThat(line(0, 1, "b")).isTrue();
        assertThat(line(1, 0, "a")).as("another ID").isTrue();
        assertThat(line(0, 0, "a")).as("again").isFalse();
        assertThat(line(0, 1, "b")).as("again").isFalse();
        assertThat(line(0, 2, "c")).isTrue();
        assertThat(hearing.heard(2)).containsExactly(3L, 1L);
    }

    @Test
    void shouldShowALineThatDiffersFromTheOneBefore() {
        line(0, 0, "task 1");
        line(0, 1, "task 2");
        line(0, 2, "task 3");
        // The second time the ID has one task only.
        assertThat(line(0, 0, "task 2")).isTrue();
        assertThat(line(0, 1, "the end")).isTrue();
        assertThat(line(0, 1, "the end")).as("a third time").isFalse();
        assertThat(hearing.heard(1)).containsExactly(3L);
    }

    @Test
    void shouldKeepAResultThoughTheIdHasSaidLessThanTheFirstTime() {
        line(0, 0, "task 1");
        line(0, 1, "task 2");
        assertThat(result(0, 0, "sum", 7)).isTrue();
        assertThat(hearing.results()).containsEntry("sum", 7L);
        assertThat(result(0, 0, "sum", 8)).isTrue();
        assertThat(hearing.results()).containsEntry("sum", 8L);
        assertThat(line(0, 0, "task 1")).as("where a result was").isTrue();
    }

    @Test
    void shouldTakeAnOldLineForARepeat() {
        for (int number = 0; number <= Hearing.COMPARED; number++) {
            line(0, number, "line " + number);
        }
        assertThat(line(0, 0, "another")).isFalse();
        assertThat(line(0, 1, "another")).isTrue();
    }
}
