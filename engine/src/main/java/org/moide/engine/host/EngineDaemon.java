package org.moide.engine.host;

import java.util.List;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.loading.JarReceiver;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/**
 * The remote interface of a host's engine daemon, which coordinators call (MOIDE, §3.2). The daemon makes engines by
 * starting child JVMs. Every call may be repeated; a repeat has no further effect.
 *
 * <p>The coordinator keeps a lifeline ({@link #lifelineOf}) open, from before its first engine on the host. If the
 * lifeline closes and is not restored in time ({@code Timing.lifelineBack}), the daemon ends the run's engines.
 */
public interface EngineDaemon extends JarReceiver {
    /** Name under which the daemon is exported. */
    String NAME = "engine-daemon";

    /** Returns the host's current state. The first call may take some hundred milliseconds, to measure the power. */
    HostReport report();

    /** Returns one measurement of the host for each of the last seconds, oldest first, of ten minutes at most. */
    List<HostMoment> history(int looks);

    /** Returns the news that the daemon would send to monitors now. */
    HostNews news();

    /**
     * Sends these jars to another daemon, except jars that the other daemon has already. Blocks until the other daemon
     * has all of them.
     *
     * @param runId the run that needs the jars
     * @throws RuntimeException if this daemon lacks a jar or the other daemon fails; the message says which or why
     */
    void giveJars(String runId, List<String> digests, NodeReference to);

    /**
     * Starts a child JVM, and returns when its engine can be reached. Blocks for up to {@link EngineOrder#readyWithin};
     * the call's deadline must be some seconds longer.
     *
     * @throws RuntimeException if the engine was not made; the message says why, with the child's last lines
     */
    EngineCreated createEngine(EngineOrder order);

    /**
     * Claims compute threads of this host for a run that is about to start engines here. Other runs see the claim at
     * once; it lapses after ten seconds if the engines have not started. Of two runs that claim the same processors,
     * the first one gets them.
     *
     * @return false if {@link ThreadClaim#free} is set and fewer processors are free; then nothing is claimed
     */
    boolean claim(ThreadClaim claim);

    /** Ends all engines of a run, and returns when they are gone and their last lines have been sent; 5 s at most. */
    void endRun(String runId);

    /** Returns the runs that have engines here, or have claimed threads. */
    List<RunView> runs();

    /**
     * Returns the name of the lifeline (a connection that stays open) by which a process with many runs holds a lease.
     * While it is open, JVMs of engines of its runs are kept after a run has ended in order ({@link
     * EngineOrder#HOLDER}), for a minute without a run at most.
     */
    static String leaseOf(String holder) {
        return "lease-" + holder;
    }

    /**
     * Returns the name of the lifeline from a run's coordinator to a daemon, the connection whose loss ends the run's
     * engines.
     */
    static String lifelineOf(String runId) {
        return "run-" + runId;
    }
}
