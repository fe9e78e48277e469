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
 * An act of a run's core: a step that the core orders and the control thread carries out. Acts are carried out in
 * order. They are plain data, like events.
 */
public sealed interface RunAct {
    /** Sends a command to an engine. */
    record Tell(int seat, EngineCommand command) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.tell(this);
        }
    }

    /** Shows the user a line about the run itself. */
    record Note(String line) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.note(this);
        }
    }

    /**
     * Shows the user a line or result that the application has reported.
     *
     * @param seat the number of the engine that reported it, or {@link #NO_ENGINE}
     */
    record Said(int seat, Utterance utterance) implements RunAct {
        /** The value of {@code seat} for reports of the application's code on the coordinator. */
        public static final int NO_ENGINE = -1;

        @Override
        public void handle(Handler by) {
            by.said(this);
        }
    }

    /** Shows how many of the tasks of a bag that are known so far are done. */
    record Progress(long done, long known) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.progress(this);
        }
    }

    /** Gives the results thread the result of a returned loan. Each result is given once. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Result(Source from, byte[] encoded) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.result(this);
        }
    }

    /**
     * The loan that returned a result.
     *
     * @param loan the number of the loan, with which {@link RunCoreEvent.ResultTaken} names it; 0 if that event is not
     *     wanted
     * @param engine the number of the engine that returned the loan
     * @param task the first of the loan's tasks, encoded
     * @param tasks the number of the loan's tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Source(long loan, int engine, byte[] task, int tasks) {
        /** The value for results that an earlier coordinator has journalled. */
        public static final Source EARLIER = new Source(0, -1, new byte[0], 0);
    }

    /** Fails the application, because there is no memory in the heap for a result. */
    record NoRoom(Source from, long resultBytes) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.noRoom(this);
        }
    }

    /**
     * Makes data objects that tasks have written readable. It comes before all other acts that follow from the return
     * of the tasks' loan.
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
     * Fails the application, because all tasks that remain wait for data objects that no task will write.
     *
     * @param id the ID of one of these objects
     * @param task one of these tasks, encoded
     * @param tasks the number of these tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NeverWritten(long id, byte[] task, int tasks) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.neverWritten(this);
        }
    }

    /** Tells {@code createTasks} that all tasks that it has created so far are done, so that it may continue. */
    record PhaseDone() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.phaseDone(this);
        }
    }

    /**
     * Asks {@code createTasks} for one more part of tasks, because a part has arrived and there is room for another.
     */
    record MoreTasksWanted() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.moreTasksWanted(this);
        }
    }

    /** Tells the results thread that all results of a bag have been passed to it. */
    record ResultsComplete() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.resultsComplete(this);
        }
    }

    /** Passes on a part of an engine's record of executed tasks, for the recorded workload. */
    record Recorded(int seat, EngineReport.Recorded part) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.recorded(this);
        }
    }

    /** Requests an engine. {@link RunCoreEvent.EngineMade} or {@link RunCoreEvent.EngineNotMade} follows. */
    record Recruit(Recruitment wanted) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.recruit(this);
        }
    }

    /** Appends a record to the journal. {@link RunCoreEvent.JournalSynced} follows when it is on disk. */
    record WriteDown(JournalRecord journalRecord) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.writeDown(this);
        }
    }

    /**
     * Commits a checkpoint on disk. {@link RunCoreEvent.CommitWritten} follows. The core orders no other commit before
     * that event.
     */
    record WriteCommit(Commit commit) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.writeCommit(this);
        }
    }

    /**
     * Searches the application's classes for calls of {@code restore}. {@link RunCoreEvent.RestoreCallsFound} follows.
     */
    record LookForRestore() implements RunAct {
        @Override
        public void handle(Handler by) {
            by.lookForRestore(this);
        }
    }

    /** Answers an order to change engines, {@link RunCoreEvent.ChangeWanted}. */
    record Answered(long question, ChangeAnswer answer) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.answered(this);
        }
    }

    /** Answers a question about the run's state, {@link RunCoreEvent.StatusWanted}. */
    record Status(long question, RunStatus status) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.status(this);
        }
    }

    /** Ends the run. It is the last act. */
    record Ended(RunOutcome outcome) implements RunAct {
        @Override
        public void handle(Handler by) {
            by.ended(this);
        }
    }

    /** Calls that method of the handler which is for this kind of act. */
    void handle(Handler by);

    /** Carries out acts. It has one method for each kind, so a class that forgets a kind does not compile. */
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
