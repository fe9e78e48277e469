package org.moide.coordinator.run.assembly;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.monitor.HostReport;

/** A survey of engine daemons: it asks all at once for the properties and the load of their hosts. One thread. */
public interface HostSurvey {
    /**
     * The outcome of asking one daemon.
     *
     * @param daemon the node of the daemon; null if it did not answer
     */
    record Answer(HostAnswer host, @Nullable NodeReference daemon) {}

    /**
     * The view of a daemon that answers, while a run goes on.
     *
     * @param candidate the host as a place for engines, with the other runs that have threads there
     * @param host the host as it is now
     */
    record Look(DaemonAddress asked, Candidate candidate, HostReport host) {}

    /** Returns one answer for each daemon, in their order. Blocks until all have answered or cannot. */
    List<Answer> ask(List<DaemonAddress> daemons) throws InterruptedException;

    /** Returns a look at each of these daemons that answers. Blocks until all have answered or cannot. */
    List<Look> look(List<DaemonAddress> daemons) throws InterruptedException;
}
