package org.moide.engine.host;

import org.moide.engine.control.Posting;

/** The remote interface by which daemons report to a run's coordinator what its engines print and how they end. */
public interface RunConsole {
    /**
     * Takes news, in order for each daemon, which is identified by its {@link EngineOrder#sender}. Repeated postings
     * must be dropped.
     */
    void post(Posting<DaemonNews> posting);

    /** Returns the name under which the coordinator of a run exports the console. */
    static String nameOf(String runId) {
        return "console-of-" + runId;
    }
}
