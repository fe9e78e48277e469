package org.moide.hosts.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.plan.DaemonAddress;

/**
 * Tests {@link JobsCore} against a simulated Slurm, with random events from a seed. Jobs wait, get notice that they
 * will end, reach their time limits, fail and are cancelled, and Slurm does not answer for a while.
 */
class SeededJobsTest {
    private static final int SEEDS = Math.max(1, Integer.getInteger("moide.seeds", 150) / 5);
    private static final long FIRST = Long.getLong("moide.first.seed", 1);
    private static final int SECONDS = 3_000;
    private static final int LIMIT_SECONDS = 600;
    private static final ChangeAnswer DONE = new ChangeAnswer(true, List.of());
    private static final ChangeAnswer NOT = new ChangeAnswer(false, List.of("no"));

    @Test
    void shouldNeitherHoardNodesNorTakeThemFromEngines() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            try {
                new Lab(seed).play();
            } catch (AssertionError wrong) {
                throw new AssertionError("seed " + seed + ": " + wrong.getMessage(), wrong);
            }
        }
    }

    private static final class Lab {
        private final Random random;
        private final SlurmSettings settings;
        private final JobsCore core;
        private final LabRun run = new LabRun(true);
        private final Map<Long, Job> jobs = new TreeMap<>();
        private final Map<Integer, Integer> leaving = new HashMap<>();
        private int most;
        private int failures;
        private long second;
        private long lastId = 16;
        private int lastPort;
        private boolean computes;
        private JobStep.@Nullable Change change;
        private long changeEnds;

        private static final class Job {
            final int nodes;
            long begins;
            long ends;
            String state = "PENDING";
            boolean told;
            boolean returned;
            final List<Integer> ports = new ArrayList<>();

            Job(int nodes) {
                this.nodes = nodes;
            }
        }

        Lab(long seed) {
            random = new Random(seed);
            int least = 1 + random.nextInt(3);
            int first = least + random.nextInt(3);
            settings = new SlurmSettings(first, least, first + random.nextInt(16), List.of());
            most = settings.most();
            core = new JobsCore(settings);
        }

        long now() {
            return TimeUnit.SECONDS.toNanos(second);
        }

        void play() {
            for (second = 0; second < SECONDS; second++) {
                slurm();
                engines();
                boolean silent = random.nextInt(10) == 0;
                if (!silent && second % 3 == 0) {
                    core.heard(QueuedJob.all(queue()), now());
                }
                core.seen(daemons(), told());
                computes |= core.isReady(now());
                if (computes && run.engines().isEmpty()) {
                    core.daemons(now()).forEach(run::come);
                }
                for (JobStep step : core.tick(computes ? run.status() : null, now())) {
                    perform(step);
                }
                check();
            }
            if (failures == 0 && most == settings.most()) {
                assertThat(run.active()).as("engines at the end").isBetween(settings.least(), settings.most());
            }
        }

        private void slurm() {
            for (Map.Entry<Long, Job> each : jobs.entrySet()) {
                Job job = each.getValue();
                if (job.state.equals("PENDING") && second >= job.begins) {
                    job.state = "RUNNING";
                    job.ends = second + LIMIT_SECONDS;
                    if (random.nextInt(20) == 0) {
                        over(job, "FAILED"); // the job ends before its daemon starts
                        failures++;
                    }
                } else if (job.state.equals("RUNNING") && job.ports.isEmpty() && random.nextInt(4) == 0) {
                    for (int node = 0; node < job.nodes; node++) {
                        job.ports.add(1 + lastPort++ % 60); // systems assign ports again
                    }
                } else if (job.state.equals("RUNNING") && !job.told && second >= job.ends - 60) {
                    job.told = true;
                    enginesOf(job).forEach(this::leave);
                } else if (job.state.equals("RUNNING") && second >= job.ends) {
                    over(job, "TIMEOUT");
                } else if (!job.returned && isLive(job) && random.nextInt(4_000) == 0) {
                    over(job, "CANCELLED");
                    most -= job.nodes;
                } else if (!job.returned && job.state.equals("RUNNING") && random.nextInt(4_000) == 0) {
                    over(job, "NODE_FAIL");
                    failures += job.ports.isEmpty() ? 1 : 0;
                }
            }
        }

        private void leave(EngineStatus engine) {
            if (run.active() > 1 && engine.isActive()) {
                run.stand(engine.seat(), EngineStatus.Standing.LEAVING);
                leaving.put(engine.seat(), 1 + random.nextInt(20));
            }
        }

        private void over(Job job, String how) {
            job.state = how;
            enginesOf(job).stream()
                    .filter(engine -> engine.isActive() || engine.standing() == EngineStatus.Standing.LEAVING)
                    .forEach(engine -> run.stand(engine.seat(), EngineStatus.Standing.LOST));
            enginesOf(job).forEach(engine -> leaving.remove(engine.seat()));
            job.ports.clear();
        }

        private List<EngineStatus> enginesOf(Job job) {
            return job.ports.stream()
                    .flatMap(port -> run.at(address(port).toString()).stream())
                    .toList();
        }

        private void engines() {
            run.second();
            run.idle(second % 500 >= 300);
            run.waiting(second % 500 >= 300 ? 0 : 1_000);
            for (int seat : Set.copyOf(leaving.keySet())) {
                if (leaving.merge(seat, -1, Integer::sum) <= 0) {
                    leaving.remove(seat);
                    run.stand(seat, EngineStatus.Standing.FINISHED);
                }
            }
            JobStep.Change wanted = change;
            if (wanted == null || second < changeEnds) {
                return;
            }
            change = null;
            boolean done = random.nextInt(10) > 0;
            if (wanted.order() instanceof ChangeOrder.Expand expand && done) {
                expand.hosts().stream().filter(this::isUp).forEach(run::come);
            } else if (wanted.order() instanceof ChangeOrder.Replace replace && done) {
                replace.hosts().stream().filter(this::isUp).forEach(run::come);
                leave(run.engines().get(replace.engine()));
            } else if (wanted.order() instanceof ChangeOrder.Shrink shrink && done) {
                leave(run.engines().get(shrink.engine()));
            }
            failures += done ? 0 : 1;
            core.changed(done ? DONE : NOT, now());
        }

        private boolean isUp(DaemonAddress daemon) {
            return jobs.values().stream().anyMatch(job -> job.ports.contains(daemon.port()));
        }

        private void perform(JobStep step) {
            if (step instanceof JobStep.Submit submit) {
                Job job = new Job(submit.nodes());
                job.begins = second + random.nextInt(100);
                jobs.put(++lastId, job);
                core.submitted(lastId, submit.nodes(), now());
            } else if (step instanceof JobStep.GiveBack back) {
                for (long id : back.jobs()) {
                    Job job = jobs.get(id);
                    assertThat(enginesOf(job))
                            .as("engines of job " + id + ", which is given back at " + second)
                            .noneMatch(
                                    engine -> engine.isActive() || engine.standing() == EngineStatus.Standing.LEAVING);
                    job.returned = true;
                    over(job, "CANCELLED");
                }
            } else if (step instanceof JobStep.Change wanted) {
                assertThat(change).as("changes at once").isNull();
                change = wanted;
                changeEnds = second + 1 + random.nextInt(10);
            }
        }

        private void check() {
            int lasting = jobs.values().stream()
                    .filter(job -> isLive(job) && !job.told && !job.returned)
                    .filter(job -> !job.state.equals("RUNNING") || second < job.ends - LIMIT_SECONDS / 4)
                    .mapToInt(job -> job.nodes)
                    .sum();
            assertThat(lasting).as("nodes at " + second).isLessThanOrEqualTo(settings.most());
            long waiting = jobs.values().stream()
                    .filter(job -> job.state.equals("PENDING"))
                    .count();
            assertThat(waiting).as("jobs that wait at " + second).isLessThanOrEqualTo(JobsCore.MOST_WAITING + 1);
        }

        private static boolean isLive(Job job) {
            return job.state.equals("PENDING") || job.state.equals("RUNNING");
        }

        private List<JobDaemon> daemons() {
            List<JobDaemon> daemons = new ArrayList<>();
            jobs.forEach((id, job) -> job.ports.forEach(port -> daemons.add(new JobDaemon(id, address(port), 0))));
            return daemons;
        }

        private static DaemonAddress address(int port) {
            return new DaemonAddress("n", port, 2);
        }

        private Set<Long> told() {
            Set<Long> told = new HashSet<>();
            jobs.forEach((id, job) -> {
                if (job.told) {
                    told.add(id);
                }
            });
            return told;
        }

        private String queue() {
            StringBuilder text = new StringBuilder();
            jobs.forEach((id, job) -> text.append(id + "|" + job.state + "|" + job.nodes + "|"
                    + (job.state.equals("RUNNING")
                            ? (job.ends - second) / 60 + ":" + (job.ends - second) % 60
                            : "INVALID")
                    + "|10:00|None\n"));
            return text.toString();
        }
    }
}
