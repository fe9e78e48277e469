package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which hosts an order to a run is about. It is for once: variables and files of settings name hosts of runs, not these. */
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

    /** Whether some are named. */
    boolean isGiven() {
        return hosts != null || hostFile != null;
    }

    /** Their daemons. */
    List<DaemonAddress> daemons(CommandSpec spec) {
        return HostOptions.named(spec, hosts, hostFile, HostList::readOption, HostList::readFile);
    }

    /** As they were written, with a port only if there was one. */
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
