package org.moide.coordinator.run.session;

import java.util.function.Supplier;
import org.moide.balance.data.ObjectsNow;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;

/**
 * Displays one run for its user: its progress, its end, and its report if the user wants that. The thread that executes
 * the run calls {@link #watch}, {@link #began}, {@link #computed}, {@link #ended} and {@link #close} in this order; it
 * leaves some out if the run fails early. Any thread may call the other methods, which must be quick.
 */
public interface RunDisplay extends AutoCloseable {
    /** Shows a line about an event of the run, such as the loss of an engine. */
    void note(String text);

    /**
     * Shows the new progress of the run, because its {@link org.moide.coordinator.progress.ProgressMeter} has changed.
     * It is so cheap that it may be called after every task.
     */
    void progressed();

    /** Shows the part of an engine's heartbeat that is about its threads' times, its work and its trace. */
    void beat(int seat, EngineReport.Beat beat);

    /** Sets where the display gets the state of the run's data objects from. Called once, before there are engines. */
    void objects(Supplier<ObjectsNow> now);

    /** Sets where the display gets the state of the run from. */
    void watch(RunControl run);

    /**
     * Notes that engines begin to compute.
     *
     * @param answers whether the run has a folder, so that the user's commands can find the run
     */
    void began(boolean answers);

    /** Notes that engines have stopped computing, for whatever reason. */
    void computed();

    /** Shows how the run ended. Writes the report if the user wants that. All this is done when the method returns. */
    void ended(RunOutcome outcome, RunReport report);

    /** Ends the display. Saves the report of an ended run if the user wants that. */
    @Override
    void close();
}
