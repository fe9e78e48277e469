package org.moide.hosts.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.plan.DaemonAddress;

class JobsCoreTest {
    private static final ChangeAnswer DONE = new ChangeAnswer(true, List.of());

    private final LabRun run = new LabRun(true);
    private long now;

    private static DaemonAddress daemon(int port) {
        return new DaemonAddress("n", port, 2);
    }

    private static JobDaemon of(long job, int port) {
        return new JobDaemon(job, daemon(port), 0);
    }

    private List<JobStep> after(long seconds, JobsCore core) {
        for (int i = 0; i < seconds; i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            run.second();
        }
        return core.tick(run.status(), now);
    }

    private static List<JobStep> doings(List<JobStep> steps) {
        return steps.stream().filter(step -> !(step instanceof JobStep.Note)).toList();
    }

    private static List<String> notes(List<JobStep> steps) {
        return steps.stream()
                .filter(JobStep.Note.class::isInstance)
                .map(step -> ((JobStep.Note) step).line())
                .toList();
    }

    private static JobsCore core(int nodes, int least, int most) {
        return new JobsCore(new SlurmSettings(nodes, least, most, List.of()));
    }

    private void hear(JobsCore core, String... lines) {
        core.heard(QueuedJob.all(String.join("\n", lines)), now);
    }

    /**
     * Returns a core for a run that computes on one node, which belongs to the Slurm job 17.
     *
     * @param least the minimum number of nodes
     * @param most the maximum number of nodes
     */
    private JobsCore computing(int least, int most) {
        JobsCore core = core(1, least, most);
        core.tick(null, now);
        core.submitted(17, 1, now);
        hear(core, "17|RUNNING|1|UNLIMITED|UNLIMITED|None");
        core.seen(List.of(of(17, 1)), Set.of());
        run.come(daemon(1));
        return core;
    }

    @Test
    void shouldHaveTheLeastInOneJobAndTheRestInJobsOfTheirOwn() {
        JobsCore core = core(4, 2, 8);
        assertThat(doings(core.tick(null, now)))
                .containsExactly(new JobStep.Submit(2), new JobStep.Submit(1), new JobStep.Submit(1));
        core.submitted(17, 2, now);
        core.submitted(18, 1, now);
        core.submitted(19, 1, now);
        assertThat(notes(core.tick(null, now))).first().isEqualTo("job 17 is submitted, for 2 nodes");
        hear(
                core,
                "17|PENDING|2|1:00|1:00|Resources",
                "18|PENDING|1|1:00|1:00|Priority",
                "19|PENDING|1|1:00|1:00|None");
        assertThat(core.tick(null, now))
                .containsExactly(
                        new JobStep.Note("job 17 waits: Resources"),
                        new JobStep.Note("job 18 waits: Priority"),
                        new JobStep.Note("job 19 waits"));
        assertThat(core.isReady(now)).isFalse();
        hear(core, "17|RUNNING|2|1:00:00|1:00:00|None", "18|PENDING|1|1:00|1:00|Priority");
        core.seen(List.of(of(17, 1)), Set.of());
        assertThat(core.isReady(now)).as("of two nodes one is there").isFalse();
        core.seen(List.of(of(17, 1), of(17, 2)), Set.of());
        assertThat(core.isReady(now)).isTrue();
        assertThat(core.tick(null, now)).containsExactly(new JobStep.Note("job 17 has begun"));
    }

    @Test
    void shouldGrowWhileTasksWaitAndUseNodesAtOnce() {
        JobsCore core = computing(1, 3);
        run.waiting(100);
        assertThat(doings(core.tick(run.status(), now))).isEmpty();
        assertThat(doings(after(3, core))).containsExactly(new JobStep.Submit(1));
        core.submitted(18, 1, now);
        assertThat(doings(after(60, core))).as("one is on its way").isEmpty();
        hear(core, "17|RUNNING|1|UNLIMITED|UNLIMITED|None", "18|RUNNING|1|UNLIMITED|UNLIMITED|None");
        core.seen(List.of(of(17, 1), of(18, 2)), Set.of());
        List<JobStep> steps = doings(core.tick(run.status(), now));
        assertThat(steps).hasSize(1);
        assertThat(((JobStep.Change) steps.get(0)).order()).isEqualTo(new ChangeOrder.Expand(List.of(daemon(2))));
        assertThat(doings(core.tick(run.status(), now))).as("it is under way").isEmpty();
        run.come(daemon(2));
        core.changed(DONE, now);
        assertThat(doings(after(3, core))).as("three at most").containsExactly(new JobStep.Submit(1));
    }

    @Test
    void shouldGiveBackTheNodeOfAnEngineWithoutWork() {
        JobsCore core = computing(1, 3);
        run.waiting(10);
        core.tick(run.status(), now);
        after(3, core);
        core.submitted(18, 1, now);
        hear(core, "17|RUNNING|1|UNLIMITED|UNLIMITED|None", "18|RUNNING|1|UNLIMITED|UNLIMITED|None");
        core.seen(List.of(of(17, 1), of(18, 2)), Set.of());
        core.tick(run.status(), now);
        int second = run.come(daemon(2));
        run.waiting(0);
        run.idle(true);
        core.changed(DONE, now);
        core.tick(run.status(), now);
        List<JobStep> steps = doings(after(31, core));
        assertThat(((JobStep.Change) steps.get(0)).order()).isEqualTo(new ChangeOrder.Shrink(second));
        run.stand(second, EngineStatus.Standing.LEAVING);
        assertThat(doings(core.tick(run.status(), now))).as("it is still there").isEmpty();
        run.stand(second, EngineStatus.Standing.FINISHED);
        core.changed(DONE, now);
        assertThat(doings(core.tick(run.status(), now))).containsExactly(new JobStep.GiveBack(Set.of(18L)));
        assertThat(doings(after(300, core))).as("one stays").isEmpty();
    }

    @Test
    void shouldReplaceAJobBeforeItsTimeLimitAndNoneThatIsCancelled() {
        JobsCore core = computing(1, 1);
        hear(core, "17|RUNNING|1|5:01|1:00:00|None");
        assertThat(doings(core.tick(run.status(), now))).isEmpty();
        assertThat(doings(after(2, core))).containsExactly(new JobStep.Submit(1));
        core.submitted(18, 1, now);
        hear(core, "17|RUNNING|1|4:00|1:00:00|None", "18|RUNNING|1|59:00|1:00:00|None");
        core.seen(List.of(of(17, 1), of(18, 2)), Set.of());
        assertThat(core.daemons(now)).containsExactly(daemon(2));
        assertThat(((JobStep.Change) doings(core.tick(run.status(), now)).get(0)).order())
                .isEqualTo(new ChangeOrder.Replace(0, List.of(daemon(2))));
        run.come(daemon(2));
        run.stand(0, EngineStatus.Standing.FINISHED);
        core.changed(DONE, now);
        assertThat(doings(core.tick(run.status(), now))).containsExactly(new JobStep.GiveBack(Set.of(17L)));
        hear(core, "17|CANCELLED|1|INVALID|1:00:00|None", "18|CANCELLED|1|INVALID|1:00:00|None");
        assertThat(doings(after(60, core))).isEmpty();
        assertThat(core.trouble()).isEqualTo("all of its jobs were cancelled");
    }

    @Test
    void shouldReplaceAJobThatWasToldToEndOrHasEndedByItself() {
        JobsCore core = computing(1, 1);
        core.begins();
        core.seen(List.of(of(17, 1)), Set.of(17L));
        assertThat(doings(core.tick(run.status(), now))).containsExactly(new JobStep.Submit(1));
        core.submitted(18, 1, now);
        assertThat(core.hasLostNodes()).isFalse();
        hear(core, "17|TIMEOUT|1|INVALID|1:00|TimeLimit", "18|NODE_FAIL|1|INVALID|1:00|None");
        assertThat(core.hasLostNodes()).isTrue();
        assertThat(notes(core.tick(run.status(), now))).contains("job 17 has ended: TIMEOUT, TimeLimit");
        assertThat(doings(after(JobsCore.AGAIN_NANOS / 1_000_000_000, core)))
                .as("18 had no daemon: after a while")
                .containsExactly(new JobStep.Submit(1));
    }

    @Test
    void shouldTakeOverTheJobsOfAnEarlierCoordinator() {
        JobsCore core = core(3, 2, 3);
        hear(core, "17|RUNNING|2|UNLIMITED|UNLIMITED|None", "12|COMPLETED|1|INVALID|UNLIMITED|None");
        core.seen(List.of(of(17, 1), of(17, 2), of(12, 3)), Set.of());
        assertThat(doings(core.tick(null, now))).containsExactly(new JobStep.Submit(1));
        assertThat(core.isReady(now)).isTrue();
        assertThat(core.daemons(now)).containsExactly(daemon(1), daemon(2));
    }

    @Test
    void shouldSayWhyThereWillBeNoNodes() {
        JobsCore core = core(1, 1, 1);
        core.refused("sbatch said: invalid partition", now);
        assertThat(core.trouble()).isEqualTo("sbatch said: invalid partition");
        core = core(1, 1, 1);
        core.submitted(17, 1, now);
        hear(core, "17|FAILED|1|INVALID|1:00|NonZeroExitCode");
        assertThat(core.trouble()).isEqualTo("job 17 ended (FAILED, NonZeroExitCode) before a daemon of it had come");
        assertThat(core.lastFailed()).isEqualTo(17);
        core = core(1, 1, 1);
        core.submitted(17, 1, now);
        now += JobBook.FORGOTTEN_NANOS + 1;
        hear(core);
        assertThat(core.trouble())
                .isEqualTo("job 17 ended (Slurm does not know it any more) before a daemon of it had come");
    }

    @Test
    void shouldStopAskingWhenJobsComeToNothing() {
        JobsCore core = computing(1, 2);
        run.waiting(100);
        core.tick(run.status(), now);
        int submitted = 0;
        for (int second = 0; second < 1_000; second++) {
            for (JobStep step : doings(after(1, core))) {
                assertThat(step).isEqualTo(new JobStep.Submit(1));
                submitted++;
                core.submitted(100 + submitted, 1, now);
                hear(core, "17|RUNNING|1|UNLIMITED|UNLIMITED|None", (100 + submitted) + "|FAILED|1|INVALID|1:00|x");
            }
        }
        assertThat(submitted).isEqualTo(JobsCore.MOST_FAILURES);
    }

    @Test
    void shouldExpandOneByOneWhatStopsForEachChange() {
        LabRun spmd = new LabRun(false);
        JobsCore core = core(1, 1, 3);
        core.submitted(17, 1, now);
        hear(core, "17|RUNNING|1|UNLIMITED|UNLIMITED|None");
        core.seen(List.of(of(17, 1)), Set.of());
        spmd.come(daemon(1));
        assertThat(doings(core.tick(spmd.status(), now))).containsExactly(new JobStep.Submit(1), new JobStep.Submit(1));
        core.submitted(18, 1, now);
        core.submitted(19, 1, now);
        hear(core, "18|RUNNING|1|UNLIMITED|UNLIMITED|None", "19|RUNNING|1|UNLIMITED|UNLIMITED|None");
        core.seen(List.of(of(17, 1), of(18, 2), of(19, 3)), Set.of());
        List<JobStep> steps = doings(core.tick(spmd.status(), now));
        assertThat(((JobStep.Change) steps.get(0)).order()).isEqualTo(new ChangeOrder.Expand(List.of(daemon(2))));
    }
}
