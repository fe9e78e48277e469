package org.moide.hosts.ssh;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;

/**
 * The settings for reaching hosts by ssh, and for the files that are copied to them.
 *
 * @param command the words that start ssh, such as {@code ssh -F file}
 * @param jdk the JDK to copy to hosts whose Java has another version; null if hosts use the Java that they have
 * @param engineWords the user's options for {@code moide engine} on the hosts
 * @param tunnel whether all connections to the daemons go through ssh
 * @param run the process of the run for which daemons are started; empty if any run may use them
 */
public record SshSettings(
        List<String> command, @Nullable Path jdk, List<String> engineWords, boolean tunnel, String run) {
    /** The options of {@code moide engine} that the user may not give here, because MOIDE sets them for each daemon. */
    private static final Set<String> OURS = Set.of("--port", "--port-file", "--secret-file", "--log-file");

    /** The options of {@code moide engine} that do not work for a daemon that is reached through ssh alone. */
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
