package org.moide.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.coordinator.text.Plural;
import org.moide.hosts.network.Spaces;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.HostsBySsh;
import org.moide.hosts.ssh.SshPlan;
import org.moide.hosts.ssh.SshSettings;
import org.moide.hosts.ssh.StartedDaemon;
import org.moide.hosts.ssh.StartedDaemons;

/** Actions on other hosts by ssh, in a real process. Used by one thread. */
final class SshActions {
    private final ProcessEnd end;
    private final MoideActions actions;
    private final FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.ssh"));
    private final StartedDaemons started =
            new StartedDaemons(ClusterSecret.defaultFolder().resolve("up"));

    /**
     * Creates the object.
     *
     * @param actions the actions that ask daemons and run applications
     */
    SshActions(ProcessEnd end, MoideActions actions) {
        this.end = end;
        this.actions = actions;
    }

    private HostsBySsh hosts(SshSettings settings, Consumer<String> lines) {
        return new HostsBySsh(settings, started, new SystemRandomness().generator(), faults, lines);
    }

    private static HostsEnd ending(String who, HostsBySsh hosts, Console console) {
        return new HostsEnd(
                () -> hosts.endAll().stream()
                        .map(trouble -> trouble + "\nits daemon may still be there: 'moide down' tries again")
                        .toList(),
                line -> console.error(who + ": " + line));
    }

    int up(SshPlan plan, Console console) throws Exception {
        HostsBySsh hosts = hosts(plan.settings(), console::print);
        HostsEnd broken = ending("moide up", hosts, console);
        broken.over();
        end.lastly(broken);
        Up up = up(plan, hosts, console);
        end.lastly(null);
        up.troubles.forEach(trouble -> console.error("moide up: " + trouble));
        String mixture = hosts.mixture();
        if (!mixture.isEmpty()) {
            console.error("moide up: " + mixture);
        }
        int usable = up.addresses.size();
        if (usable > 0) {
            console.print(Plural.of(usable, "host") + (usable == 1 ? " is" : " are") + " up: moide run --hostfile "
                    + started.hostFile() + " <application>; 'moide down' ends them");
        }
        if (up.troubles.isEmpty()) {
            return ExitCode.DONE;
        }
        console.error("moide up: " + up.troubles.size() + " of " + plan.hosts().size() + " hosts cannot be used");
        return usable == 0 ? ExitCode.NO_HOSTS : ExitCode.FAILED;
    }

    private record Up(List<DaemonAddress> addresses, List<String> troubles) {}

    /**
     * Starts daemons and waits until they answer.
     *
     * @return the daemons that answer, and the reasons why others cannot be used
     */
    private Up up(SshPlan plan, HostsBySsh hosts, Console console) throws Exception {
        ClusterSecret secret = Spaces.secret(plan.network(), RmiSpaceOptions.LOOPBACK);
        HostsBySsh.Outcome outcome = hosts.up(plan.hosts(), secret);
        List<String> troubles = new ArrayList<>(outcome.troubles());
        List<DaemonAddress> usable = new ArrayList<>();
        List<DaemonAddress> asked = outcome.daemons().stream()
                .map(daemon -> Objects.requireNonNull(daemon.address()))
                .toList();
        if (!asked.isEmpty()) {
            List<HostAnswer> answers = actions.hosts(new HostsPlan(asked, false, plan.network()), console);
            for (int i = 0; i < asked.size(); i++) {
                HostAnswer answer = answers.get(i);
                if (answer.candidate() == null) {
                    troubles.add(outcome.daemons().get(i).host() + ": its daemon is up, and cannot be used from here: "
                            + answer.problem() + "\nIf ports are closed there, name one that is open, as in "
                            + outcome.daemons().get(i).host() + ":7101");
                } else {
                    usable.add(asked.get(i));
                }
            }
        }
        return new Up(usable, troubles);
    }

    /** Work to do on started daemons. */
    interface Body {
        /**
         * Does the work.
         *
         * @return the exit code
         */
        int on(List<DaemonAddress> daemons) throws Exception;
    }

    int run(SshPlan ssh, MoideActions.Planner plan, Console console) throws Exception {
        plan.on(SshRun.provisional(ssh));
        return onHosts(ssh, console, daemons -> actions.run(plan.on(daemons), console));
    }

    /**
     * Starts daemons, runs {@code body} with them, and ends them.
     *
     * @return the exit code of {@code body}
     */
    int onHosts(SshPlan ssh, Console console, Body body) throws Exception {
        HostsBySsh hosts = hosts(ssh.settings(), line -> console.error("moide run: " + line));
        HostsEnd ending = ending("moide run", hosts, console);
        end.lastly(ending);
        try {
            Up up = up(ssh, hosts, console);
            if (!up.troubles.isEmpty()) {
                throw new NoHostsException(String.join("\n", up.troubles) + "\nexpected all of "
                        + Plural.of(ssh.hosts().size(), "host") + ": leave out those");
            }
            String mixture = hosts.mixture();
            if (!mixture.isEmpty()) {
                console.error("moide run: " + mixture);
            }
            return body.on(up.addresses);
        } finally {
            ending.over();
            ending.run();
            end.lastly(null);
        }
    }

    int down(DownPlan plan, Console console) throws InterruptedException {
        Map<List<String>, List<StartedDaemon>> byCommand = new LinkedHashMap<>();
        String here = SystemHost.name();
        for (StartedDaemon daemon : started.all()) {
            if (plan.hosts().isEmpty() ? daemon.isLeft(here) : plan.hosts().contains(daemon.host())) {
                byCommand
                        .computeIfAbsent(daemon.command(), none -> new ArrayList<>())
                        .add(daemon);
            }
        }
        List<String> troubles = new ArrayList<>();
        Map<String, List<String>> toPurge = new LinkedHashMap<>();
        plan.hosts().forEach(host -> toPurge.put(host, plan.command()));
        int ended = 0;
        for (Map.Entry<List<String>, List<StartedDaemon>> group : byCommand.entrySet()) {
            HostsBySsh hosts = hosts(new SshSettings(group.getKey(), null, List.of(), false, ""), console::print);
            List<String> failed = hosts.down(group.getValue());
            ended += group.getValue().size() - failed.size();
            troubles.addAll(failed);
            group.getValue().forEach(daemon -> toPurge.put(daemon.host(), daemon.command()));
        }
        console.print(ended == 0 && troubles.isEmpty() ? "nothing is up" : Plural.of(ended, "daemon") + " ended");
        if (plan.purges() && troubles.isEmpty()) {
            troubles.addAll(purged(toPurge, console));
        }
        troubles.forEach(trouble -> console.error("moide down: " + trouble));
        return troubles.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private List<String> purged(Map<String, List<String>> hosts, Console console) throws InterruptedException {
        Map<List<String>, List<String>> byCommand = new LinkedHashMap<>();
        hosts.forEach((host, command) ->
                byCommand.computeIfAbsent(command, none -> new ArrayList<>()).add(host));
        List<String> troubles = new ArrayList<>();
        for (Map.Entry<List<String>, List<String>> group : byCommand.entrySet()) {
            troubles.addAll(hosts(new SshSettings(group.getKey(), null, List.of(), false, ""), console::print)
                    .purge(group.getValue()));
        }
        int done = hosts.size() - troubles.size();
        if (done > 0) {
            console.print("what was copied is removed from " + Plural.of(done, "host"));
        }
        return troubles;
    }
}
