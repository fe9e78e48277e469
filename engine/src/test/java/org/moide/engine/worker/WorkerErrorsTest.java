package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.engine.worker.ScriptedWorkers.note;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;
import org.moide.engine.control.WorkersNow;
import org.moide.engine.core.EngineRun;

/** Tests the messages about failures, which name the worker and the task. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorkerErrorsTest {
    private static final Directives HERE = Directives.NONE.startOn(0);
    private static final Directives THERE = Directives.NONE.startOn(1);

    /** Keeps {@code toString} of a task blocked until the test opens it. */
    private static final CountDownLatch LET_GO = new CountDownLatch(1);

    /** Returns two workers, 0 on engine 0 and 1 on engine 1. Worker 0 gets a task. */
    private static ScriptedWorkers two(ScriptedWorkers.Handler handler) {
        return ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, THERE);
                    setup.send(0, "begin");
                })
                .handle(handler);
    }

    @Test
    void shouldNameTheTaskThatThrew() throws Exception {
        String failure = WorkerRun.failure(
                two((task, context) -> {
                    if (task.equals("begin")) {
                        context.send(1, "a\nb");
                    } else {
                        throw new IllegalStateException("no such plate");
                    }
                }),
                1,
                1);
        assertThat(failure).isEqualTo("worker 1, task a b: java.lang.IllegalStateException: no such plate");
    }

    @Test
    void shouldNameTheTaskWithAnError() throws Exception {
        String failure = WorkerRun.failure(
                two((task, context) -> {
                    throw new AssertionError("not so");
                }),
                1,
                1);
        assertThat(failure).isEqualTo("worker 0, task begin: java.lang.AssertionError: not so");
    }

    /** A task whose {@code toString} blocks until the test releases it, or throws. */
    record Unwilling(boolean hangs) implements Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            if (hangs) {
                try {
                    LET_GO.await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            }
            throw new IllegalStateException("nameless");
        }
    }

    @Test
    void shouldNameTheClassOfATaskThatDoesNotSayItsName() throws Exception {
        try {
            for (boolean hangs : new boolean[] {false, true}) {
                ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                            setup.workers(0, 1, HERE);
                            setup.send(0, new Unwilling(hangs));
                        })
                        .handle((task, context) -> {
                            throw new IllegalStateException("no");
                        });
                assertThat(WorkerRun.failure(application, 1))
                        .isEqualTo("worker 0, task of class " + Unwilling.class.getName()
                                + ": java.lang.IllegalStateException: no");
            }
        } finally {
            LET_GO.countDown();
        }
    }

    @Test
    void shouldRefuseATaskForAWorkerThatIsKnownToHaveEnded() throws Exception {
        String failure = WorkerRun.failure(
                ScriptedWorkers.that(setup -> {
                            setup.workers(0, 2, HERE);
                            setup.send(0, "end");
                            setup.send(1, "send");
                        })
                        .handle((task, context) -> {
                            if (task.equals("end")) {
                                context.end();
                            } else {
                                context.send(0, "too late");
                            }
                        }),
                1);
        assertThat(failure)
                .isEqualTo("worker 1, task send: java.lang.IllegalArgumentException: a task for worker 0: expected a"
                        + " worker that goes on, found one that has ended");
    }

    @Test
    void shouldFailOfATaskThatComesAfterTheEndOfItsWorker() throws Exception {
        String failure = WorkerRun.failure(
                two((task, context) -> {
                    if (task.equals("begin")) {
                        context.send(1, "end");
                        context.send(1, "too late");
                    } else {
                        context.end();
                    }
                }),
                1,
                1);
        assertThat(failure)
                .containsPattern("worker 1 has ended, and was sent .*by worker 0"
                        + "|a task for worker 1: expected a worker that goes on");
    }

    @Test
    void shouldFailOfAQuestionToAWorkerThatHasEndedElsewhere() throws Exception {
        String failure = WorkerRun.failure(
                two((task, context) -> {
                    if (task.equals("begin")) {
                        context.send(1, "end");
                        context.ask(1, "too late", String.class).get();
                    } else {
                        context.end();
                    }
                }),
                1,
                1);
        // The request may arrive before or after the worker's end, or the sender's engine may know the end already.
        assertThat(failure)
                .containsPattern("worker 1 has ended, and was sent .*by worker 0"
                        + "|a task for worker 1: expected a worker that goes on");
    }

    @Test
    void shouldNameTheWorkerThatNeverBegan() throws Exception {
        String failure = WorkerRun.failure(two((task, context) -> context.send(1_234, "hello")), 1, 1);
        assertThat(failure)
                .contains("all workers wait, and nothing can happen any more: worker 1234 never began, and was sent 1"
                        + " task, the first by worker 0");
    }

    @Test
    void shouldNameTheWorkerThatAwaitsATaskThatNobodySends() throws Exception {
        String failure = WorkerRun.failure(
                two((task, context) -> {
                    context.await(77);
                    if (task.equals("begin")) {
                        context.send(0, "behind");
                    }
                }),
                1,
                1);
        assertThat(failure).contains("worker 0 awaits planned task 77, which nobody has sent; 1 others wait behind it");
    }

    @Test
    void shouldRefuseToStartAWorkerTwice() throws Exception {
        String failure = WorkerRun.failure(
                two((task, context) -> {
                    context.start(7, HERE);
                    context.start(7, THERE);
                }),
                1,
                1);
        assertThat(failure)
                .isEqualTo("worker 0, task begin: java.lang.IllegalArgumentException: start of worker 7: expected a"
                        + " number from 0 on that no worker has or had, found one that is known here");
    }

    @Test
    void shouldFailOfAWorkerThatIsStartedOnTwoEngines() throws Exception {
        String failure = WorkerRun.failure(
                ScriptedWorkers.that(setup -> {
                            setup.workers(0, 1, HERE);
                            setup.workers(1, 1, THERE);
                            setup.send(0, "begin");
                            setup.send(1, "begin");
                        })
                        .handle((task, context) -> context.start(7, Directives.NONE)),
                1,
                1);
        assertThat(failure).contains("worker 7 was started twice");
    }

    @Test
    void shouldRefuseToStartADeclaredWorker() throws Exception {
        assertThat(WorkerRun.failure(two((task, context) -> context.start(1, HERE)), 1, 1))
                .startsWith("worker 0, task begin: ")
                .contains("start of worker 1");
    }

    @Test
    void shouldRefuseDirectivesThatLeaveNoEngine() throws Exception {
        assertThat(WorkerRun.failure(
                        ScriptedWorkers.that(setup -> setup.worker(3, Directives.NONE.startOn(2, 5))), 1, 1))
                .contains(
                        "worker 3 may begin on engines [2, 5]: expected at least one of those that are there, 0 to 1");
        assertThat(WorkerRun.failure(ScriptedWorkers.that(setup -> setup.worker(3, Directives.NONE.moveTo(2))), 1, 1))
                .contains("worker 3 may move to engines [2]: expected at least one of those that are there, 0 to 1");
    }

    @Test
    void shouldNameACircleOfWorkersThatBeginAfterEachOther() throws Exception {
        assertThat(WorkerRun.failure(
                        ScriptedWorkers.that(setup -> {
                            setup.worker(1, HERE.after(2));
                            setup.worker(2, HERE.after(0, 3));
                            setup.workers(3, 5, HERE.after(1));
                            setup.worker(0, HERE);
                        }),
                        1))
                .contains(
                        "found some that begin after each other: worker 2 after worker 3 after worker 1 after worker 2");
        assertThat(WorkerRun.failure(
                        two((task, context) -> {
                            if (task.equals("begin")) {
                                context.start(8, THERE.after(9));
                                context.send(1, "other half");
                            } else {
                                context.start(9, HERE.after(8));
                            }
                        }),
                        1,
                        1))
                .contains("found some that begin after each other: worker 9 after worker 8 after worker 9");
    }

    @Test
    void shouldNameAWorkerThatBeginsAfterOneThatNeverEnds() throws Exception {
        assertThat(WorkerRun.failure(
                        ScriptedWorkers.that(setup -> {
                            setup.worker(0, HERE);
                            setup.worker(1, HERE.after(0));
                            setup.send(1, "hello");
                        }),
                        1))
                .contains("worker 1 has 1 tasks, and has not begun")
                .contains("worker 1 begins after worker 0, which has not ended");
    }

    @Test
    void shouldRefuseWhatIsNoNumber() throws Exception {
        assertThat(WorkerRun.failure(two((task, context) -> context.send(-5, "x")), 1, 1))
                .isEqualTo("worker 0, task begin: java.lang.IllegalArgumentException: worker: expected a number from 0"
                        + " on, found -5");
        assertThat(WorkerRun.failure(two((task, context) -> context.await(-1)), 1, 1))
                .contains("planned task: expected a number from 0 on, found -1");
        assertThat(WorkerRun.failure(two((task, context) -> context.sendToGroup(4, "x")), 1, 1))
                .contains("group 4: expected one that begin has made, found none");
        assertThat(WorkerRun.failure(two((task, context) -> context.broadcast(4, "x")), 1, 1))
                .contains("group 4: expected one that begin has made, found none");
        assertThat(WorkerRun.failure(
                        ScriptedWorkers.that(setup -> {
                            setup.workers(0, 1);
                            setup.sendToGroup(4, "x");
                        }),
                        1))
                .contains("group 4: expected one that begin has made, found none");
        assertThat(WorkerRun.failure(ScriptedWorkers.that(setup -> setup.worker(3, HERE.neighbourGroups(4))), 1))
                .contains("worker 3: expected neighbours in a group that begin has made, found group 4");
        assertThat(WorkerRun.failure(two((task, context) -> context.start(7, HERE.neighbourGroups(4))), 1, 1))
                .contains("group 4: expected one that begin has made, found none");
        assertThat(WorkerRun.failure(ScriptedWorkers.that(setup -> setup.broadcast(4, "x")), 1))
                .contains("group 4: expected one that begin has made, found none");
        assertThat(WorkerRun.failure(
                        ScriptedWorkers.that(setup -> {
                            setup.workers(0, 10);
                            setup.workers(9, 2);
                        }),
                        1))
                .contains("workers 9 to 10: expected numbers that no worker has, found those of workers 0 to 9");
    }

    @Test
    void shouldRefuseToWaitForTasksWhoseEndsAreNotTold() throws Exception {
        assertThat(WorkerRun.failure(two((task, context) -> context.sendAfter(1, "x", 1)), 1, 1))
                .startsWith("worker 0, task begin: ")
                .contains("sendAfter to worker 1: expected dependencies() to be called in begin");
    }

    @Test
    void shouldRefuseAWorkerThatAsksItself() throws Exception {
        assertThat(WorkerRun.failure(two((task, context) -> context.ask(0, "me", String.class)), 1, 1))
                .startsWith("worker 0, task begin: ")
                .contains("worker 0 asks itself");
    }

    @Test
    void shouldNameWorkersThatAskEachOther() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, THERE);
                    setup.workers(2, 1, HERE);
                    setup.send(1, "begin");
                    setup.send(2, "another, who waits for one of the circle");
                })
                .handle((task, context) -> context.ask(context.worker() == 1 ? 0 : 1, "1", String.class)
                        .get())
                .answer((request, context) -> context.ask(1, "2", String.class).get());
        assertThat(WorkerRun.failure(application, 1, 1))
                .isEqualTo("workers ask each other in a circle, and none can answer: worker 0 asks worker 1, worker 1"
                        + " asks worker 0");
    }

    @Test
    void shouldNameTheWorkerThatWasAskedAndNeverBegan() throws Exception {
        String failure = WorkerRun.failure(
                two((task, context) -> context.ask(1_234, "hello", String.class).get()), 1, 1);
        assertThat(failure)
                .isEqualTo("all workers wait, and nothing can happen any more: worker 0 waits for the answer of worker"
                        + " 1234; worker 1234 never began, and was sent 1 task, the first by worker 0");
    }

    @Test
    void shouldRefuseAnAnswerOfAnotherType() throws Exception {
        assertThat(WorkerRun.failure(
                        two((task, context) ->
                                context.ask(1, "how many?", Integer.class).get()),
                        1,
                        1))
                .startsWith("worker 0, task begin: ")
                .contains("the answer of worker 1: expected java.lang.Integer, found java.lang.String");
    }

    @Test
    void shouldFailOfAnAnswerThatThrewThoughNobodyAskedForIt() throws Exception {
        ScriptedWorkers application = two((task, context) -> context.ask(1, "what?", String.class))
                .answer((request, context) -> {
                    throw new IllegalStateException("no idea");
                });
        assertThat(WorkerRun.failure(application, 1, 1))
                .startsWith("worker 0, task begin: org.moide.commlib.RemoteFailureException: worker 1 was asked, and"
                        + " its answer failed: java.lang.IllegalStateException: no idea");
    }

    @Test
    void shouldFailOfAnAnswerThatIsNull() throws Exception {
        ScriptedWorkers application =
                two((task, context) -> context.ask(1, "what?", String.class)).answer((request, context) -> nothing());
        assertThat(WorkerRun.failure(application, 1, 1)).contains("expected an answer, found null");
    }

    // An application may return null, because no null checker runs on it.
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <V> V nothing() {
        return null;
    }

    @Test
    void shouldNameTheWorkerWithoutAState() throws Exception {
        ScriptedWorkers application =
                two((task, context) -> note(context, task)).state((worker, context) -> nothing());
        assertThat(WorkerRun.failure(application, 1, 1))
                .startsWith("worker 0, task begin: ")
                .contains("state of worker 0");
    }

    @Test
    void shouldRefuseToUseAStateThatIsBeingMade() throws Exception {
        ScriptedWorkers application =
                two((task, context) -> note(context, task)).state((worker, context) -> context.state());
        assertThat(WorkerRun.failure(application, 1, 1))
                .startsWith("worker 0, task begin: ")
                .contains("state of worker 0: it is being made");
    }

    /** A task or state that holds an object. It cannot be saved or sent if that object is not serializable. */
    record Holder(Object held) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void shouldNameTheTaskThatCannotBeSent() throws Exception {
        assertThat(WorkerRun.failure(two((task, context) -> context.send(1, new Holder(new Object()))), 1, 1))
                .startsWith("worker 0, task begin: ")
                .contains("java.lang.Object");
    }

    @Test
    void shouldNameTheWorkerWhoseTaskCannotBeSaved() throws Exception {
        ScriptedWorkers application = two((task, context) -> {
            if (task.equals("begin")) {
                context.send(0, new Holder(new Object()));
                context.await(1); // keeps the task in the queue
            }
            context.send(1, "on");
        });
        application.handle((task, context) -> {
            if (task.equals("begin")) {
                context.send(0, new Holder(new Object()));
                context.await(1); // keeps the task in the queue
                context.send(1, "on");
            } else {
                context.send(1, "on"); // repeats until the safe point fails
            }
        });
        assertThat(WorkerRun.failure(application, 1, 1))
                .contains("worker 0 has a task that cannot be saved, of worker 0: ")
                .contains("java.lang.Object");
    }

    /** An application with a state, or with results, that cannot be saved. */
    private record Unfit(boolean state) implements WorkerApplication<Holder, String, Holder> {
        @Override
        public void begin(WorkerSetup<String> setup) {
            setup.workers(5, 1, Directives.NONE.startOn(1).moveAnywhere());
            setup.send(5, "go on");
        }

        @Override
        public Holder state(long worker, WorkerContext<Holder, String> context) {
            return new Holder(state ? new Object() : "fit");
        }

        @Override
        public void handle(String task, WorkerContext<Holder, String> context) {
            if (state) {
                context.send(5, "go on");
            } else {
                context.end();
            }
        }

        @Override
        public Holder result(long worker, Holder itsState) {
            return new Holder(new Object());
        }

        @Override
        public Holder merge(Holder left, Holder right) {
            return left;
        }

        @Override
        public void handleResults(Holder result, Report report) {}
    }

    @Test
    void shouldNameTheWorkerWhoseStateCannotBeSaved() throws Exception {
        for (String strategy : List.of("none", "rotate")) { // saving fails at a safe point, or when the worker moves
            assertThat(WorkerRun.failure(new Unfit(true), strategy, 1, 1))
                    .startsWith("worker 5, its state cannot be saved: ")
                    .contains("java.lang.Object");
        }
    }

    @Test
    void shouldNameTheWorkerWhoseResultCannotBeKept() throws Exception {
        assertThat(WorkerRun.failure(new Unfit(false), 1, 1))
                .startsWith("worker 5, its result cannot be kept: ")
                .contains("java.lang.Object");
    }

    @Test
    void shouldNameTheWorkerWhoseResultThrows() throws Exception {
        ScriptedWorkers application = two((task, context) -> {}).state((worker, context) -> {
            if (worker == 1) {
                throw new IllegalStateException("no state for 1");
            }
            return new ScriptedWorkers.Diary(List.of());
        });
        assertThat(WorkerRun.failure(application, 1, 1))
                .isEqualTo("worker 1, its result: java.lang.IllegalStateException: no state for 1");
    }

    @Test
    void shouldTellWhichHandlerDoesNotReturnAndForHowLong() throws Exception {
        AtomicReference<EngineRun> run = new AtomicReference<>();
        ScriptedWorkers application = two((task, context) -> {
            if (task.equals("begin")) {
                context.send(1, 5);
            } else {
                Awaitility.await().until(() -> isShown(run.get()));
            }
        });
        run.set(EngineRun.of(application, 1, 1));
        run.get().complete();
    }

    private static boolean isShown(EngineRun run) {
        WorkersNow.Handler handler = run.workersNow(1).longest();
        return handler != null
                && handler.worker() == 1
                && handler.task().equals("Integer")
                && handler.nanos() > TimeUnit.MILLISECONDS.toNanos(1);
    }

    @Test
    void shouldFailOfATaskForAWorkerThatEnds() throws Exception {
        assertThat(WorkerRun.failure(
                        two((task, context) -> {
                            context.send(0, "behind the end");
                            context.end();
                        }),
                        1,
                        1))
                .contains("worker 0 has ended, and was sent 1 task more, the first by worker 0");
    }
}
