package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.moide.commlib.system.SystemHost;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.LogSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.hosts.allocation.Step;
import org.moide.hosts.slurm.JobFolder;

/** A daemon on a node of a job of Slurm's, for one run. One thread. */
final class JobDaemonRun {
    /**
     * Minutes without an engine after which the daemon ends. They count when the coordinator is gone without a word;
     * until then {@code moide resume} finds the daemon here.
     */
    private static final int IDLE_MINUTES = 10;

    private final Path place;

    /** @param place the run's folder */
    JobDaemonRun(Path place) {
        this.place = place;
    }

    /** Serves until the run, or Slurm, wants it to end; returns the exit code. */
    int serve(Map<String, String> variables, NetworkOptions network, MoideActions actions, TerminalConsole console)
            throws Exception {
        Step step = Step.of(variables);
        String job = variables.getOrDefault("SLURM_JOB_ID", "");
        if (step == null || !job.matches("[0-9]{1,18}")) {
            throw new PlanException("--meet: expected to be started by srun in a job of 'moide run --slurm', found"
                    + (step == null
                            ? " no SLURM_PROCID"
                            : " SLURM_JOB_ID '" + job.replaceAll("\\p{Cntrl}", "?") + "'"));
        }
        long number = Long.parseLong(job);
        JobFolder folder = new JobFolder(place);
        network.secret.file = folder.secretFile();
        folder.come(number, step.rank(), SystemHost.name(), step.threads(), step.memoryMib());
        Runnable leave = () -> folder.leave(number, step.rank());
        actions.lastly(leave);
        try {
            return actions.engine(
                    new EngineDaemonPlan(
                            network.settings(0),
                            0,
                            0,
                            0,
                            List.of(),
                            null,
                            List.of(),
                            new LogSettings(LogSettings.Level.WARNING, null),
                            new EngineDaemonPlan.Stay(
                                    folder.portFile(number, step.rank()), IDLE_MINUTES, folder.overFile(number)),
                            false),
                    null,
                    console);
        } finally {
            leave.run();
        }
    }
}
