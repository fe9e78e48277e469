package org.moide.coordinator.run.session;

import java.util.function.Supplier;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;

/**
 * Shows one run to its user while it goes on and when it has ended, and keeps what is wanted of it. The thread that owns the
 * run calls {@link #watch}, {@link #began}, {@link #computed}, {@link #ended} and {@link #close}, in this order, as far as
 * the run comes; any thread calls the others, which are quick.
 */
public interface RunDisplay extends AutoCloseable {
    /** An event of the run itself, such as an engine that was lost: a line for its user. */
    void note(String text);

    /** The work is further than it was; see the meter that this was opened with. Cheap to call at every task. */
    void progressed();

    /** What an engine says of its threads' time, of what it did and of its trace, as it comes with a beat. */
    void beat(int seat, EngineReport.Beat beat);

    /** Whoever looks on may ask this how the run's data objects stand. Once, before there are engines. */
    void objects(Supplier<ObjectsNow> now);

    /** Whoever looks on may ask this how the run stands. */
    void watch(RunControl run);

    /**
     * Engines begin to compute.
     *
     * @param answers whether the run has a folder, by which commands find it
     */
    void began(boolean answers);

    /** Engines compute no more, however that came. */
    void computed();

    /** The run has ended in this way, and this is its report. What is written of it is written when this returns. */
    void ended(RunOutcome outcome, RunReport report);

    /** Nothing more is told. Keeps the report of a run that has ended, if that is wanted. */
    @Override
    void close();
}
