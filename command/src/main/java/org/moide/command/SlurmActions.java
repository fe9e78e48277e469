package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.moide.command.run.ShownRun;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.hosts.network.DaemonNetwork;
import org.moide.hosts.slurm.JobFolder;
import org.moide.hosts.slurm.SlurmHosts;
import org.moide.hosts.slurm.SlurmPlan;

/** A run on Slurm nodes in a real process, from the first job to the last. Used by one thread. */
final class SlurmActions {
    /** The percentage of a node's memory that an engine gets as heap, as on other hosts. */
    private static final long HEAP_PERCENT = 70;

    private final ProcessEnd end;
    private final MoideActions actions;
    private final String command;
    private final FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.slurm"));

    /**
     * Creates the object.
     *
     * @param command the command's name, such as {@code moide run}
     */
    SlurmActions(ProcessEnd end, MoideActions actions, String command) {
        this.end = end;
        this.actions = actions;
        this.command = command;
    }

    /**
     * Runs an application as a new run.
     *
     * @return the exit code
     */
    int run(SlurmPlan slurm, MoideActions.Planner plan, Console console) throws Exception {
        return onNodes(slurm, console, (hosts, memoryBytes) -> {
            RunPlan whole = onThem(plan.on(hosts.daemons()), slurm, hosts).withUsualMemory(memoryBytes);
            return ShownRun.of(whole, console, Lasting.ofOneRun(new DaemonNetwork(), hosts));
        });
    }

    /**
     * Runs an application under a given run ID, in the process of the coordinator of a detached run.
     *
     * @return the exit code
     */
    int run(String id, SlurmPlan slurm, RunPlan plan, Console console) throws Exception {
        return onNodes(slurm, console, (hosts, memoryBytes) -> {
            RunPlan whole = onThem(plan, slurm, hosts).withUsualMemory(memoryBytes);
            return ShownRun.called(id, whole, console, Lasting.ofOneRun(new DaemonNetwork(), hosts));
        });
    }

    /**
     * Resumes a run whose coordinator is gone.
     *
     * @return the exit code
     */
    int resume(OwnedRun owned, RunPlan plan, SlurmPlan slurm, Console console) throws Exception {
        return onNodes(slurm, console, (hosts, memoryBytes) -> again(owned, plan, slurm, hosts, console));
    }

    private interface Begin {
        ShownRun on(SlurmHosts hosts, long memoryBytes) throws Exception;
    }

    private int onNodes(SlurmPlan slurm, Console console, Begin begin) throws Exception {
        Consumer<String> notes = line -> console.error(command + ": " + line);
        SlurmHosts hosts = SlurmHosts.of(slurm, System.getenv(), faults);
        HostsEnd ending = new HostsEnd(hosts::end, notes);
        end.lastly(ending);
        try {
            ShownRun run = begin.on(hosts, heap(hosts.awaitNodes(notes)));
            end.applicationComes();
            int code = run.execute();
            // Engines were lost with their nodes, for example to a time limit, and the data for resuming is here.
            for (String id = run.lostId(); id != null && hosts.canGoOn(notes); id = run.lostId()) {
                notes.accept("waits for other nodes to go on");
                hosts.awaitNodes(notes);
                OwnedRun owned = actions.runs().takeUp(actions.runs().find(id, RunState.BROKEN_OFF));
                run = again(
                        owned,
                        owned.folder().description().plan(),
                        slurm,
                        hosts,
                        new CommandConsole("moide resume", console));
                code = run.execute();
            }
            return code;
        } finally {
            ending.over();
            ending.run();
            end.lastly(null);
        }
    }

    private static long heap(long memoryMib) {
        return (memoryMib << 20) / 100 * HEAP_PERCENT;
    }

    private static ShownRun again(OwnedRun owned, RunPlan plan, SlurmPlan slurm, SlurmHosts hosts, Console console) {
        return ShownRun.of(owned, onThem(plan, slurm, hosts), console, Lasting.ofOneRun(new DaemonNetwork(), hosts));
    }

    private static RunPlan onThem(RunPlan plan, SlurmPlan slurm, SlurmHosts hosts) {
        Path secret = new JobFolder(slurm.folder()).secretFile();
        NetworkSettings reached = SlurmRun.reached(plan.network(), secret);
        return plan.on(List.copyOf(hosts.daemons()), reached);
    }
}
