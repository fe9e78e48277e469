package org.moide.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.plan.HostList;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The option {@code --ask}, which names daemons that may know a run, in commands whose {@code --hosts} has another
 * meaning.
 */
final class AskedHosts {
    @Use(group = HelpGroup.PLACE)
    @Option(
            names = "--ask",
            order = 13,
            paramLabel = "<host:port,...>",
            description = "Daemons that know the run, if it was not started on this machine.")
    @Nullable
    String ask;

    @Mixin
    @With("--ask")
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    /** Returns a view of the runs that this machine and the named daemons know. The caller closes it. */
    KnownRuns known(MoideActions actions) {
        return actions.known(ask == null ? List.of() : HostList.readOption(ask), secret.settings());
    }
}
