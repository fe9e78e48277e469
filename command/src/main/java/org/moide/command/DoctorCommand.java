package org.moide.command;

import java.util.concurrent.Callable;
import org.moide.command.checkup.Checkup;
import org.moide.command.checkup.Grade;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moide doctor}: checks machines, and tells how to solve problems. */
@Command(
        name = "doctor",
        sortOptions = false,
        header = "Checks this machine, and hosts with daemons, and says what to do.",
        description = {
            "",
            "Here: Java, the machine's name, shared memory, limits, disk, secret, port. Of each host that is named:"
                    + " whether it is reached and reaches this machine, with the same secret and MOIDE; its clock, its Java,"
                    + " and all that is checked here. It changes nothing. WARN works, but slower or not in all cases; FAIL"
                    + " does not."
        },
        footer = {
            "",
            "Examples:",
            "  moide doctor",
            "  moide doctor --hosts node1,node2:7101",
            "  moide doctor --hostfile nodes.txt --json",
            "",
            "Exit codes: 0 nothing fails; 1 something does; 2 wrong usage."
        })
final class DoctorCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Typed
    @Use(group = HelpGroup.WATCHING)
    @Option(names = "--json", order = 1, description = "Print it as one JSON object, for programs.")
    boolean json;

    @Mixin
    HostOptions hosts = new HostOptions();

    @Mixin
    @With({"--hosts", "--hostfile"})
    NetworkOptions.Reach reach = new NetworkOptions.Reach();

    @Mixin
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    @Mixin
    CommonOptions common = new CommonOptions();

    DoctorCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        Checkup checkup = actions.checkup(new HostsPlan(
                hosts.daemons(spec),
                true,
                new NetworkSettings(reach.bind, 0, reach.advertise, secret.plain, secret.file)));
        if (json) {
            console.print(checkup.json());
        } else {
            checkup.lines().forEach(console::print);
        }
        return checkup.count(Grade.FAIL) == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }
}
