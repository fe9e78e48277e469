package org.moide.hosts.ssh;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;

/**
 * Settings of how hosts are reached and what they get.
 *
 * @param command how ssh is called, such as {@code ssh -F file}
 * @param jdk the JDK that hosts get which have another version; null if they use what they have
 * @param engineWords what {@code moide engine} is told there, beside what it must be
 * @param tunnel whether all connections to them go through ssh
 * @param run the process of the run for which the daemons are; empty if they are for all
 */
public record SshSettings(
        List<String> command, @Nullable Path jdk, List<String> engineWords, boolean tunnel, String run) {
    /** Options that we set for each daemon ourselves. */
    private static final Set<String> OURS = Set.of("--port", "--port-file", "--secret-file", "--log-file");

    /** Options that do not work for a daemon whose host is reached through ssh only. */
    private static final Set<String> NETWORKS = Set.of("--bind", "--advertise", "--plain", "--monitor");

    public SshSettings {
        command = List.copyOf(command);
        engineWords = List.copyOf(engineWords);
        if (command.isEmpty() || command.stream().anyMatch(word -> word.indexOf('\n') >= 0)) {
            throw new PlanException("--ssh-command: expected how ssh is called, such as 'ssh -F file', in one line");
        }
        for (String word : engineWords) {
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (OURS.contains(option)) {
                throw new PlanException(option + ": expected options of 'moide engine' that 'moide up' does not set"
                        + " itself; a port is named with the host, as in node1:7101");
            }
            if (tunnel && NETWORKS.contains(option)) {
                throw new PlanException(option + " and --tunnel: expected only one of them, found both: all connections"
                        + " go through ssh, with TLS");
            }
        }
    }
}
