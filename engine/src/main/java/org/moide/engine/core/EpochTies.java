package org.moide.engine.core;

import org.moide.engine.checkpoint.EpochCheckpoints;
import org.moide.engine.compute.ComputeThreads;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.GrowingComm;
import org.moide.engine.compute.TaskFeed;
import org.moide.engine.control.EngineCommand;
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

    /** Makes the compute threads. */
    @FunctionalInterface
    interface TaskRun {
        ComputeThreads threads(
                EngineView view,
                EngineCommand.Start start,
                TaskFeed feed,
                GrowingComm comms,
                EpochCheckpoints checkpoints,
                ComputeThreads.Listener listener);
    }
}
