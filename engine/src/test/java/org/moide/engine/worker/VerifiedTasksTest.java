package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.engine.worker.ScriptedWorkers.note;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.engine.Directives;
import org.moide.engine.TaskCodec;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.core.EngineRun;

/** Tests that {@code --verify-tasks} detects tasks that are changed after they were sent. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VerifiedTasksTest {
    private static final String CHANGED =
            "--verify-tasks: expected that a task is left as it is once it is sent, found" + " that one of class ";

    /** A mutable task. */
    private static final class Column implements Serializable {
        private static final long serialVersionUID = 1L;

        private final List<String> cells = new ArrayList<>();

        @Override
        public String toString() {
            return cells.toString();
        }
    }

    private static ScriptedWorkers two(ScriptedWorkers.Handler handler) {
        return ScriptedWorkers.that(setup -> {
                    setup.workers(0, 2, Directives.NONE.startOn(0));
                    setup.send(0, "begin");
                })
                .handle(handler);
    }

    private static EngineRun verified(ScriptedWorkers application, String strategy, int... threads) {
        return EngineRun.of(application, threads)
                .workers(strategy)
                .with(TaskSettings.DEFAULT.with(new HandlingSettings(1, true)));
    }

    private static String failure(ScriptedWorkers application) throws Exception {
        return verified(application, "none", 1).failure();
    }

    @Test
    void shouldNameSenderReceiverAndClassOfATaskThatItsSenderChanges() throws Exception {
        ScriptedWorkers application = two((task, context) -> {
            if (task.equals("begin")) {
                Column column = new Column();
                context.send(1, column);
                column.cells.add("too late");
            }
        });
        assertThat(failure(application))
                .contains(
                        CHANGED + Column.class.getName() + " from worker 0 to worker 1 was changed later; send a copy");
    }

    @Test
    void shouldFindATaskOfBeginThatIsChanged() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
            int[] column = {1, 2};
            setup.workers(0, 2, Directives.NONE.startOn(0));
            setup.send(1, column);
            column[0] = 3;
        });
        assertThat(failure(application))
                .isEqualTo(CHANGED + "[I from begin to worker 1 was changed later; send a copy");
    }

    @Test
    void shouldFindATaskThatIsChangedBeforeItLeavesItsQueueForAnotherEngine() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, Directives.NONE.startOn(0).moveAnywhere());
                    setup.workers(1, 1, Directives.NONE.startOn(0));
                    setup.send(0, "begin");
                })
                .handle((task, context) -> {
                    if (task.equals("begin")) {
                        int[] column = {1, 2};
                        context.send(0, column);
                        column[0] = 3;
                        context.await(1); // keeps the other task in the queue
                        context.send(1, "on");
                    } else {
                        context.send(1, "on"); // repeats until the error ends the run
                    }
                });
        assertThat(verified(application, "rotate", 1, 1).failure())
                .isEqualTo(CHANGED + "[I from worker 0 to worker 0 was changed later; send a copy");
    }

    @Test
    void shouldGiveTheReceiverACopyThatItMayChange() throws Exception {
        ScriptedWorkers application = two((task, context) -> {
            if (task.equals("begin")) {
                Column column = new Column();
                column.cells.add("sent");
                context.send(1, column);
                context.send(1, column);
            } else {
                Column mine = (Column) task;
                mine.cells.add("received");
                note(context, mine);
            }
        });
        assertThat(verified(application, "none", 1).complete())
                .containsEntry("1", "[sent, received], [sent, received]");
    }

    @Test
    void shouldVerifyTasksByTheCodecOfTheApplication() throws Exception {
        TaskCodec<Serializable> codec = new TaskCodec<>() {
            @Override
            public void write(Serializable task, DataOutput out) throws IOException {
                out.writeUTF(String.valueOf(task).substring(0, 1));
            }

            @Override
            public Serializable read(DataInput in) throws IOException {
                return in.readUTF();
            }
        };
        ScriptedWorkers application = two((task, context) -> {
            note(context, task);
            if (task.equals("b")) {
                context.send(1, "long words");
            }
        });
        assertThat(verified(application.codec(codec), "none", 1).complete())
                .containsEntry("0", "b")
                .containsEntry("1", "l");
    }

    @Test
    void shouldFindNothingWhereTasksAreLeftAsTheyAre() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 6, Directives.NONE.moveAnywhere());
                    setup.send(0, new int[] {0});
                })
                .handle((task, context) -> {
                    int step = ((int[]) task)[0];
                    note(context, step);
                    if (step < 60) {
                        context.send((context.worker() + 1) % 6, new int[] {step + 1});
                    }
                });
        assertThat(verified(application, "rotate", 1, 2).complete())
                .containsEntry("0", "0, 6, 12, 18, 24, 30," + " 36, 42, 48, 54, 60");
    }
}
