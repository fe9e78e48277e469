package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Directory;
import org.moide.balance.worker.InitialPlaces;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.contract.StreamCodec;

class PendingAnswerTest {
    private final Bodies bodies = new Bodies(new StreamCodec(getClass().getClassLoader()), null, false);

    private static Slot worker() {
        Declarations declarations =
                new Declarations(List.of(new Declarations.Workers(0, 1, WorkerRule.MOVES)), List.of(), false);
        WorkerOutlet nobody = new WorkerOutlet() {
            @Override
            public boolean toProcess(int process, WorkerMessage message) {
                return true;
            }

            @Override
            public void runnable() {}

            @Override
            public void hopeless(String why) {}

            @Override
            public void answered(WorkerMessage.Answer answer) {}
        };
        WorkerTable table = new WorkerTable(
                0,
                declarations,
                new InitialPlaces(declarations, List.of(1.0)),
                new Directory(declarations),
                bytes -> () -> bytes,
                nobody);
        table.send(table.beginning(), 0, WorkerTask.of(WorkerTask.BEGIN, () -> new byte[0]));
        return Objects.requireNonNull(table.take());
    }

    /**
     * Tests that a handler's wait counts as ended before the handler can see the answer. As soon as the handler sees
     * the answer, it continues, and its worker may end.
     */
    @Test
    void shouldNotBeThereBeforeTheWaitHasEnded() {
        PendingAnswer<String> answer = new PendingAnswer<>(worker(), 1, String.class, bodies, any -> {});
        List<String> seen = new ArrayList<>();
        PendingAnswer.Waits waits = new PendingAnswer.Waits() {
            @Override
            public void begins(Slot asker) {
                seen.add("begins, there: " + answer.isThere());
            }

            @Override
            public void ends(Slot asker) {
                seen.add("ends, there: " + answer.isThere());
            }
        };
        assertThat(answer.beginsToWait(waits)).isTrue();

        answer.come(new WorkerMessage.Answer(0, false, WorkerMessage.NO_CUT, new byte[0]));

        assertThat(seen).containsExactly("begins, there: false", "ends, there: false");
        assertThat(answer.isThere()).isTrue();
        assertThat(answer.beginsToWait(waits)).isFalse();
    }
}
