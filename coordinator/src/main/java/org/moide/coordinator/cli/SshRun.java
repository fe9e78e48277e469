package org.moide.coordinator.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.SystemHost;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.ssh.SshPlan;
import org.moide.coordinator.ssh.StartedDaemon;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A run that starts its daemons and ends them. */
final class SshRun {
    /** When the coordinator is gone without a word; until then the run can be resumed on them. */
    private static final List<String> LEFT_ALONE = List.of("--end-when-idle", "60");

    private static final List<String> OTHER_WAYS =
            List.of("--hosts", "--hostfile", "--monitor", "--local-engines", "--expand");

    @Option(
            names = "--ssh",
            order = 15,
            paramLabel = "<host,...|file>",
            description = "Start daemons on these hosts by ssh, or on those of a host file, and end them after the run"
                    + " (see 'moide up').")
    @Nullable
    String hosts;

    @Mixin
    SshOptions ssh = new SshOptions();

    /** What it was told; null if it is none. */
    @Nullable
    SshPlan plan(CommandSpec spec, NetworkSettings network) {
        String named = hosts;
        if (named == null) {
            return null;
        }
        for (String other : OTHER_WAYS) {
            if (spec.commandLine().getParseResult().hasMatchedOption(other)) {
                throw new PlanException("--ssh and " + other + ": expected only one of them, found both");
            }
        }
        String owner = StartedDaemon.owner(ProcessHandle.current().pid(), SystemHost.name());
        return new SshPlan(
                ssh.settings(network.plain() ? with(LEFT_ALONE, "--plain") : LEFT_ALONE, owner),
                Files.isRegularFile(Path.of(named))
                        ? HostList.readFileOfStarted(Path.of(named))
                        : HostList.readOptionOfStarted("--ssh", named),
                network);
    }

    /** Where daemons could be, to see whether all else that was said fits. */
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
