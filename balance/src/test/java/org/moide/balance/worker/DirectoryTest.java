package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what the directory is told of workers that begin at process 1. */
class DirectoryTest {
    private static final long BORN = 5;

    private final List<String> hopeless = new ArrayList<>();
    private boolean broken;

    @Test
    void shouldEndTheRunWhenAWorkerIsStartedTwice() {
        WorkerTable table = table();
        table.arrived(begun());
        table.arrived(begun());
        assertThat(hopeless).containsExactly("worker 5 was started twice");
    }

    @Test
    void shouldNotTakeADefectForTheApplications() {
        WorkerTable table = table();
        table.arrived(new WorkerMessage.Task(
                BORN, 0, 2, 0, 0, 1, WorkerTask.NONE, WorkerTask.NONE, 0, 0, new byte[0])); // the directory keeps it
        broken = true;
        assertThatThrownBy(() -> table.arrived(begun()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a broken outlet");
        assertThat(hopeless).isEmpty();
    }

    private static WorkerMessage.Begun begun() {
        return new WorkerMessage.Begun(BORN, new WorkerPlace(1, 1), List.of(), 0);
    }

    private WorkerTable table() {
        Declarations declarations = new Declarations(List.of(), List.of(), false);
        return new WorkerTable(
                WorkerTable.DIRECTORY,
                declarations,
                new InitialPlaces(declarations, List.of(1.0, 1.0, 1.0)),
                new Directory(declarations),
                bytes -> {
                    throw new IllegalStateException("expected no task for a worker of this process");
                },
                new WorkerOutlet() {
                    @Override
                    public boolean toProcess(int to, WorkerMessage message) {
                        if (broken) {
                            throw new IllegalArgumentException("a broken outlet");
                        }
                        return true;
                    }

                    @Override
                    public void runnable() {}

                    @Override
                    public void hopeless(String why) {
                        hopeless.add(why);
                    }

                    @Override
                    public void answered(WorkerMessage.Answer answer) {}
                });
    }
}
