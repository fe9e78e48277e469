package org.moide.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.plan.HostList;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that name further hosts to ask for a run, in commands whose --hosts has another meaning. */
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

    /** Returns the runs of this machine and of the named hosts. The caller closes it. */
    KnownRuns known(MoideActions actions) {
        return actions.known(ask == null ? List.of() : HostList.readOption(ask), secret.settings());
    }
}
