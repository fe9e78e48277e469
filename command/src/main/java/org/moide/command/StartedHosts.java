package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.moide.command.run.ShownRun;
import org.moide.command.terminal.Console;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.hosts.network.DaemonNetwork;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.SshPlan;

/** Actions for runs on daemons that are started for them, and for resumed runs. Used by one thread. */
final class StartedHosts {
    private final ProcessEnd end;
    private final MoideActions actions;

    StartedHosts(ProcessEnd end, MoideActions actions) {
        this.end = end;
        this.actions = actions;
    }

    /**
     * Resumes a run on daemons that are started for it.
     *
     * @return the exit code
     */
    int resume(RunFolder run, boolean strict, RunPlan plan, Console console) throws Exception {
        OriginWords origin = OriginWords.of(plan.placement().origin());
        if (origin.symmetric.symmetric) {
            throw new PlanException(
                    "run " + run.id() + " was one of all processes of a step, and those have ended: it goes on"
                            + " in a job that Slurm queues once more, with --symmetric --requeue");
        }
        try (OwnedRun owned = actions.runs().takeUp(run).strictly(strict)) {
            if (!origin.slurm.slurm) {
                return bySsh(owned, plan, origin, console);
            }
            return onSlurm(owned, plan, origin, console);
        }
    }

    /**
     * Resumes a run on nodes of Slurm jobs.
     *
     * @return the exit code
     */
    int onSlurm(OwnedRun owned, RunPlan plan, OriginWords origin, Console console) throws Exception {
        Path secret = plan.network().secretFile();
        Path folder = secret == null ? null : secret.toAbsolutePath().getParent();
        if (folder == null) {
            throw new PlanException("expected the folder of the run's jobs in its description, found none");
        }
        return new SlurmActions(end, actions, "moide resume")
                .resume(owned, plan, origin.slurm.plan(origin.elastic.elastic, plan.network(), folder), console);
    }

    /**
     * Runs an application on nodes of Slurm jobs.
     *
     * @return the exit code
     */
    int run(SlurmPlan slurm, MoideActions.Planner plan, Console console) throws Exception {
        return new SlurmActions(end, actions, "moide run").run(slurm, plan, console);
    }

    /** Resumes a run as {@link MoideActions#resume(RunFolder, List, Path, Console)} describes. */
    int resume(RunFolder run, List<DaemonAddress> daemons, Path secretFile, Console console) throws Exception {
        OwnedRun owned = actions.runs().takeUpFromAnywhere(run);
        RunPlan plan = owned.folder().description().plan();
        RunPlan there = plan.on(daemons, SlurmRun.reached(plan.network(), secretFile));
        end.applicationComes();
        return ShownRun.of(owned, there, console, Lasting.ofOneRun(new DaemonNetwork()))
                .execute();
    }

    private int bySsh(OwnedRun owned, RunPlan plan, OriginWords origin, Console console) throws Exception {
        SshPlan ssh = origin.ssh.plan(plan.network(), Map.of());
        return new SshActions(end, actions).onHosts(ssh, console, daemons -> {
            end.applicationComes();
            return ShownRun.of(owned, plan.on(daemons, plan.network()), console, Lasting.ofOneRun(new DaemonNetwork()))
                    .execute();
        });
    }
}
