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

/** The daemon of one run on a node of a Slurm job. Used by one thread. */
final class JobDaemonRun {
    /**
     * The minutes without an engine after which the daemon ends. They begin when the coordinator has ended
     * unexpectedly; until they have passed, {@code moide resume} can use the daemon.
     */
    private static final int IDLE_MINUTES = 10;

    private final Path place;

    /**
     * Creates the object.
     *
     * @param place the run's folder
     */
    JobDaemonRun(Path place) {
        this.place = place;
    }

    /**
     * Serves until the run ends or Slurm ends the job.
     *
     * @return the exit code
     */
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
