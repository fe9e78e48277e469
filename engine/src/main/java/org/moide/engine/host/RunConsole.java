package org.moide.engine.host;

import org.moide.engine.control.Posting;

/**
 * The place where a run's daemons tell its coordinator what its engines print and how they end: a distributed object of
 * the coordinator.
 */
public interface RunConsole {
    /** Takes news, in order for each daemon (its {@link EngineOrder#sender}); repeats are to be dropped. */
    void post(Posting<DaemonNews> posting);

    /** Returns the name under which the coordinator of a run exports the console. */
    static String nameOf(String runId) {
        return "console-of-" + runId;
    }
}
