package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.PlanException;
import org.moide.hosts.ssh.SshPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide up}: starts daemons on other hosts by ssh. */
@Command(
        name = "up",
        sortOptions = false,
        customSynopsis = "moide up [options] [-- options of moide engine]",
        header = "Starts engine daemons on other hosts by ssh; 'moide down' ends them.",
        description = {
            "",
            "Calls the ssh of this machine, with the keys, agents and settings that you have; nobody is asked for a"
                    + " password. What a host lacks of MOIDE is copied to ~/.moide/ssh there and stays for the next time. The"
                    + " cluster's secret goes through ssh, and is on no disk there once the daemon runs."
        },
        footer = {
            "",
            "Examples:",
            "  moide up --hosts node1,node2",
            "  moide up --hostfile nodes.txt --with-java",
            "  moide up --hosts node[1-4]:7101 --ssh-command 'ssh -F lab.config'",
            "  moide up --hosts node1 -- --engine-ports 7200-7299 --label gpu",
            "  moide run --hostfile ~/.moide/up/hosts nbody     on all that are up",
            "",
            "Exit codes: 0 all are up; 1 some are not; 2 wrong usage; 3 none is."
        })
final class UpCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    StartedHostOptions hosts = new StartedHostOptions();

    @Use(group = HelpGroup.PLACE)
    @With(not = {"--hosts", "--hostfile"})
    @Option(
            names = "--job",
            order = 12,
            description = "The nodes of the batch job that this runs in (Slurm, PBS, LSF).")
    boolean job;

    @Mixin
    SshOptions ssh = new SshOptions();

    @Mixin
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    @Mixin
    CommonOptions common = new CommonOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "<option> ...",
            hideParamSyntax = true,
            description = "After --: what 'moide engine' is told there.")
    List<String> words = List.of();

    UpCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        List<HostList.NamedHost> named = job ? SshRun.hostsOfJob(actions.variables()) : hosts.hosts(spec);
        if (named.isEmpty()) {
            throw new PlanException("expected hosts, found none: moide up --hosts node1,node2, or --hostfile");
        }
        if (!words.isEmpty() && !words.get(0).startsWith("-")) {
            throw new PlanException("unexpected word '" + words.get(0) + "': hosts are named by --hosts or --hostfile");
        }
        List<String> engineWords = secret.plain ? SshRun.with(words, "--plain") : words;
        return actions.up(new SshPlan(ssh.settings(engineWords, ""), named, secret.settings()), console);
    }
}
