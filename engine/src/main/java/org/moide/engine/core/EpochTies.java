package org.moide.engine.core;

import org.moide.engine.control.EngineReport;

/** What an epoch needs of its engine. */
interface EpochTies {
    /** Has the control thread take an event. Any thread. */
    void submit(EngineEvent event);

    /** Has the control thread tick soon. Any thread. */
    void nudge();

    /** Tells the coordinator. Any thread. */
    void report(EngineReport report);

    /** As {@link #report}; waits while too much is on its way. */
    void reportPatiently(EngineReport report) throws InterruptedException;
}
