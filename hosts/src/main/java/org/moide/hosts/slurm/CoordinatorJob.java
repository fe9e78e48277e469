package org.moide.hosts.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.moide.commlib.port.FaultHandler;
import org.moide.coordinator.plan.PlanException;

/**
 * A small Slurm job in which the coordinator of a detached run executes. Slurm queues it again before its time limit
 * and when its node is lost; the new coordinator then resumes the run from disk. Thread-safe; each call waits for one
 * of Slurm's commands.
 */
public final class CoordinatorJob {
    /** The last argument of a coordinator's command that tells it that Slurm has queued its job again. */
    public static final String AGAIN = "again";

    private static final List<String> SMALL = List.of("--cpus-per-task=1", "--mem=900M");

    private static final String SCRIPT = """
            #!/bin/sh
            run=@FOLDER@
            if [ ! -r "$run/order.json" ]; then
                echo "expected the folder of the run, $run, found that this node does not see it" >&2
                exit 66
            fi
            if [ ! -x @JAVA@ ]; then
                echo "moide run: expected Java in "@JAVA@", found that $(hostname) does not have it there" >>"$run/errors"
                exit 67
            fi
            cd "$run/work" || exit 66
            how=@HOW@
            [ "${SLURM_RESTART_COUNT:-0}" = 0 ] || how=@AGAIN@
            # Slurm's notice before the time limit. What the run has on disk is whole at any moment; its nodes wait for it.
            again() {
                kill -KILL $coordinator
                scontrol requeue "$SLURM_JOB_ID" 2>>"$run/errors"
            }
            trap again USR1
            @COMMAND@ @ID@ $how </dev/null >>"$run/out" 2>>"$run/errors" &
            coordinator=$!
            while :; do
                wait $coordinator
                code=$?
                kill -0 $coordinator 2>/dev/null || exit $code
            done
            """;

    private final SystemSlurm slurm;

    private CoordinatorJob(SystemSlurm slurm) {
        this.slurm = slurm;
    }

    /**
     * Prepares a job without submitting it.
     *
     * @param folder the folder of the run, which all nodes see
     * @param settings the settings of the jobs for engines; their options of sbatch also hold for this job
     * @param command the command that starts a coordinator; the run's ID and {@code how} are appended to it
     * @param how the coordinator's last argument, such as {@link #AGAIN}; may be empty
     * @param variables the environment variables of this process
     */
    public static CoordinatorJob of(
            Path folder,
            SlurmSettings settings,
            List<String> command,
            String how,
            Map<String, String> variables,
            FaultHandler faults) {
        String id = String.valueOf(folder.getFileName());
        if (folder.toString().chars().anyMatch(Character::isISOControl)) {
            throw new PlanException("expected a folder for the run that can be named in a script, found another one");
        }
        String script = SCRIPT.replace("@FOLDER@", quoted(folder.toString()))
                .replace("@JAVA@", quoted(command.get(0)))
                .replace("@HOW@", quoted(how))
                .replace("@AGAIN@", AGAIN)
                .replace("@ID@", quoted(id))
                .replace(
                        "@COMMAND@",
                        command.stream().map(CoordinatorJob::quoted).collect(Collectors.joining(" ")));
        return new CoordinatorJob(new SystemSlurm(
                nameOf(id), settings, folder.toString().replace("%", "%%") + "/job.said", script, variables, faults));
    }

    /** Creates an object that asks for and cancels existing jobs of a run. It cannot submit one. */
    public static CoordinatorJob known(String run, Map<String, String> variables, FaultHandler faults) {
        return new CoordinatorJob(new SystemSlurm(
                nameOf(run), new SlurmSettings(1, 1, 1, List.of()), "/dev/null", "", variables, faults));
    }

    private static String nameOf(String run) {
        return "moide-coordinator-" + run;
    }

    /** Submits the job and returns its number. */
    public long submit() throws InterruptedException {
        try {
            return slurm.submitSmall(SMALL);
        } catch (SlurmTroubleException refused) {
            throw new PlanException("--slurm: no job for the run's coordinator: " + refused.getMessage());
        }
    }

    /**
     * Returns whether the job still exists, waiting or running. Also returns true if Slurm does not answer, since the
     * job may exist.
     */
    public boolean isThere(long job) throws InterruptedException {
        try {
            return slurm.queue().stream()
                    .anyMatch(queued -> queued.id() == job && queued.phase() != QueuedJob.Phase.OVER);
        } catch (SlurmTroubleException silent) {
            return true;
        }
    }

    /** Cancels the job. Its coordinator gets a signal and has half a minute to end. */
    public void cancel(long job) throws InterruptedException {
        try {
            slurm.cancel(Set.of(job));
        } catch (SlurmTroubleException refused) {
            throw new PlanException("cannot end job " + job + ": " + refused.getMessage());
        }
    }

    private static String quoted(String word) {
        return JobScript.quoted(word);
    }
}
