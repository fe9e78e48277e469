package org.moide.coordinator.run;

import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/** What a run's core acts on; called on the control thread, nothing here may block. */
interface RunSurroundings {
    /** A bag's tasks: so many done of those known so far. */
    void progress(long done, long known);

    /** A loan's result came home, once. */
    void result(byte[] encoded);

    /** All results have come home. */
    void resultsComplete();

    /** What the application said. */
    void said(int engine, Utterance utterance);

    /** A line for the user about the run itself. */
    void note(String line);

    /** A part of what an engine recorded of its tasks. */
    void recorded(int engine, EngineReport.Recorded recorded);

    /** Has an engine made; what becomes of it comes as an event. */
    void recruit(Recruitment wanted);

    /** The run ends before it has begun: there is nobody to compute. */
    void nobody(String why);

    /** What tells the user when nothing moves any more, for a run that begins now. */
    StallWatch stalls(long nowNanos);

    void ended(RunOutcome outcome);
}
