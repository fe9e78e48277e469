package org.moide.engine.host;

import java.util.List;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.loading.JarReceiver;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/**
 * A host's engine daemon as coordinators see it: a distributed object (MOIDE, §3.2). It makes an engine of a run by
 * starting a child JVM for it. Every call may be repeated: a repeat finds the work done.
 *
 * <p>A run lives on the host while its coordinator's lifeline ({@link #lifelineOf}) is open: the coordinator opens it
 * before its first engine here, and the run's engines are ended when it is not back in time ({@code
 * Timing.lifelineBack}).
 */
public interface EngineDaemon extends JarReceiver {
    /** The name under which the daemon is exported. */
    String NAME = "engine-daemon";

    /** Returns the host as it is now. The first call may take some hundred milliseconds, to measure the power. */
    HostReport report();

    /**
     * Returns what the host did in the last seconds, the oldest first: one look for each second, for ten minutes at
     * most.
     */
    List<HostMoment> history(int looks);

    /** Returns the news of its host that the daemon would tell monitors now. */
    HostNews news();

    /**
     * Sends another daemon those of these jars that it lacks. Blocks until that daemon has them.
     *
     * @param runId the run for which the jars are
     * @throws RuntimeException if a jar is not here, or the other daemon fails; the message says which or why
     */
    void giveJars(String runId, List<String> digests, NodeReference to);

    /**
     * Starts a child JVM and returns when its engine can be reached. Blocks for as long as {@link
     * EngineOrder#readyWithin} allows; give the call some seconds more.
     *
     * @throws RuntimeException if the engine was not made; the message says why, with the child's last lines
     */
    EngineCreated createEngine(EngineOrder order);

    /** Ends all engines of a run, and returns when they are gone and their last lines have been sent; 5 s at most. */
    void endRun(String runId);

    /** Returns the runs that have engines here. */
    List<RunView> runs();

    /**
     * Returns the name of the lifeline by which a process with many runs holds a lease. While the lifeline is open,
     * engines' JVMs of its runs stay when a run has ended in order ({@link EngineOrder#HOLDER}), for a minute without a
     * run at the most.
     */
    static String leaseOf(String holder) {
        return "lease-" + holder;
    }

    /** Returns the name of the coordinator's lifeline to a daemon. */
    static String lifelineOf(String runId) {
        return "run-" + runId;
    }
}
