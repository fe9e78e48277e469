package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.coordinator.plan.HostList;
import org.moide.hosts.ssh.DownPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moide down}: ends the daemons that {@code moide up} has started. */
@Command(
        name = "down",
        sortOptions = false,
        header = "Ends the engine daemons that 'moide up' has started.",
        description = {
            "",
            "Engines of runs give back what they have first, for half a minute at most. What was copied to a host stays"
                    + " for the next time, in ~/.moide/ssh there, unless --purge says otherwise."
        },
        footer = {
            "",
            "Examples:",
            "  moide down                                  all of them",
            "  moide down --hosts node1,node2",
            "  moide down --purge                          and remove what was copied there",
            "  moide down --purge --hosts node1,node2      on these, if nothing is up too",
            "",
            "Exit codes: 0 they have ended; 1 some have not; 2 wrong usage."
        })
final class DownCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    StartedHostOptions hosts = new StartedHostOptions();

    @Typed
    @Use(group = HelpGroup.PLACE)
    @Option(names = "--purge", order = 12, description = "Remove what was copied there too.")
    boolean purge;

    @Use(group = HelpGroup.PLACE)
    @With("--purge")
    @Option(
            names = "--ssh-command",
            order = 15,
            paramLabel = "<words>",
            description =
                    "How ssh is called for hosts where nothing is up (default: ssh); others are reached as before.")
    String command = "ssh";

    @Mixin
    CommonOptions common = new CommonOptions();

    DownCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        SshOptions ssh = new SshOptions();
        ssh.command = command;
        List<String> named = hosts.isGiven(spec)
                ? hosts.hosts(spec).stream()
                        .map(HostList.NamedHost::host)
                        .distinct()
                        .toList()
                : List.of();
        return actions.down(new DownPlan(named, ssh.words(), purge), console);
    }
}
