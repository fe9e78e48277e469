package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.engine.worker.ScriptedWorkers.note;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.RemoteFailureException;
import org.moide.engine.Answer;
import org.moide.engine.Directives;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.core.EngineRun;

/** Tests tasks and requests between workers of one engine and of several engines. */
class WorkerTasksTest {
    private static final Directives HERE = Directives.NONE.startOn(0);
    private static final Directives THERE = Directives.NONE.startOn(1);

    @Test
    void shouldKeepTheStateThatAWorkerBecomesAsItMovesAndAcrossItsAnswers() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, Directives.NONE.startOn(1).moveAnywhere());
                    setup.send(0, 0);
                })
                .handle((task, context) -> {
                    int step = (int) task;
                    String said = context.ask(1, step, String.class).get();
                    assertThat(said).isEqualTo("heard " + (step + 1));
                    if (step < 300) {
                        context.send(0, step + 1);
                    }
                })
                .answer((request, context) -> {
                    note(context, request);
                    note(context, "again");
                    return "heard " + context.state().entries().size() / 2;
                });
        String expected = "";
        for (int step = 0; step <= 300; step++) {
            expected += (step == 0 ? "" : ", ") + step + ", again";
        }
        assertThat(WorkerRun.results(application, "rotate", 1, 1)).containsEntry("1", expected);
    }

    @Test
    void shouldHandleAnAwaitedTaskNext() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, THERE);
                    setup.send(0, "begin");
                    setup.send(0, "first");
                    setup.send(0, 8, "eighth");
                    setup.send(0, "second");
                })
                .handle((task, context) -> {
                    note(context, task);
                    if (task.equals("begin")) {
                        context.await(7);
                        context.send(1, "please");
                    } else if (task.equals("please")) {
                        context.send(0, "third");
                        context.send(0, 7, "seventh");
                    } else if (task.equals("seventh")) {
                        context.await(8);
                    }
                });
        assertThat(WorkerRun.results(application, 1, 1))
                .containsEntry("0", "begin, seventh, eighth, first, second, third")
                .containsEntry("1", "please");
    }

    @Test
    void shouldSendATaskWhenThoseThatItDependsOnAreHandled() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.dependencies();
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 2, THERE);
                    setup.send(0, "begin");
                })
                .handle((task, context) -> {
                    note(context, task);
                    if (task.equals("begin")) {
                        context.sendAfter(0, "at last", 1, 2, 3);
                        context.sendAfter(1, "after 3", 3);
                        context.send(0, 1, "one");
                        context.send(1, 2, "two");
                        context.send(0, "middle");
                    } else if (task.equals("two")) {
                        context.send(2, 3, "three");
                    } else if (task.equals("at last")) {
                        context.sendAfter(2, "of what was handled long ago", 1, 3);
                    }
                });
        assertThat(WorkerRun.results(application, 1, 1))
                .containsEntry("0", "begin, one, middle, at last")
                .containsEntry("1", "two, after 3")
                .containsEntry("2", "three, of what was handled long ago");
    }

    @Test
    void shouldAnswerInTheOrderOfWhatIsSent() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, HERE);
                    setup.workers(2, 1, THERE);
                    setup.send(0, "begin");
                })
                .handle((task, context) -> {
                    if (!task.equals("begin")) {
                        note(context, task);
                        return;
                    }
                    for (long asked = 1; asked <= 2; asked++) {
                        context.send(asked, "before");
                        Answer<Integer> answer = context.ask(asked, "how many?", Integer.class);
                        context.send(asked, "after");
                        note(context, answer.get() + " of " + asked);
                        assertThat(answer.isThere()).isTrue();
                        assertThat(answer.get()).isEqualTo(1);
                    }
                })
                .answer((request, context) -> context.state().entries().size());
        assertThat(WorkerRun.results(application, 1, 1))
                .containsEntry("0", "1 of 1, 1 of 2")
                .containsEntry("1", "before, after")
                .containsEntry("2", "before, after");
    }

    @Test
    void shouldEndAHandlerOnlyWhenAllItsAnswersAreThere() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 2, THERE);
                    setup.send(0, "ask");
                    setup.send(0, "then");
                })
                .handle((task, context) -> {
                    note(context, task);
                    if (task.equals("ask")) {
                        context.ask(1, "slow", String.class);
                    } else if (task.equals("then")) {
                        context.send(2, "seen");
                    }
                })
                .answer((request, context) -> {
                    if (context.worker() == 1) {
                        // If worker 0 had not waited, it would have sent to worker 2 by now.
                        String seen = context.ask(2, "anything?", String.class).get();
                        assertThat(seen).isEqualTo("0");
                        return "slow";
                    }
                    return "" + context.state().entries().size();
                });
        assertThat(WorkerRun.results(application, 1, 1))
                .containsEntry("0", "ask, then")
                .containsEntry("2", "seen");
    }

    @Test
    void shouldAskInChainsThatAreLongerThanThereAreThreads() throws Exception {
        int links = 60;
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    for (int worker = 0; worker <= links; worker++) {
                        setup.workers(
                                worker, 1, Directives.NONE.startOn(worker % 3).moveAnywhere());
                    }
                    for (int times = 0; times < 5; times++) {
                        setup.send(0, "count");
                    }
                })
                .handle((task, context) ->
                        note(context, context.ask(1, "count", Long.class).get()))
                .answer((request, context) -> context.worker() == links
                        ? (Long) 1L
                        : (Long) (1
                                + context.ask(context.worker() + 1, request, Long.class)
                                        .get()));
        assertThat(WorkerRun.results(application, "rotate", 1, 2, 1)).containsEntry("0", "60, 60, 60, 60, 60");
    }

    @Test
    void shouldLetMoreHandlersWaitThanThereAreThreads() throws Exception {
        int askers = 100;
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, askers, HERE);
                    setup.workers(askers, 1, THERE);
                    setup.group(0, 0, askers);
                    setup.broadcast(0, "ask");
                })
                .handle((task, context) -> {
                    String answer = context.ask(askers, "wait", String.class).get();
                    note(context, answer);
                })
                .answer((request, context) -> request + "ed");
        Map<String, Object> results = WorkerRun.results(application, 1, 1);
        for (int asker = 0; asker < askers; asker++) {
            assertThat(results).containsEntry("" + asker, "waited");
        }
    }

    @Test
    void shouldThrowWhereItIsAskedForWhatAnAnswerThrew() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, THERE);
                    setup.send(0, "ask");
                })
                .handle((task, context) -> {
                    Answer<String> answer = context.ask(1, "what?", String.class);
                    try {
                        note(context, answer.get());
                    } catch (RemoteFailureException thrown) {
                        note(context, String.valueOf(thrown.getMessage()).contains("no idea"));
                    }
                })
                .answer((request, context) -> {
                    throw new IllegalStateException("no idea");
                });
        assertThat(WorkerRun.results(application, 1, 1)).containsEntry("0", "true");
    }

    @Test
    void shouldSendToEveryWorkerOfAGroup() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 3, HERE);
                    setup.workers(3, 3, THERE);
                    setup.group(9, 0, 2);
                    setup.group(9, 3, 2);
                    setup.group(8, 5, 1);
                    setup.broadcast(9, "from begin");
                    setup.send(5, "go");
                })
                .handle((task, context) -> {
                    note(context, task);
                    if (task.equals("go")) {
                        context.broadcast(9, "from 5");
                        context.broadcast(8, "to itself");
                    }
                });
        Map<String, Object> results = WorkerRun.results(application, 1, 1);
        for (int worker : new int[] {0, 1, 3, 4}) {
            assertThat((String) results.get("" + worker)).contains("from begin").contains("from 5");
        }
        assertThat(results).containsEntry("2", "").containsEntry("5", "go, to itself");
    }

    @Test
    void shouldSendToOneWorkerOfAGroupThatHasNotEnded() throws Exception {
        int members = 100;
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, members, HERE);
                    setup.workers(members, 1, HERE);
                    setup.group(9, 0, members);
                    setup.sendToGroup(9, "from begin");
                    setup.send(members, 0, "end all but one");
                })
                .handle((task, context) -> {
                    if (context.worker() < members) {
                        note(context, task);
                        if (task.equals("end")) {
                            context.end();
                        }
                        return;
                    }
                    if (task.equals("end all but one")) {
                        for (int member = 0; member < members; member++) {
                            if (member != 42) {
                                context.send(member, "end");
                            }
                        }
                        context.send(members, 0);
                    } else if ((int) task < 1_000) {
                        context.send(members, (int) task + 1); // by the last of these tasks all workers have ended
                    } else {
                        context.sendToGroup(9, "to the last");
                    }
                });
        Map<String, Object> results = WorkerRun.results(application, 1);
        assertThat((String) results.get("42")).endsWith("to the last");
        long begun = results.values().stream()
                .filter(diary -> diary.toString().contains("from begin"))
                .count();
        assertThat(begun).isEqualTo(1);
    }

    @Test
    void shouldSendToTheGroupsWorkersOnTheEngineWithLessToDo() throws Exception {
        int members = 40;
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, members / 2, HERE);
                    setup.workers(members / 2, members / 2, THERE);
                    setup.workers(members, 20, HERE);
                    setup.group(9, 0, members);
                    for (int busy = 0; busy < 20; busy++) {
                        setup.send(members + busy, 0);
                    }
                })
                .handle((task, context) -> {
                    int round = (int) task;
                    if (round < 0) {
                        note(context, context.engine());
                    } else if (round < 4_000) {
                        context.send(context.worker(), round + 1);
                        if (round >= 3_000 && context.worker() == members) {
                            context.sendToGroup(9, -1);
                        }
                    }
                });
        Map<String, Object> results = WorkerRun.results(application, 1, 1);
        int[] engines = new int[2];
        for (int member = 0; member < members; member++) {
            for (String engine : ((String) results.get("" + member)).split(", ", -1)) {
                if (!engine.isEmpty()) {
                    engines[Integer.parseInt(engine)]++;
                }
            }
        }
        assertThat(engines[0] + engines[1]).isEqualTo(1_000);
        assertThat(engines[1]).as(Arrays.toString(engines)).isGreaterThan(700);
    }

    @Test
    void shouldKnowWhatIsAroundAWorker(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("words.txt"), "moide");
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1, HERE);
                    setup.workers(1, 1, THERE);
                    setup.report()
                            .print("begin on " + setup.engines() + " with "
                                    + setup.arguments().text("--word", "none"));
                    setup.send(0, Files.readString(setup.file("words.txt")));
                    setup.send(1, new String(setup.shared("words.txt", byte[].class), StandardCharsets.UTF_8));
                })
                .state((worker, context) -> {
                    context.report().print("state of " + worker + " on " + context.engine());
                    return new ScriptedWorkers.Diary(java.util.List.of());
                })
                .handle((task, context) -> {
                    note(context, task);
                    note(context, context.worker() + " on " + context.engine() + " of " + context.engines());
                    note(context, context.arguments().text("--word", "none"));
                    note(context, Files.readString(context.file("words.txt")));
                    note(context, context.shared("words.txt", byte[].class).length);
                    context.report().put("of " + context.worker(), 2.5);
                });
        EngineRun run = EngineRun.of(application, 1, 1).with(new NamedFiles(Map.of("words.txt", file.toString())));
        assertThat(run.complete("--word", "aldy"))
                .containsEntry("0", "moide, 0 on 0 of 2, aldy, moide, 5")
                .containsEntry("1", "moide, 1 on 1 of 2, aldy, moide, 5")
                .containsEntry("of 0", 2.5)
                .containsEntry("of 1", 2.5);
        assertThat(run.lines).contains("begin on 2 with aldy", "state of 0 on 0", "state of 1 on 1");
    }
}
