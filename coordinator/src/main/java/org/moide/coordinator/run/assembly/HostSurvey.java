package org.moide.coordinator.run.assembly;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.monitor.HostReport;

/** A survey of engine daemons, which asks all at once what their hosts are and do. One thread. */
public interface HostSurvey {
    /**
     * The outcome of asking one daemon.
     *
     * @param daemon where it is; null if it did not answer
     */
    record Answer(HostAnswer host, @Nullable NodeReference daemon) {}

    /**
     * A daemon that answers, looked at while a run goes on.
     *
     * @param host as it is now
     * @param taken whether other runs have engines there
     */
    record Look(DaemonAddress asked, Candidate candidate, HostReport host, boolean taken) {}

    /** One answer for each daemon, in their order. Blocks until all have answered or cannot. */
    List<Answer> ask(List<DaemonAddress> daemons) throws InterruptedException;

    /**
     * Those of these daemons that answer. Blocks until all have answered or cannot.
     *
     * @param runId what daemons know the run by that wants to know
     */
    List<Look> look(List<DaemonAddress> daemons, String runId) throws InterruptedException;
}
