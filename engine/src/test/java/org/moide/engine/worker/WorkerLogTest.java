package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.StreamCodec;
import org.moide.engine.control.EngineReport.Recorded.WorkerPart;

class WorkerLogTest {
    private static final int ENGINE = 1;
    private static final long ENGINES = 1 << 16; // the most engines
    private static final long NONE = WorkerPart.NO_CAUSE;

    private final Bodies bodies = new Bodies(new StreamCodec(getClass().getClassLoader()), null, false, 7);
    private final WorkerLog log = new WorkerLog(10, ENGINE, 7);
    private final WorkerRow row = log.row();

    @Test
    void shouldNumberATaskAfterTheOneThatSentItOnWhateverEngine() {
        row.begin(NONE, 0);
        assertThat(row.current()).isEqualTo(ENGINE);
        row.begin(5 * ENGINES + 2, 0);
        assertThat(row.current()).isEqualTo(6 * ENGINES + ENGINE);
        row.begin(2 * ENGINES, 0);
        assertThat(row.current()).as("no number twice").isEqualTo(7 * ENGINES + ENGINE);
    }

    @Test
    void shouldRecordATaskWithItsCauseAndWithoutItsWait() {
        byte[] task = {1, 2, 3};
        Bodies.Body body = bodies.ofBytes(bodies.of(task, 2 * ENGINES + 2).bytes());
        row.begin(body.cause(), 100);
        row.waited(40);
        row.end(12, body, body.value(), 200);
        assertThat(tasks()).containsExactly(3 * ENGINES + ENGINE, 2 * ENGINES + 2, 12, 60, 4);
    }

    @Test
    void shouldRecordNoTaskThatComesTooLate() {
        for (int task = 0; task < 12; task++) {
            Bodies.Body body = bodies.of("task");
            row.begin(NONE, 0);
            row.end(0, body, "task", 1);
        }
        assertThat(tasks()).hasSize(10 * WorkerPart.NUMBERS);
        row.begin(10 * ENGINES, 0);
        row.end(0, bodies.of("task"), "task", 1);
        assertThat(tasks()).as("one that was sent by such a one").hasSize(10 * WorkerPart.NUMBERS);
    }

    private long[] tasks() {
        return log.parts().stream()
                .map(WorkerPart::tasks)
                .reduce(new long[0], (left, right) -> right.length == 0 ? left : right);
    }

    @Test
    void shouldGiveNoNumberThatAnEngineGivesWhichJoinsLater() {
        WorkerRow other = new WorkerLog(10, ENGINE + 1, 7).row();
        Set<Long> numbers = new HashSet<>();
        for (int task = 0; task < 100; task++) {
            row.begin(NONE, 0);
            other.begin(NONE, 0);
            numbers.add(row.current());
            numbers.add(other.current());
        }
        assertThat(numbers).hasSize(200);
        assertThat(log.parts()).extracting(WorkerPart::epoch).containsOnly(7L);
    }

    @Test
    void shouldTellWhichTaskSentOneInTheSameEpochOnly() {
        Bodies next = new Bodies(new StreamCodec(getClass().getClassLoader()), null, false, 8);
        Bodies plain = new Bodies(new StreamCodec(getClass().getClassLoader()), null, false);
        for (boolean verify : List.of(false, true)) {
            byte[] bytes = new Bodies(new StreamCodec(getClass().getClassLoader()), null, verify, 7)
                    .of("task", 42)
                    .bytes();
            assertThat(bodies.ofBytes(bytes).cause()).isEqualTo(42);
            assertThat(next.ofBytes(bytes).cause()).isEqualTo(Bodies.NO_CAUSE);
            assertThat(plain.ofBytes(bytes).cause()).isEqualTo(Bodies.NO_CAUSE);
            for (Bodies reader : List.of(bodies, next, plain)) {
                assertThat(reader.ofBytes(bytes).value()).isEqualTo("task");
                assertThat(reader.ofBytes(bytes).length())
                        .isEqualTo(plain.of("task").bytes().length);
            }
        }
        assertThat(bodies.ofBytes(plain.of("task", 42).bytes()).cause()).isEqualTo(Bodies.NO_CAUSE);
    }
}
