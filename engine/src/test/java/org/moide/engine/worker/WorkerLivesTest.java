package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.engine.worker.ScriptedWorkers.note;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.moide.engine.Directives;
import org.moide.engine.WorkerContext;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.WorkersNow;
import org.moide.engine.core.EngineRun;

/** Tests where workers begin, where they move and how they end, according to their directives. */
class WorkerLivesTest {
    private static final Directives ANYWHERE = Directives.NONE.moveAnywhere();

    /** Number of moves of worker 0 after which all workers stop. */
    private static final int MOVES = 12;

    @Test
    void shouldBeginWorkersOnTheEnginesOfTheirDirectives() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 30, Directives.NONE.startOn(1));
                    setup.workers(30, 30, Directives.NONE.startOn(2, 0));
                    setup.workers(60, 30, Directives.NONE.startOn(7, 2));
                    setup.group(0, 0, 90);
                    setup.broadcast(0, "where?");
                })
                .handle((task, context) -> note(context, context.engine()));
        Map<String, Object> results = WorkerRun.results(application, 1, 1, 1);
        for (int worker = 0; worker < 90; worker++) {
            String expected = worker < 30 ? "1" : worker < 45 ? "0" : "2";
            assertThat(results).containsEntry("" + worker, expected);
        }
    }

    @Test
    void shouldStartWorkersHereAndElsewhere() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, Directives.NONE.startOn(1));
                    setup.send(0, "begin");
                    setup.send(100, "before there was one");
                })
                .handle((task, context) -> {
                    note(context, task + " on " + context.engine());
                    if (task.equals("begin")) {
                        context.start(100, Directives.NONE);
                        context.send(100, "a");
                        context.start(200, Directives.NONE.startOn(0));
                        context.send(200, "b");
                        context.start(300, Directives.NONE.startOn(2));
                        context.send(300, "c");
                        context.start(400, Directives.NONE.startOn(2));
                        context.start(500, Directives.NONE.weight(2, 1.5));
                        context.send(500, "f");
                        context.start(600, Directives.NONE.weight(2, 0.5));
                        context.send(600, "g");
                    } else if (task.equals("c")) {
                        context.send(400, "d");
                        context.send(200, "e");
                    }
                });
        Map<String, Object> results = WorkerRun.results(application, 1, 1, 1);
        assertThat((String) results.get("100"))
                .contains("before there was one on 1")
                .contains("a on 1");
        assertThat(results)
                .containsEntry("200", "b on 0, e on 0")
                .containsEntry("300", "c on 2")
                .containsEntry("400", "d on 2")
                .containsEntry("500", "f on 2")
                .containsEntry("600", "g on 1");
    }

    @Test
    void shouldTakeTheResultOfAWorkerWhenItEnds() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 2, Directives.NONE.startOn(1));
                    setup.workers(2, 1, Directives.NONE.startOn(0));
                    setup.send(0, "last");
                    setup.send(1, "go on");
                    setup.send(2, "go on");
                })
                .handle((task, context) -> {
                    if (task.equals("last")) {
                        context.end();
                        context.send(1, "it ends");
                    }
                    note(context, task);
                });
        assertThat(WorkerRun.results(application, 1, 1))
                .containsEntry("0", "last")
                .containsEntry("2", "go on")
                .hasSize(3);
    }

    @Test
    void shouldMakeTheResultOfAWorkerThatNeverHadATask() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> setup.workers(0, 4));
        assertThat(WorkerRun.results(application, 1, 1))
                .containsExactlyInAnyOrderEntriesOf(Map.of("0", "", "1", "", "2", "", "3", ""));
    }

    @Test
    void shouldHandleNoResultsIfThereIsNoWorker() throws Exception {
        assertThat(WorkerRun.results(ScriptedWorkers.that(setup -> {}), 1, 1)).isEmpty();
    }

    @Test
    void shouldBeginAWorkerAfterTheEndOfOthers() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, Directives.NONE.startOn(1));
                    setup.workers(1, 1, Directives.NONE.startOn(0).after(0));
                    setup.workers(2, 1, Directives.NONE.startOn(1).after(0, 1));
                    setup.send(2, "early");
                    setup.send(1, "early");
                    setup.send(0, 3);
                })
                .handle((task, context) -> {
                    long me = context.worker();
                    note(context, task);
                    if (task instanceof Integer left && left > 0) {
                        context.send(1, "sent before " + left);
                        context.send(me, left - 1);
                    } else if (me == 0) {
                        context.start(3, Directives.NONE.after(2));
                        context.send(3, "early");
                        context.send(3, "begins");
                        context.end();
                    } else if (me == 1 && task.equals("sent before 1")) {
                        context.send(2, "1 ends");
                        context.end();
                    } else if (me == 2 && context.state().entries().size() == 2) {
                        context.send(3, "2 ends");
                        context.start(4, Directives.NONE.after(0, 1)); // workers 0 and 1 have ended long ago
                        context.send(4, "begins");
                        context.end();
                    }
                });
        Map<String, Object> results = WorkerRun.results(application, 2, 2);
        assertThat(results).containsEntry("0", "3, 2, 1, 0").containsEntry("4", "begins");
        assertThat((String) results.get("1")).contains("sent before 3, sent before 2, sent before 1");
        assertThat((String) results.get("2")).contains("early").contains("1 ends");
        assertThat((String) results.get("3")).contains("early, begins").contains("2 ends");
    }

    /**
     * Returns workers that send themselves ticks and note each engine on which they run, until worker 0 has moved often
     * enough. After half of its moves they get a task "go", and note it.
     */
    private static ScriptedWorkers wanderers(ScriptedWorkers.Begin begin, int count, Handler more) {
        return ScriptedWorkers.that(setup -> {
                    setup.worker(0, ANYWHERE);
                    begin.begin(setup);
                    for (int worker = 0; worker < count; worker++) {
                        setup.send(worker, "tick");
                    }
                })
                .handle((task, context) -> {
                    List<String> entries = context.state().entries();
                    if (!entries.isEmpty() && entries.get(entries.size() - 1).equals("stop")) {
                        return;
                    }
                    more.handle(task, context);
                    if (!task.equals("tick")) {
                        note(context, task);
                        return;
                    }
                    String here = "" + context.engine();
                    if (entries.isEmpty() || !entries.get(entries.size() - 1).equals(here)) {
                        note(context, here);
                        int moves = context.state().entries().size();
                        for (int other = 1; other < count && context.worker() == 0; other++) {
                            if (moves == MOVES / 2 || moves == MOVES) {
                                context.send(other, moves == MOVES ? "stop" : "go");
                            }
                        }
                        if (context.worker() == 0 && moves == MOVES) {
                            return;
                        }
                    }
                    context.send(context.worker(), "tick");
                });
    }

    private interface Handler {
        void handle(Serializable task, WorkerContext<ScriptedWorkers.Diary, Serializable> context);
    }

    private static Set<String> seen(Object diary) {
        TreeSet<String> seen = new TreeSet<>(Arrays.asList(diary.toString().split(", ")));
        seen.removeAll(List.of("go", "stop"));
        return seen;
    }

    @Test
    void shouldMoveWorkersOnlyWhereTheirDirectivesLetThem() throws Exception {
        ScriptedWorkers application = wanderers(
                setup -> {
                    setup.worker(1, Directives.NONE.startOn(0));
                    setup.worker(2, Directives.NONE.startOn(0).moveTo(0, 1));
                    setup.worker(3, ANYWHERE.startOn(1));
                },
                4,
                (task, context) -> {});
        Map<String, Object> results = WorkerRun.results(application, "rotate", 1, 1, 1);
        assertThat(seen(results.get("0"))).containsExactly("0", "1", "2");
        assertThat(seen(results.get("1"))).containsExactly("0");
        assertThat(seen(results.get("2"))).containsExactly("0", "1");
        assertThat(seen(results.get("3"))).containsExactly("0", "1", "2");
    }

    @Test
    void shouldMoveWorkersOnlyToHostsThatTheirDirectivesLetThem() throws Exception {
        ScriptedWorkers application = wanderers(
                setup -> {
                    setup.worker(1, ANYWHERE.onHosts("b", "c*"));
                    setup.worker(2, ANYWHERE.startOn(0).onLabels("left"));
                    setup.worker(3, ANYWHERE.startOn(1).needsMemory(20).moveTo(0, 1));
                },
                4,
                (task, context) -> {});
        EngineRun run = EngineRun.of(application, 1, 1, 1)
                .workers("rotate")
                .at(
                        new EngineHost("a", List.of("left"), 10),
                        new EngineHost("b", List.of(), 20),
                        new EngineHost("c", List.of("left"), 30));
        Map<String, Object> results = run.complete();
        assertThat(seen(results.get("0"))).containsExactly("0", "1", "2");
        assertThat(seen(results.get("1"))).containsExactly("1", "2");
        assertThat(seen(results.get("2"))).containsExactly("0", "2");
        assertThat(seen(results.get("3"))).containsExactly("1");
    }

    @Test
    void shouldNotMoveAWorkerWhileItSaysThatItIsNotToBeMoved() throws Exception {
        ScriptedWorkers application = wanderers(setup -> setup.worker(1, ANYWHERE.startOn(1)), 2, (task, context) -> {
            if (context.worker() == 1) {
                context.movable(task.equals("go") || context.state().entries().contains("go"));
            }
        });
        Map<String, Object> results = WorkerRun.results(application, "rotate", 1, 1, 1);
        assertThat((String) results.get("1")).startsWith("1, go, ");
        assertThat(seen(results.get("1"))).containsExactly("0", "1", "2");
    }

    @Test
    void shouldCountAWorkerAsActiveOnlyWhileItSaysThatItIs() throws Exception {
        AtomicReference<EngineRun> run = new AtomicReference<>();
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.worker(0, Directives.NONE.startOn(1));
                    setup.send(0, "go");
                })
                .handle((task, context) -> {
                    awaitActive(run.get(), 1);
                    context.active(false);
                    awaitActive(run.get(), 0);
                    context.active(true);
                    awaitActive(run.get(), 1);
                });
        run.set(EngineRun.of(application, 1, 1));
        run.get().complete();
    }

    /** Waits until engine 1 has one worker and reports this number of active workers. */
    private static void awaitActive(EngineRun run, long count) {
        Awaitility.await().until(() -> {
            WorkersNow now = run.workersNow(1);
            return now.workers() == 1 && now.active() == count;
        });
    }

    @Test
    void shouldMoveAWorkerWithNeighboursToThemOnly() throws Exception {
        ScriptedWorkers application = wanderers(
                setup -> {
                    setup.worker(1, ANYWHERE.startOn(0).neighbours(3));
                    setup.worker(2, ANYWHERE.startOn(0).neighbourGroups(9));
                    setup.worker(3, Directives.NONE.startOn(1));
                    setup.worker(4, Directives.NONE.startOn(0)); // makes sure that every engine has a worker
                    setup.worker(5, Directives.NONE.startOn(2));
                    setup.group(9, 3, 1);
                },
                6,
                (task, context) -> {
                    long me = context.worker();
                    if (me == 1 || me == 2) {
                        context.movable(
                                task.equals("go") || context.state().entries().contains("go"));
                    }
                });
        Map<String, Object> results = WorkerRun.results(application, "rotate", 1, 1, 1);
        // After "go" a worker may move before it has noted its old engine again.
        assertThat((String) results.get("1")).matches("0, go, (0, )?1, stop");
        assertThat((String) results.get("2")).matches("0, go, (0, )?1, stop");
    }

    @Test
    void shouldMoveWorkersAfterASafePointToo() throws Exception {
        ScriptedWorkers application =
                wanderers(setup -> setup.worker(1, Directives.NONE.startOn(0)), 2, (task, context) -> {});
        EngineRun run =
                EngineRun.of(application, 1, 1, 1).workers("rotate").keeping(1e-9); // just enough for one safe point
        assertThat(seen(run.complete().get("0"))).containsExactly("0", "1", "2");
    }

    @Test
    void shouldNotMoveWorkersWithoutAStrategy() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 10, ANYWHERE);
                    setup.group(0, 0, 10);
                    setup.broadcast(0, 0);
                })
                .handle((task, context) -> {
                    note(context, context.engine());
                    if ((int) task < 500) {
                        context.send(context.worker(), (int) task + 1);
                    }
                });
        Map<String, Object> results = WorkerRun.results(application, "none", 1, 1);
        for (int worker = 0; worker < 10; worker++) {
            assertThat(seen(results.get("" + worker))).containsExactly(worker < 5 ? "0" : "1");
        }
    }

    @Test
    void shouldHandleTasksWhileAnotherHandlerHasNotPassedASafePoint() throws Exception {
        CountDownLatch enough = new CountDownLatch(1);
        long start = System.nanoTime();
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.worker(0, Directives.NONE.startOn(0));
                    setup.worker(1, Directives.NONE.startOn(1));
                    setup.send(0, "wait");
                    setup.send(1, "go");
                })
                .handle((task, context) -> {
                    if (context.worker() == 0) {
                        assertThat(enough.await(100, TimeUnit.SECONDS)).isTrue();
                    } else if (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(300)) {
                        context.send(1, task); // lasts longer than the interval between checks for safe points
                    } else {
                        enough.countDown();
                    }
                });
        EngineRun.of(application, 1, 1).keeping(1).complete();
        assertThat(enough.getCount()).isZero();
    }
}
