package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.command.checkup.Checkup;
import org.moide.command.cluster.MonitorPlan;
import org.moide.command.history.RunHistory;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.runs.KnownRuns;
import org.moide.command.terminal.Console;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

/**
 * Work of the commands, once their words are understood. A method is called on the command's thread, and may block for
 * as long as the work takes. Exceptions become one or two lines and an exit code: {@code PlanException} and {@code
 * UsageException} 2, {@code NoHostsException} 3, {@code InterruptedException} 130, others 1.
 */
interface MoideActions {
    /** Maker of a run's plan, for when it is known where daemons are. */
    interface Planner {
        /**
         * Returns the plan of a run on these daemons.
         *
         * @throws org.moide.coordinator.plan.PlanException if the run is not possible there
         */
        RunPlan on(List<DaemonAddress> daemons);
    }

    /** Runs an application to its end; returns the exit code, having said on the console what went wrong. */
    int run(RunPlan plan, Console console) throws Exception;

    /**
     * Runs an application like {@link #run}, but gives the report to {@code done}, in place of the tables at the end of
     * a run.
     *
     * @param done called once if the application came to its end
     */
    int measure(RunPlan plan, Consumer<RunReport> done, Console console) throws Exception;

    /**
     * Serves as an engine daemon until the process is ended; returns the exit code.
     *
     * @param metrics where figures are served; null if they are not
     */
    int engine(EngineDaemonPlan plan, @Nullable MetricsPlace metrics, Console console) throws Exception;

    /** Serves as a cluster monitor until the process is ended; returns the exit code. */
    int monitor(MonitorPlan plan, Console console) throws Exception;

    /**
     * Asks the monitors in order, and returns the hosts that the first that answers knows.
     *
     * @param seconds how much of what the hosts did is told
     * @throws NoHostsException if no monitor answers
     */
    List<HostAnswer> monitored(List<DaemonAddress> monitors, NetworkSettings network, int seconds)
            throws InterruptedException;

    /**
     * Hands a run to a host that coordinates it, and returns when its engines compute, having printed its ID; returns the exit
     * code.
     */
    int detach(RunPlan plan, DetachOptions.Settings how, Console console) throws Exception;

    /** The runs that this machine knows, and those that these daemons know. To be closed. */
    KnownRuns known(List<DaemonAddress> daemons, NetworkSettings network);

    /** The folders of this user's runs. */
    RunFolders runs();

    /** Returns the runs of this user that have ended. */
    default RunHistory history() {
        return RunHistory.ofThisUser();
    }

    /**
     * Goes on with a run whose coordinator was lost, to its end; returns the exit code, as {@link #run} does.
     *
     * @param shown makes what it shows from what it was told to show
     */
    int resume(RunFolder run, boolean strict, UnaryOperator<OutputSettings> shown, Console console) throws Exception;

    /**
     * Goes on with a run on these daemons; its coordinator is gone, wherever it was.
     *
     * @param secretFile the daemons' secret
     */
    int resume(RunFolder run, List<DaemonAddress> daemons, Path secretFile, Console console) throws Exception;

    /**
     * Asks every daemon for its host. Returns one answer for each, in order; this machine's own comes first, if that is
     * wanted.
     */
    List<HostAnswer> hosts(HostsPlan plan, Console console) throws Exception;

    /** Starts daemons on other hosts by ssh; returns the exit code, having said on the console what went wrong. */
    int up(SshPlan plan, Console console) throws Exception;

    /** Ends what {@link #up} has started; returns the exit code. */
    int down(DownPlan plan, Console console) throws Exception;

    /**
     * Starts daemons on other hosts, runs an application there and ends them, even if the run fails; returns the run's
     * exit code.
     *
     * @param plan makes the run's plan once it is known where daemons are; also called before, to see whether the run
     *     is possible
     */
    int run(SshPlan ssh, Planner plan, Console console) throws Exception;

    /**
     * Asks Slurm for nodes, runs an application there and ends the jobs, even if the run fails; returns the run's exit
     * code.
     *
     * @param plan as of {@link #run(SshPlan, Planner, Console)}
     */
    int run(SlurmPlan slurm, Planner plan, Console console) throws Exception;

    /**
     * Performs this process's part in a run of all processes of a step; returns its exit code.
     *
     * @param plan as of {@link #run(SshPlan, Planner, Console)}
     */
    default int run(SymmetricRun step, EngineOptions engines, Planner plan, Console console) throws Exception {
        return step.run(variables(), engines, plan, this, console);
    }

    /** Waits before a command looks again. */
    default void pause(long millis) throws InterruptedException {
        new Pause().millis(millis);
    }

    /** Returns the process's environment, where a batch system says which nodes a job has. */
    default Map<String, String> variables() {
        return System.getenv();
    }

    /**
     * Sets the work to do before this process ends, however it ends. The work may be called more than once, by any
     * thread.
     *
     * @param wanted the work; null for nothing any more
     */
    default void lastly(@Nullable Runnable wanted) {}

    /** Looks at this machine, and has the daemons of the plan look at theirs. Changes nothing. */
    Checkup checkup(HostsPlan plan) throws InterruptedException;
}
