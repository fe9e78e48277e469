package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.engine.worker.ScriptedWorkers.note;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.RemoteFailureException;
import org.moide.engine.Answer;
import org.moide.engine.Directives;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.core.EngineRun;

/** Tests that tasks which throw and are tried again ({@code --task-tries}) leave no trace of their failed attempts. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkerTriesTest {
    private static final Directives HERE = Directives.NONE.startOn(0);
    private static final Directives THERE = Directives.NONE.startOn(1);

    private final AtomicInteger thrown = new AtomicInteger();

    private static EngineRun tried(ScriptedWorkers application, int tries) {
        return EngineRun.of(application, 1, 1).with(TaskSettings.DEFAULT.with(new HandlingSettings(tries, false)));
    }

    /** Returns three workers: 0 and 2 on engine 0, and 1 on engine 1. Worker 0 gets a task. */
    private static ScriptedWorkers three(ScriptedWorkers.Handler handler) {
        return ScriptedWorkers.that(setup -> {
                    setup.dependencies();
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, THERE);
                    setup.workers(2, 1, HERE);
                    setup.group(5, 1, 2);
                    setup.group(6, 2, 1);
                    setup.send(0, "begin");
                })
                .handle(handler)
                .state((worker, context) -> new ScriptedWorkers.Diary(new ArrayList<>()));
    }

    private void throwTimes(int times) {
        if (thrown.get() < times) {
            throw new IllegalStateException("in vain " + thrown.incrementAndGet());
        }
    }

    @Test
    void shouldTryATaskAgainFromTheStateBeforeAndSendOnce() throws Exception {
        ScriptedWorkers application = three((task, context) -> {
            if (task.equals("begin")) {
                context.state().entries().add("changed");
                note(context, "became");
                context.send(1, "sent");
                context.send(1, 7, "planned");
                context.broadcast(5, "broadcast");
                context.sendToGroup(6, "to the group");
                context.sendAfter(2, "after 7", 7);
                context.start(9, HERE);
                context.send(9, "hello");
                throwTimes(2);
            } else {
                note(context, task);
            }
        });
        EngineRun run = tried(application, 3);
        assertThat(run.complete())
                .containsEntry("0", "changed, became")
                .containsEntry("1", "sent, planned, broadcast")
                .containsEntry("2", "broadcast, to the group, after 7")
                .containsEntry("9", "hello");
        assertThat(run.lines)
                .containsExactly(
                        "worker 0, task begin: java.lang.IllegalStateException: in vain 1; its worker is as it was before,"
                                + " and tries again",
                        "worker 0, task begin: java.lang.IllegalStateException: in vain 2; its worker is as it was before,"
                                + " and tries again");
    }

    @Test
    void shouldAwaitEndAndStayOnlyAsAHandlerSaysThatReturned() throws Exception {
        ScriptedWorkers application = three((task, context) -> {
            note(context, task);
            if (task.equals("begin")) {
                if (thrown.get() == 0) {
                    context.await(99); // no task has this number
                    context.end();
                    context.movable(false);
                    context.active(false);
                }
                throwTimes(1);
                context.send(0, "first");
                context.send(0, 3, "third");
                context.await(3);
            } else if (task.equals("first")) {
                context.end();
            }
        });
        assertThat(tried(application, 2).complete()).containsEntry("0", "begin, third, first");
    }

    @Test
    void shouldNameTheTaskThatThrewInEveryTry() throws Exception {
        ScriptedWorkers application = three((task, context) -> {
            if (task.equals("begin")) {
                context.send(1, "next");
            } else {
                context.send(2, "never");
                throwTimes(10);
            }
        });
        assertThat(tried(application, 3).failure())
                .isEqualTo("worker 1, task next, tried 3 times: java.lang.IllegalStateException: in vain 3");
    }

    @Test
    void shouldNotTryAgainWhatHasAsked() throws Exception {
        ScriptedWorkers application = three((task, context) -> {
            if (task.equals("begin")) {
                context.send(1, "before");
                Answer<String> answer = context.ask(1, "?", String.class);
                note(context, answer.get());
                throwTimes(1);
            } else {
                note(context, task);
            }
        });
        application.answer(
                (request, context) -> String.join(", ", context.state().entries()) + " was before " + request);
        assertThat(tried(application, 3).failure())
                .isEqualTo("worker 0, task begin, not tried again since its handler has asked or sent:"
                        + " java.lang.IllegalStateException: in vain 1");
        assertThat(tried(application, 3).complete()).containsEntry("0", "before was before ?");
    }

    @Test
    void shouldTryAnAnswerAgain() throws Exception {
        ScriptedWorkers application = three((task, context) -> {
            if (task.equals("begin")) {
                note(context, context.ask(1, "?", String.class).get());
            } else {
                note(context, task);
            }
        });
        application.answer((request, context) -> {
            note(context, request);
            context.send(2, "sent");
            throwTimes(2);
            return "good";
        });
        assertThat(tried(application, 3).complete())
                .containsEntry("0", "good")
                .containsEntry("1", "?")
                .containsEntry("2", "sent");
    }

    @Test
    void shouldFailOfAnAnswerThatThrewInEveryTryAndForgetWhatItDid() throws Exception {
        ScriptedWorkers application = three((task, context) -> {
            if (task.equals("begin")) {
                try {
                    note(context, context.ask(1, "?", String.class).get());
                } catch (RemoteFailureException failed) {
                    note(context, "failed");
                }
            } else {
                note(context, task);
            }
        });
        application.answer((request, context) -> {
            note(context, request);
            context.send(2, "sent");
            throwTimes(10);
            return "good";
        });
        Map<String, Object> results = tried(application, 2).complete();
        assertThat(results).containsEntry("0", "failed").containsEntry("1", "").containsEntry("2", "");
        assertThat(thrown).hasValue(2);
    }

    @Test
    void shouldMakeAStateAgainThatCouldNotBeMade() throws Exception {
        ScriptedWorkers application = three((task, context) -> note(context, task))
                .state((worker, context) -> {
                    throwTimes(1);
                    return new ScriptedWorkers.Diary(List.of());
                });
        assertThat(tried(application, 2).complete()).containsEntry("0", "begin");
    }
}
