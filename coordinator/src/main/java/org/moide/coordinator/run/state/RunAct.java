package org.moide.coordinator.run.state;

import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.journal.JournalRecord;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/** What a run's core wants done by its driver, in this order. Plain data: who knows the core's events knows these. */
public sealed interface RunAct {
    /** An engine is told something. */
    record Tell(int seat, EngineCommand command) implements RunAct {}

    /** A line for the user about the run itself. */
    record Note(String line) implements RunAct {}

    /** What the application said in an engine. */
    record Said(int seat, Utterance utterance) implements RunAct {}

    /** A bag's tasks: so many done of those known so far. */
    record Progress(long done, long known) implements RunAct {}

    /** A loan's result came home, once. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Result(byte[] encoded) implements RunAct {}

    /** All results have come home. */
    record ResultsComplete() implements RunAct {}

    /** A part of what an engine recorded of its tasks. */
    record Recorded(int seat, EngineReport.Recorded part) implements RunAct {}

    /** Have an engine made: {@link RunEvent.EngineMade} or {@link RunEvent.EngineNotMade} comes of it. */
    record Recruit(Recruitment wanted) implements RunAct {}

    /** Add this to the journal; {@link RunEvent.JournalSynced} tells how far that is on disk. */
    record WriteDown(JournalRecord journalRecord) implements RunAct {}

    /** Write down that a checkpoint is complete: {@link RunEvent.CommitWritten} comes of it. One at a time. */
    record WriteCommit(Commit commit) implements RunAct {}

    /** Find out whether the application's classes call {@code restore}: {@link RunEvent.RestoreCallsFound} comes of it. */
    record LookForRestore() implements RunAct {}

    /** What became of a {@link RunEvent.ChangeWanted}. */
    record Answered(long question, ChangeAnswer answer) implements RunAct {}

    /** What a {@link RunEvent.StatusWanted} asked for. */
    record Status(long question, RunStatus status) implements RunAct {}

    /** The last of all. */
    record Ended(RunOutcome outcome) implements RunAct {}
}
