package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.strategy.WorkerRule;

class WorkerCountsTest {
    private static final int WORKERS = 30;

    private final List<WorkerMessage> sent = new ArrayList<>();

    @Test
    void shouldTellHowOftenATaskWasSentOnAtMost() {
        WorkerTable table = table(1);
        assertThat(table.counts().mostForwards()).isZero();

        table.arrived(task(2));
        table.arrived(task(0));

        assertThat(sent)
                .filteredOn(WorkerMessage.Task.class::isInstance)
                .extracting(message -> ((WorkerMessage.Task) message).hops())
                .containsExactly(3, 1);
        assertThat(table.counts().forwardedTasks()).isEqualTo(2);
        assertThat(table.counts().mostForwards()).isEqualTo(3);
    }

    /** Makes the table of one of three processes, with a worker that begins at process 0. */
    private WorkerTable table(int process) {
        Declarations declarations =
                new Declarations(List.of(new Declarations.Workers(0, WORKERS, WorkerRule.MOVES)), List.of(), false);
        InitialPlaces places = new InitialPlaces(declarations, List.of(1.0, 1.0, 1.0));
        return new WorkerTable(
                process,
                declarations,
                places,
                null,
                bytes -> {
                    throw new IllegalStateException("expected no task for a worker of this process");
                },
                new WorkerOutlet() {
                    @Override
                    public boolean toProcess(int to, WorkerMessage message) {
                        sent.add(message);
                        return true;
                    }

                    @Override
                    public void runnable() {}

                    @Override
                    public void hopeless(String why) {
                        throw new IllegalStateException(why);
                    }

                    @Override
                    public void answered(WorkerMessage.Answer answer) {}
                });
    }

    private static WorkerMessage.Task task(int hops) {
        return new WorkerMessage.Task(
                0, hops, 2, 0, hops, WORKERS - 1, WorkerTask.NONE, WorkerTask.NONE, 0, 0, new byte[0]);
    }
}
