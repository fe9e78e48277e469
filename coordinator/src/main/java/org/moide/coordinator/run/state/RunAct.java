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

/**
 * An action that a run's core wants its driver to do. Actions are done in order. Plain data, like the core's events.
 */
public sealed interface RunAct {
    /** A command for an engine. */
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
     * Something that the application said.
     *
     * @param seat the seat of the engine on which it was said, or {@link #NO_ENGINE}
     */
    record Said(int seat, Utterance utterance) implements RunAct {
        /** The value of {@code seat} for what is said on the coordinator. */
        public static final int NO_ENGINE = -1;

        @Override
        public void handle(Handler by) {
            by.said(this);
        }
    }

    /** The number of a bag's tasks that are done, of those known so far. */
    record Progress(long done, long known) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.progress(this);
        }
    }

    /** The result of a loan that came home. Comes once. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Result(Source from, byte[] encoded) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.result(this);
        }
    }

    /**
     * The origin of a result.
     *
     * @param loan the number of the loan, for {@link RunCoreEvent.ResultTaken}; 0 if nobody waits for that
     * @param engine the seat of the engine
     * @param task the first of its tasks, encoded
     * @param tasks the number of its tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Source(long loan, int engine, byte[] task, int tasks) {
        /** The journal of an earlier coordinator as an origin. */
        public static final Source EARLIER = new Source(0, -1, new byte[0], 0);
    }

    /** A result for which the heap has no room, so the application has failed. */
    record NoRoom(Source from, long resultBytes) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.noRoom(this);
        }
    }

    /**
     * Data objects that tasks have written and that are objects of the run from now on. Comes before anybody is told
     * anything else.
     */
    record Publish(List<WrittenObject> objects) implements RunAct {
        public Publish {
            objects = List.copyOf(objects);
        }

        @Override
        public void handle(Handler by) {
            by.publish(this);
        }
    }

    /**
     * The data object for which all remaining tasks wait, as for others, and which nobody will write. The application
     * is to fail.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NeverWritten(long id, byte[] task, int tasks) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.neverWritten(this);
        }
    }

    /** The end of a phase: all tasks that {@code createTasks} has put so far are done, so it may go on. */
    record PhaseDone() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.phaseDone(this);
        }
    }

    /** The wish for one more part of what {@code createTasks} puts, since a part was taken and there is room. */
    record MoreTasksWanted() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.moreTasksWanted(this);
        }
    }

    /** The end of a bag's results: all have come home. */
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

    /** The wish for an engine. {@link RunCoreEvent.EngineMade} or {@link RunCoreEvent.EngineNotMade} follows. */
    record Recruit(Recruitment wanted) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.recruit(this);
        }
    }

    /** A record for the journal. {@link RunCoreEvent.JournalSynced} tells how far the journal is on disk. */
    record WriteDown(JournalRecord journalRecord) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.writeDown(this);
        }
    }

    /**
     * The wish to write down that a checkpoint is complete. {@link RunCoreEvent.CommitWritten} follows. One at a time.
     */
    record WriteCommit(Commit commit) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.writeCommit(this);
        }
    }

    /**
     * The wish to find out whether the application's classes call {@code restore}.
     * {@link RunCoreEvent.RestoreCallsFound} follows.
     */
    record LookForRestore() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.lookForRestore(this);
        }
    }

    /** The answer to a {@link RunCoreEvent.ChangeWanted}. */
    record Answered(long question, ChangeAnswer answer) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.answered(this);
        }
    }

    /** The answer to a {@link RunCoreEvent.StatusWanted}. */
    record Status(long question, RunStatus status) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.status(this);
        }
    }

    /** The end of the run; the last action. */
    record Ended(RunOutcome outcome) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.ended(this);
        }
    }

    /** Calls the handler's method for its kind. */
    void handle(Handler by);

    /** A method of the driver for each kind of action. Code that forgets a kind does not compile. */
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
