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
 * This machine, as commands show it in the list of hosts. It is measured each second, so that a command that continues
 * can show the machine's earlier load. Used by one thread.
 */
final class OwnHost {
    private static final String NAME = "this machine";

    private static final Duration LOOKS = Duration.ofSeconds(1);

    /** The milliseconds of measuring before the first answer, since one sample of the running processes says little. */
    private static final long WATCHING_MILLIS = 300;

    private @Nullable HostMonitor monitor;

    /**
     * Returns this machine's properties and load.
     *
     * @param looks the number of past measurements, one each second, that the answer contains
     */
    @SuppressWarnings("resource") // it measures until the process ends
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
