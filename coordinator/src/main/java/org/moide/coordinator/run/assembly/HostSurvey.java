package org.moide.coordinator.run.assembly;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.monitor.HostReport;

/** Asks engine daemons, all in parallel, for the properties and the load of their hosts. Not thread-safe. */
public interface HostSurvey {
    /**
     * The answer of one daemon, or the reason why there is none.
     *
     * @param daemon the node through which the daemon is called; null if it did not answer
     */
    record Answer(HostAnswer host, @Nullable NodeReference daemon) {}

    /**
     * A daemon's report about its host during a run.
     *
     * @param candidate the host as a place for engines, with the other runs that have threads there
     * @param host the present state of the host
     */
    record Look(DaemonAddress asked, Candidate candidate, HostReport host) {}

    /**
     * Returns one answer for each daemon, in the order of {@code daemons}. Blocks until all have answered or failed.
     */
    List<Answer> ask(List<DaemonAddress> daemons) throws InterruptedException;

    /** Returns the reports of those daemons that answer. Blocks until all have answered or failed. */
    List<Look> look(List<DaemonAddress> daemons) throws InterruptedException;
}
