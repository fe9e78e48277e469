package org.moide.coordinator.run.state;

import java.util.List;
import org.moide.balance.data.WrittenObject;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.journal.JournalRecord;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Utterance;

/** What a run's core wants done by its driver, in this order. Plain data, like the core's events. */
public sealed interface RunAct {
    /** An engine is told something. */
    record Tell(int seat, EngineCommand command) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.tell(this);
        }
    }

    /** A line for the user about the run itself. */
    record Note(String line) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.note(this);
        }
    }

    /**
     * What the application said.
     *
     * @param seat of the engine that it said it on, or {@link #NO_ENGINE}
     */
    record Said(int seat, Utterance utterance) implements RunAct {
        /** The coordinator says it. */
        public static final int NO_ENGINE = -1;

        @Override
        public void handle(Handler by) {
            by.said(this);
        }
    }

    /** A bag's tasks: so many done of those known so far. */
    record Progress(long done, long known) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.progress(this);
        }
    }

    /** A loan's result came home, once. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Result(Source from, byte[] encoded) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.result(this);
        }
    }

    /**
     * From where a result comes.
     *
     * @param loan the loan's number, for {@link RunCoreEvent.ResultTaken}; 0 if nobody waits for that
     * @param engine its seat
     * @param task the first of its tasks, encoded
     * @param tasks how many there were
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Source(long loan, int engine, byte[] task, int tasks) {
        /** An earlier coordinator's journal. */
        public static final Source EARLIER = new Source(0, -1, new byte[0], 0);
    }

    /** The heap has no room for a result of so many bytes: the application has failed. */
    record NoRoom(Source from, long resultBytes) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.noRoom(this);
        }
    }

    /** Data objects that tasks have written are objects of the run from now on; before anybody is told anything else. */
    record Publish(List<WrittenObject> objects) implements RunAct {
        public Publish {
            objects = List.copyOf(objects);
        }

        @Override
        public void handle(Handler by) {
            by.publish(this);
        }
    }

    /** All tasks that are left wait for this data object, or others, which nobody will write: the application is to fail. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NeverWritten(long id, byte[] task, int tasks) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.neverWritten(this);
        }
    }

    /** All tasks that {@code createTasks} has put so far are done: it may go on. */
    record PhaseDone() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.phaseDone(this);
        }
    }

    /** A part of what {@code createTasks} puts was taken, and there is room for one more. */
    record MoreTasksWanted() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.moreTasksWanted(this);
        }
    }

    /** All results have come home. */
    record ResultsComplete() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.resultsComplete(this);
        }
    }

    /** A part of what an engine recorded of its tasks. */
    record Recorded(int seat, EngineReport.Recorded part) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.recorded(this);
        }
    }

    /** Have an engine made: {@link RunCoreEvent.EngineMade} or {@link RunCoreEvent.EngineNotMade} comes of it. */
    record Recruit(Recruitment wanted) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.recruit(this);
        }
    }

    /** Add this to the journal; {@link RunCoreEvent.JournalSynced} tells how far that is on disk. */
    record WriteDown(JournalRecord journalRecord) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.writeDown(this);
        }
    }

    /** Write down that a checkpoint is complete: {@link RunCoreEvent.CommitWritten} comes of it. One at a time. */
    record WriteCommit(Commit commit) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.writeCommit(this);
        }
    }

    /** Find out whether the application's classes call {@code restore}: {@link RunCoreEvent.RestoreCallsFound} comes of it. */
    record LookForRestore() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.lookForRestore(this);
        }
    }

    /** What became of a {@link RunCoreEvent.ChangeWanted}. */
    record Answered(long question, ChangeAnswer answer) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.answered(this);
        }
    }

    /** What a {@link RunCoreEvent.StatusWanted} asked for. */
    record Status(long question, RunStatus status) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.status(this);
        }
    }

    /** The last of all. */
    record Ended(RunOutcome outcome) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.ended(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What a driver does with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void tell(Tell tell);

        void note(Note note);

        void said(Said said);

        void progress(Progress progress);

        void result(Result result);

        void publish(Publish publish);

        void noRoom(NoRoom noRoom);

        void neverWritten(NeverWritten neverWritten);

        void phaseDone(PhaseDone phaseDone);

        void moreTasksWanted(MoreTasksWanted wanted);

        void resultsComplete(ResultsComplete resultsComplete);

        void recorded(Recorded recorded);

        void recruit(Recruit recruit);

        void writeDown(WriteDown writeDown);

        void writeCommit(WriteCommit writeCommit);

        void lookForRestore(LookForRestore lookForRestore);

        void answered(Answered answered);

        void status(Status status);

        void ended(Ended ended);
    }
}
