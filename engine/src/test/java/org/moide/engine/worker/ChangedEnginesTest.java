package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.engine.worker.ScriptedWorkers.note;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.moide.engine.Directives;
import org.moide.engine.core.EngineRun;

/** Tests engines that join and leave while the workers of the other engines continue. */
class ChangedEnginesTest {
    private static final int WORKERS = 6;

    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean enough = new AtomicBoolean();
    private final Map<Long, Integer> last = new ConcurrentHashMap<>();

    /**
     * Returns workers that may move anywhere, and send themselves increasing numbers until {@code enough} is set. Each
     * notes the engines on which it runs, and refuses a number that does not follow the last one.
     *
     * @param onEngine2 called whenever a task is handled on engine 2
     */
    private ScriptedWorkers counting(Runnable onEngine2) {
        return ScriptedWorkers.that(setup -> {
                    setup.workers(0, WORKERS, Directives.NONE.moveAnywhere());
                    for (int worker = 0; worker < WORKERS; worker++) {
                        setup.send(worker, 0);
                    }
                })
                .handle((task, context) -> {
                    Integer before = last.put(context.worker(), (Integer) task);
                    if ((int) task != (before == null ? 0 : before + 1)) {
                        throw new IllegalStateException("expected what follows " + before + ", found " + task);
                    }
                    List<String> diary = context.state().entries();
                    String here = "" + context.engine();
                    if (diary.isEmpty() || !diary.get(diary.size() - 1).equals(here)) {
                        note(context, here);
                    }
                    if (context.engine() == 2) {
                        onEngine2.run();
                    }
                    if (!enough.get()) {
                        context.send(context.worker(), (int) task + 1);
                    }
                });
    }

    @Test
    void shouldGiveTheWorkersOfAnEngineThatLeavesToTheOthers() throws Exception {
        EngineRun run =
                EngineRun.of(counting(() -> begun.set(true)), 1, 1, 1).leaving(2, begun::get, () -> enough.set(true));
        Map<String, Object> results = run.complete();
        assertThat(run.left).containsExactly(2);
        assertThat(results.keySet()).containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5");
        assertThat(results.values())
                .as("engines of each worker")
                .filteredOn(all -> all.toString().startsWith("2"))
                .hasSize(2);
        assertThat(results.values()).noneMatch(all -> all.toString().endsWith("2"));
    }

    @Test
    void shouldGiveAnEngineThatJoinsItsShareOfTheWorkers() throws Exception {
        EngineRun run =
                EngineRun.of(counting(() -> enough.set(true)), 1, 1).joining(1, () -> !last.isEmpty(), () -> {});
        Map<String, Object> results = run.complete();
        assertThat(results.keySet()).containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5");
        assertThat(results.values())
                .as("engines of each worker")
                .anyMatch(all -> all.toString().endsWith("2"));
    }
}
