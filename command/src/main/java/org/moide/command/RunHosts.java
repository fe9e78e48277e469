package org.moide.command;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.plan.DaemonAddress;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The options that name hosts that may know a run, in addition to this machine. */
final class RunHosts {
    @Mixin
    MonitorOption monitor = new MonitorOption();

    @Mixin
    HostOptions hosts = new HostOptions();

    @Mixin
    @With({"--hosts", "--hostfile", "--monitor"})
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    /** Returns a view of the runs that this machine and the named hosts know. The caller closes it. */
    KnownRuns known(CommandSpec spec, MoideActions actions, TerminalConsole console) throws InterruptedException {
        List<DaemonAddress> daemons = hosts.daemons(spec);
        List<DaemonAddress> monitors = monitor.monitors(spec);
        Set<DaemonAddress> all = new LinkedHashSet<>(daemons);
        if (!monitors.isEmpty()) {
            all.addAll(MonitorOption.daemons(monitors, daemons, actions, secret.settings(), console));
        }
        return actions.known(List.copyOf(all), secret.settings());
    }

    /** Returns whether the command line names hosts or a monitor. */
    boolean isNamed() {
        return hosts.hosts != null || hosts.hostFile != null || monitor.monitor != null;
    }

    /** Returns the run that the arguments name; without arguments the only running run. */
    static KnownRuns.Found find(KnownRuns known, List<String> words) {
        @Nullable String name = NamedRun.of(words);
        return known.find(name);
    }
}
