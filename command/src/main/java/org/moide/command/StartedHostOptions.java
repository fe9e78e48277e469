package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.HostList;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that name hosts on which daemons are to be started, or were started. */
final class StartedHostOptions {
    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--hosts",
            order = 10,
            paramLabel = "<host,...>",
            description =
                    "The hosts, as ssh knows them, as in node1,node[3-6]; with node2:7101 its daemon listens there"
                            + " (default: at any port that is free).")
    @Nullable
    String hosts;

    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--hostfile",
            order = 11,
            paramLabel = "<file>",
            description = "The hosts, in mpirun's syntax: a host a line, 'node[1-4] slots=8'.")
    @Nullable
    Path hostFile;

    /**
     * Returns the hosts of the command line, otherwise those of environment variables and settings files; empty if
     * there are none.
     */
    List<HostList.NamedHost> hosts(CommandSpec spec) {
        return HostOptions.named(
                spec,
                hosts,
                hostFile,
                named -> HostList.readOptionOfStarted("--hosts", named),
                HostList::readFileOfStarted);
    }

    /** Returns whether hosts are named on the command line. */
    boolean isGiven(CommandSpec spec) {
        return spec.commandLine().getParseResult().hasMatchedOption("--hosts")
                || spec.commandLine().getParseResult().hasMatchedOption("--hostfile");
    }
}
