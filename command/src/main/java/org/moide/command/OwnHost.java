package org.moide.command;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.run.assembly.HostMonitors;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.HostedRun;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.HostMonitorDriver;

/**
 * The own machine as commands show it. It is looked at each second, so that a command that goes on has the machine's
 * past. One thread.
 */
final class OwnHost {
    private static final String NAME = "this machine";

    private static final Duration LOOKS = Duration.ofSeconds(1);

    /** Time in which the load is measured before the first answer: which processes run at one moment says little. */
    private static final long WATCHING_MILLIS = 300;

    private @Nullable HostMonitor monitor;

    /** Returns what this machine is and does, and what it did in the last {@code looks} looks. */
    @SuppressWarnings("resource") // the looks end with the process
    HostAnswer answer(int looks) throws InterruptedException {
        HostMonitor watched = monitor;
        if (watched == null) {
            FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.hosts"));
            watched = HostMonitors.ofThisHost(0, new SystemTicker(), faults);
            monitor = watched;
            new Pause().millis(WATCHING_MILLIS);
            new HostMonitorDriver(watched, SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()), LOOKS, faults);
        }
        List<HostedRun> runs = RunFolders.ofThisUser(watched.facts().hostName()).sharing();
        int threads = runs.stream().mapToInt(HostedRun::threads).sum();
        return HostAnswer.usable(
                        NAME,
                        Candidate.of(NAME, watched.report().knowing(threads), Map.of(), 0)
                                .with(runs))
                .having(watched.history(looks));
    }
}
