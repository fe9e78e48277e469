package org.moide.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.SystemHost;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import org.moide.hosts.allocation.Allocation;
import org.moide.hosts.ssh.SshPlan;
import org.moide.hosts.ssh.StartedDaemon;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a run that starts its own daemons and ends them. */
final class SshRun {
    /**
     * The arguments that make a daemon end an hour after its coordinator has ended unexpectedly; until then the run can
     * be resumed on it.
     */
    private static final List<String> LEFT_ALONE = List.of("--end-when-idle", "60");

    @Use(group = HelpGroup.PLACE, places = RunPlace.SSH)
    @Option(
            names = "--ssh",
            order = 15,
            paramLabel = "<host,...|file>",
            description = "Start daemons on these hosts by ssh, or on those of a host file, and end them after the run"
                    + " (see 'moide up').")
    @Nullable
    String hosts;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SSH)
    @Option(
            names = "--job",
            order = 15,
            description = "As --ssh, with the other nodes of the batch job that this runs in (Slurm, PBS, LSF).")
    boolean job;

    @Mixin
    SshOptions ssh = new SshOptions();

    /**
     * Returns the plan of these options.
     *
     * @param variables the environment variables, in which a batch system names the nodes of a job
     */
    SshPlan plan(NetworkSettings network, Map<String, String> variables) {
        String owner = StartedDaemon.owner(ProcessHandle.current().pid(), SystemHost.name());
        return new SshPlan(
                ssh.settings(network.plain() ? with(LEFT_ALONE, "--plain") : LEFT_ALONE, owner),
                hosts == null || job ? others(hostsOfJob(variables)) : named(hosts),
                network);
    }

    /** Returns arguments of a command line by which the same daemons can be started again, from any host. */
    List<String> words(SshPlan plan) {
        String named = plan.hosts().stream()
                .map(host -> host.host() + (host.port() == 0 ? "" : ":" + host.port()))
                .collect(Collectors.joining(","));
        boolean file = hosts != null && !job && Files.isRegularFile(Path.of(hosts));
        List<String> words = new ArrayList<>(
                List.of("--ssh=" + (file ? Path.of(hosts).toAbsolutePath() : named), "--ssh-command=" + ssh.command));
        if (ssh.withJava) {
            words.add("--with-java");
        }
        if (ssh.tunnel) {
            words.add("--tunnel");
        }
        if (ssh.jdk != null) {
            words.add("--jdk=" + ssh.jdk.toAbsolutePath());
        }
        return words;
    }

    private static List<HostList.NamedHost> named(String hosts) {
        return Files.isRegularFile(Path.of(hosts))
                ? HostList.readFileOfStarted(Path.of(hosts))
                : HostList.readOptionOfStarted("--ssh", hosts);
    }

    /** Returns the nodes of the batch job that this process belongs to. */
    static List<HostList.NamedHost> hostsOfJob(Map<String, String> variables) {
        Allocation allocation = Allocation.of(variables, file -> TextFile.read(file, "PBS_NODEFILE: "));
        if (allocation == null) {
            throw new PlanException(
                    "--job: expected to run in a job of Slurm, PBS or LSF, found none of"
                            + " SLURM_JOB_NODELIST, PBS_NODEFILE and LSB_HOSTS; for a login node say 'salloc' or 'sbatch' first");
        }
        return allocation.hosts();
    }

    /** Returns the hosts without this machine, which needs no daemon because the coordinator computes here. */
    private static List<HostList.NamedHost> others(List<HostList.NamedHost> all) {
        String here = SystemHost.name();
        List<HostList.NamedHost> others = all.stream()
                .filter(host -> !host.host().equals(here) && !here.startsWith(host.host() + "."))
                .toList();
        if (others.isEmpty()) {
            throw new PlanException("--job: expected a job of several nodes, found only " + here
                    + ", where 'moide run' computes without it");
        }
        return others;
    }

    /**
     * Returns placeholders for the daemons' addresses, with which the other options are checked before daemons are
     * started.
     */
    static List<DaemonAddress> provisional(SshPlan plan) {
        return plan.hosts().stream()
                .map(host -> new DaemonAddress(
                        host.host(), host.port() == 0 ? DaemonAddress.DEFAULT_PORT : host.port(), host.slots()))
                .toList();
    }

    static List<String> with(List<String> words, String more) {
        List<String> all = new ArrayList<>(words);
        all.add(more);
        return all;
    }
}
