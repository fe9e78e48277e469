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
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

/**
 * The actions of the commands, which a command calls after its arguments are parsed. Methods are called on the
 * command's thread and block until the work is done. Exceptions become one or two lines and an exit code:
 * {@code PlanException} and {@code UsageException} 2, {@code NoHostsException} 3, {@code InterruptedException} 130,
 * others 1.
 */
interface MoideActions {
    /** A factory for a run's plan, called once the daemons' addresses are known. */
    interface Planner {
        /**
         * Returns the plan of a run on these daemons.
         *
         * @throws org.moide.coordinator.plan.PlanException if the run is not possible on these daemons
         */
        RunPlan on(List<DaemonAddress> daemons);
    }

    /**
     * Runs an application to its end, and prints errors.
     *
     * @return the exit code
     */
    int run(RunPlan plan, Console console) throws Exception;

    /**
     * Runs an application like {@link #run}, but passes the report to {@code done} instead of printing tables.
     *
     * @param done called once, if the application ends by itself
     */
    int measure(RunPlan plan, Consumer<RunReport> done, Console console) throws Exception;

    /**
     * Serves as an engine daemon until the process is ended.
     *
     * @param metrics the address of the metrics; null if none are served
     * @return the exit code
     */
    int engine(EngineDaemonPlan plan, @Nullable MetricsPlace metrics, Console console) throws Exception;

    /**
     * Serves as a cluster monitor until the process is ended.
     *
     * @return the exit code
     */
    int monitor(MonitorPlan plan, Console console) throws Exception;

    /**
     * Asks the monitors in order, and returns the hosts of the first one that answers.
     *
     * @param seconds for how many past seconds the hosts' load is returned
     * @throws NoHostsException if no monitor answers
     */
    List<HostAnswer> monitored(List<DaemonAddress> monitors, NetworkSettings network, int seconds)
            throws InterruptedException;

    /**
     * Hands a run over to a host that coordinates it, prints its ID, and returns when its engines compute.
     *
     * @return the exit code
     */
    int detach(RunPlan plan, DetachOptions.Settings how, Console console) throws Exception;

    /** Returns a view of the runs that this machine and these daemons know. The caller closes it. */
    KnownRuns known(List<DaemonAddress> daemons, NetworkSettings network);

    /** Returns the folders of this user's runs. */
    RunFolders runs();

    /** Returns this user's ended runs. */
    default RunHistory history() {
        return RunHistory.ofThisUser();
    }

    /**
     * Resumes a run whose coordinator was lost, and runs it to its end like {@link #run}.
     *
     * @param changed converts the plan with which the run was started to the new plan
     */
    int resume(RunFolder run, boolean strict, UnaryOperator<RunPlan> changed, Console console) throws Exception;

    /**
     * Resumes a run on these daemons; its earlier coordinator may have been on any host.
     *
     * @param secretFile the file with the daemons' secret
     * @return the exit code
     */
    int resume(RunFolder run, List<DaemonAddress> daemons, Path secretFile, Console console) throws Exception;

    /**
     * Asks every daemon of the plan for its host's properties and load.
     *
     * @return one answer for each, in order; the answer of this machine comes first, if wanted
     */
    List<HostAnswer> hosts(HostsPlan plan, Console console) throws Exception;

    /**
     * Starts daemons on other hosts by ssh, and prints errors.
     *
     * @return the exit code
     */
    int up(SshPlan plan, Console console) throws Exception;

    /**
     * Ends the daemons that {@link #up} has started.
     *
     * @return the exit code
     */
    int down(DownPlan plan, Console console) throws Exception;

    /**
     * Starts daemons on other hosts, runs an application there and ends the daemons, even if the run fails.
     *
     * @param plan creates the run's plan when the daemons' addresses are known; also called earlier, to check that the
     *     run is possible
     * @return the run's exit code
     */
    int run(SshPlan ssh, Planner plan, Console console) throws Exception;

    /**
     * Requests nodes from Slurm, runs an application there and ends the jobs, even if the run fails.
     *
     * @param plan as for {@link #run(SshPlan, Planner, Console)}
     * @return the run's exit code
     */
    int run(SlurmPlan slurm, Planner plan, Console console) throws Exception;

    /**
     * Runs this process's part of a run whose processes a batch system has started together.
     *
     * @param plan as for {@link #run(SshPlan, Planner, Console)}
     * @return the process's exit code
     */
    default int run(SymmetricRun step, EngineOptions engines, Planner plan, Console console) throws Exception {
        return step.run(variables(), engines, plan, this, console);
    }

    /** Pauses a command before it asks for news again. */
    default void pause(long millis) throws InterruptedException {
        new Pause().millis(millis);
    }

    /** Returns this process's environment variables. Those of a batch system name the nodes of a job. */
    default Map<String, String> variables() {
        return System.getenv();
    }

    /**
     * Sets the work to do before this process ends, however it ends. Any thread may call it, more than once.
     *
     * @param wanted the work; null if there is none any more
     */
    default void lastly(@Nullable Runnable wanted) {}

    /** Checks this machine, and asks the plan's daemons to check theirs. Changes nothing. */
    Checkup checkup(HostsPlan plan) throws InterruptedException;
}
