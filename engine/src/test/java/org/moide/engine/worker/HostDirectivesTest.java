package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.engine.worker.ScriptedWorkers.note;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.engine.Directives;
import org.moide.engine.control.EngineHost;
import org.moide.engine.core.EngineRun;

/** Tests directives about names and labels of hosts, and about the memory of engines. */
class HostDirectivesTest {
    private static final long GIB = 1L << 30;
    private static final EngineHost FRONT = new EngineHost("front", List.of(), GIB);
    private static final EngineHost FAST = new EngineHost("gpu-1", List.of("gpu", "rack=1"), 2 * GIB);
    private static final EngineHost LARGE = new EngineHost("gpu-2", List.of("rack=2"), 4 * GIB);

    private static EngineRun run(ScriptedWorkers application, String strategy) {
        return EngineRun.of(application, 1, 2, 1).workers(strategy).at(FRONT, FAST, LARGE);
    }

    private static ScriptedWorkers noting(ScriptedWorkers.Begin begin) {
        return ScriptedWorkers.that(begin).handle((task, context) -> note(context, context.engine()));
    }

    @Test
    void shouldBeginWorkersOnHostsOfTheirDirectives() throws Exception {
        Map<String, Object> results = run(
                        noting(setup -> {
                            setup.worker(0, Directives.NONE.onHosts("front"));
                            setup.worker(1, Directives.NONE.onLabels("gpu"));
                            setup.worker(2, Directives.NONE.needsMemory(3 * GIB));
                            setup.worker(3, Directives.NONE.onHosts("gpu*").onLabels("rack=2"));
                            setup.worker(4, Directives.NONE.startOn(0, 1).needsMemory(2 * GIB));
                            setup.workers(10, 30, Directives.NONE.onHosts("gpu*"));
                            setup.group(0, 0, 5);
                            setup.group(0, 10, 30);
                            setup.broadcast(0, "where?");
                        }),
                        "none")
                .complete();
        assertThat(results)
                .containsEntry("0", "0")
                .containsEntry("1", "1")
                .containsEntry("2", "2")
                .containsEntry("3", "2")
                .containsEntry("4", "1");
        for (int worker = 10; worker < 40; worker++) {
            // Engines 1 and 2 have powers 2 and 1.
            assertThat(results).containsEntry("" + worker, worker < 30 ? "1" : "2");
        }
    }

    @Test
    void shouldStartWorkersOnHostsOfTheirDirectives() throws Exception {
        Map<String, Object> results = run(
                        ScriptedWorkers.that(setup -> {
                                    setup.hostDirectives();
                                    setup.worker(0, Directives.NONE.startOn(0));
                                    setup.send(0, "begin");
                                })
                                .handle((task, context) -> {
                                    note(context, context.engine());
                                    if (task.equals("begin")) {
                                        context.start(1, Directives.NONE.onLabels("gpu"));
                                        context.start(2, Directives.NONE.needsMemory(4 * GIB));
                                        context.start(3, Directives.NONE.onHosts("*o*"));
                                        context.start(4, Directives.NONE.onHosts("nowhere"));
                                        for (int worker = 1; worker <= 4; worker++) {
                                            context.send(worker, "where?");
                                        }
                                    }
                                }),
                        "none")
                .complete();
        assertThat(results)
                .containsEntry("1", "1")
                .containsEntry("2", "2")
                .containsEntry("3", "0")
                .containsEntry("4", "0");
    }

    @Test
    void shouldRefuseToStartAWorkerByHostIfNobodyKnowsThem() throws Exception {
        ScriptedWorkers application = ScriptedWorkers.that(setup -> {
                    setup.workers(0, 1);
                    setup.send(0, "begin");
                })
                .handle((task, context) -> context.start(1, Directives.NONE.onHosts("gpu*")));
        assertThat(run(application, "none").failure())
                .contains("expected begin to have called hostDirectives() before a worker starts with the directives"
                        + " onHosts [gpu*]");
    }

    @Test
    void shouldRefuseHostDirectivesThatLeaveNoEngine() throws Exception {
        String engines = ", found engine 0 on front (no labels; 1.0 GiB), engine 1 on gpu-1 (gpu, rack=1; 2.0 GiB),"
                + " engine 2 on gpu-2 (rack=2; 4.0 GiB)";
        assertThat(refusal(3, Directives.NONE.onHosts("node*")))
                .contains("worker 3: expected an engine for the directives onHosts [node*]" + engines);
        assertThat(refusal(3, Directives.NONE.onLabels("gpu").needsMemory(4 * GIB)))
                .contains("worker 3: expected an engine for the directives onLabels [gpu], needsMemory 4.0 GiB"
                        + engines);
        assertThat(refusal(3, Directives.NONE.startOn(0).onLabels("gpu")))
                .contains("worker 3: expected an engine for the directives startOn [0], onLabels [gpu]" + engines);
        assertThat(refusal(3, Directives.NONE.moveTo(0, 2).onLabels("gpu")))
                .contains("worker 3: expected an engine for the directives moveTo [0, 2], onLabels [gpu]" + engines);
        assertThat(run(ScriptedWorkers.that(setup -> setup.workers(3, 4, Directives.NONE.onHosts("x"))), "none")
                        .failure())
                .contains("workers 3 to 6: expected an engine for the directives onHosts [x]" + engines);
    }

    private static String refusal(long worker, Directives directives) throws Exception {
        return run(ScriptedWorkers.that(setup -> setup.worker(worker, directives)), "none")
                .failure();
    }
}
