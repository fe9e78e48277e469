package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options that name running engine daemons. */
final class HostOptions {
    @Use(group = HelpGroup.PLACE, places = RunPlace.DAEMONS)
    @Option(
            names = "--hosts",
            order = 10,
            paramLabel = "<host:port,...>",
            description = "Engine daemons to use, as in node1,node2:7101,node[3-6] (default port: 7100).")
    @Nullable
    String hosts;

    @Use(group = HelpGroup.PLACE, places = RunPlace.DAEMONS)
    @Option(
            names = "--hostfile",
            order = 11,
            paramLabel = "<file>",
            description = "Engine daemons to use, in mpirun's syntax: a host a line, 'node[1-4] slots=8'.")
    @Nullable
    Path hostFile;

    /** Returns the daemons that the options name. */
    List<DaemonAddress> daemons(CommandSpec spec) {
        return named(spec, hosts, hostFile, HostList::readOption, HostList::readFile);
    }

    /**
     * Returns the hosts that {@code --hosts} or {@code --hostfile} names; empty if neither is given. An option on the
     * command line takes precedence over one from an environment variable or a file.
     */
    static <T> List<T> named(
            CommandSpec spec,
            @Nullable String hosts,
            @Nullable Path hostFile,
            Function<String, List<T>> ofOption,
            Function<Path, List<T>> ofFile) {
        boolean hostsGiven = spec.commandLine().getParseResult().hasMatchedOption("--hosts");
        boolean fileGiven = spec.commandLine().getParseResult().hasMatchedOption("--hostfile");
        boolean useHosts = hosts != null && (hostsGiven || !fileGiven);
        boolean useFile = hostFile != null && (fileGiven || !hostsGiven);
        if (useHosts && useFile) {
            throw new PlanException("--hosts and --hostfile: expected only one of them, found both");
        }
        if (useHosts && hosts != null) {
            return ofOption.apply(hosts);
        }
        return useFile && hostFile != null ? ofFile.apply(hostFile) : List.of();
    }
}
