package org.moide.command;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.moide.command.runs.CoordinatorJobs;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.plan.RunPlan;
import org.moide.hosts.slurm.CoordinatorJob;

/** The Slurm jobs for the coordinators of detached runs with {@code --slurm}. Thread-safe. */
final class SlurmCoordinators implements CoordinatorJobs {
    /**
     * The time for which an answer of Slurm's controller is reused. Each question loads the controller, and a command
     * that follows a run asks again and again.
     */
    private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.slurm"));
    private final SystemTicker ticker = new SystemTicker();
    private final Map<Long, Said> said = new ConcurrentHashMap<>();

    private record Said(boolean there, long atNanos) {}

    @Override
    public boolean isFor(RunPlan plan) {
        List<String> origin = plan.placement().origin();
        return !origin.isEmpty() && OriginWords.of(origin).slurm.slurm;
    }

    @Override
    public long submit(DetachedFolder folder, RunPlan plan, List<String> command, String how)
            throws InterruptedException {
        OriginWords origin = OriginWords.of(plan.placement().origin());
        return CoordinatorJob.of(
                        folder.path().toAbsolutePath(),
                        origin.slurm
                                .plan(origin.elastic.elastic, plan.network(), folder.path())
                                .settings(),
                        command,
                        how,
                        System.getenv(),
                        faults)
                .submit();
    }

    @Override
    public boolean isThere(String run, long job) throws InterruptedException {
        Said last = said.get(job);
        long now = ticker.nanoTime();
        if (last == null || now - last.atNanos() > GOOD_NANOS) {
            last = new Said(CoordinatorJob.known(run, System.getenv(), faults).isThere(job), now);
            said.put(job, last);
        }
        return last.there();
    }

    @Override
    public void cancel(String run, long job) throws InterruptedException {
        said.remove(job);
        CoordinatorJob.known(run, System.getenv(), faults).cancel(job);
    }
}
