package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The options that name the hosts for one order to a run. They are read only from the command line: environment
 * variables and settings files name the hosts of runs.
 */
final class OrderedHosts {
    @Typed
    @Use(group = HelpGroup.PLACE)
    @Option(
            names = {"--hosts", "--host"},
            order = 10,
            paramLabel = "<host:port,...>",
            description = "The hosts, as in node1,node2:7101,node[3-6].")
    @Nullable
    String hosts;

    @Typed
    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--hostfile",
            order = 11,
            paramLabel = "<file>",
            description = "The hosts, in mpirun's syntax: a host a line, 'node[1-4] slots=8'.")
    @Nullable
    Path hostFile;

    /** Returns whether hosts are named. */
    boolean isGiven() {
        return hosts != null || hostFile != null;
    }

    /** Returns the daemons of the named hosts. */
    List<DaemonAddress> daemons(CommandSpec spec) {
        return HostOptions.named(spec, hosts, hostFile, HostList::readOption, HostList::readFile);
    }

    /** Returns the hosts as the user wrote them, with a port only if the user wrote one. */
    List<String> names(CommandSpec spec) {
        return HostOptions.named(
                        spec,
                        hosts,
                        hostFile,
                        named -> HostList.readOptionOfStarted("--hosts", named),
                        HostList::readFileOfStarted)
                .stream()
                .map(host -> host.host() + (host.port() == 0 ? "" : ":" + host.port()))
                .toList();
    }
}
