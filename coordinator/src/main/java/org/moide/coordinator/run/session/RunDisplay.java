package org.moide.coordinator.run.session;

import java.util.function.Supplier;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;

/**
 * A display of one run, for its user: it shows how the run goes on and how it ended, and keeps the report if that is
 * wanted. The thread that owns the run calls {@link #watch}, {@link #began}, {@link #computed}, {@link #ended} and
 * {@link #close}, in this order, as far as the run comes; any thread calls the others, which are quick.
 */
public interface RunDisplay extends AutoCloseable {
    /** Shows an event of the run itself, such as an engine that was lost, as a line. */
    void note(String text);

    /** Shows the progress again, since the meter with which this was opened has moved. Cheap enough for every task. */
    void progressed();

    /** Takes from a beat what an engine reports of its threads' time, of its work and of its trace. */
    void beat(int seat, EngineReport.Beat beat);

    /** Takes the source of the state of the run's data objects. Called once, before there are engines. */
    void objects(Supplier<ObjectsNow> now);

    /** Takes the source of the state of the run. */
    void watch(RunControl run);

    /**
     * Notes that engines begin to compute.
     *
     * @param answers whether the run has a folder, by which commands find it
     */
    void began(boolean answers);

    /** Notes that engines compute no more, whatever the reason. */
    void computed();

    /** Shows how the run ended, and writes the report if that is wanted. It is written when this returns. */
    void ended(RunOutcome outcome, RunReport report);

    /** Ends the display, and keeps the report of a run that has ended, if that is wanted. */
    @Override
    void close();
}
