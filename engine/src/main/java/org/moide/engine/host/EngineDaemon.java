package org.moide.engine.host;

import java.util.List;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.loading.JarChunk;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/**
 * A host's engine daemon as coordinators see it: a distributed object (MOIDE, §3.2). It makes an engine of a run by
 * starting a child JVM for it. Every call may be repeated: a repeat finds the work done.
 *
 * <p>A run lives on the host while its coordinator's lifeline ({@link #lifelineOf}) is open: the coordinator opens it before
 * its first engine here, and the run's engines are ended when it is not back in time ({@code Timing.lifelineBack}).
 */
public interface EngineDaemon {
    /** The name under which it is exported. */
    String NAME = "engine-daemon";

    /** The host as it is now. The first call may take some hundred milliseconds, to measure the power. */
    HostReport report();

    /** What the host did in the last so many seconds, the oldest first: a look each second, for ten minutes at most. */
    List<HostMoment> history(int looks);

    /** What the daemon tells monitors of its host, as it would tell them now. */
    HostNews news();

    /** Which of these jars ({@link org.moide.engine.loading.JarReference#digest}) must be sent before engines can use them. */
    List<String> missingJars(List<String> digests);

    /** Takes a piece of a jar; the last one checks it. */
    void putJar(JarChunk chunk);

    /**
     * Sends another daemon those of these jars that it lacks. Blocks until that has them.
     *
     * @param runId for which they are
     * @throws RuntimeException saying which jar is not here, or what went wrong with the other daemon
     */
    void giveJars(String runId, List<String> digests, NodeReference to);

    /**
     * Starts a child JVM and returns when its engine can be reached. Blocks for as long as {@link
     * EngineOrder#readyWithin} allows; give the call some seconds more.
     *
     * @throws RuntimeException saying why there is no such engine, with the child's last lines
     */
    EngineCreated createEngine(EngineOrder order);

    /** Ends all engines of a run, and returns when they are gone and their last lines have been sent; 5 s at most. */
    void endRun(String runId);

    /**
     * Asks the coordinator of a run to end it, as Ctrl-C does there. Returns at once; again without effect.
     *
     * @return whether the run has engines here
     */
    boolean stopRun(String runId);

    /** The runs that have engines here. */
    List<RunView> runs();

    /**
     * What a process with many runs calls the lifeline by which it holds a lease: while it is open, engines' JVMs of
     * its runs stay when a run has ended in order ({@link EngineOrder#HOLDER}), a minute without a run at the most.
     */
    static String leaseOf(String holder) {
        return "lease-" + holder;
    }

    /** What the coordinator calls its lifeline to a daemon. */
    static String lifelineOf(String runId) {
        return "run-" + runId;
    }
}
