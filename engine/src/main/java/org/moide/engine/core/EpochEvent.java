package org.moide.engine.core;

import java.util.List;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.data.DataAnswer;

/** An event of an epoch, which other threads tell the epoch's control thread. */
sealed interface EpochEvent {
    /** A loan that a thread has closed. */
    record LoanClosed(LoanOutput.ClosedLoan loan) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.loanClosed(this, now);
        }
    }

    /** Tasks that are to be lent and that a thread has encoded. */
    record TasksEncoded(LoanOutput.EncodedTasks tasks) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.tasksEncoded(this, now);
        }
    }

    /** Results that came home and that a thread has merged. */
    record ResultsMerged(LoanOutput.MergedResults results) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.resultsMerged(this, now);
        }
    }

    /** A task of the account of this number that threw. */
    record TaskFailed(long account, FailedTask failure) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.taskFailed(this, now);
        }
    }

    /** Tasks that a thread put outside of any task. */
    record TasksPut(int thread, List<byte[]> tasks) implements EpochEvent {
        public TasksPut {
            tasks = List.copyOf(tasks);
        }

        @Override
        public void handle(Handler by, long now) {
            by.tasksPut(this, now);
        }
    }

    /**
     * A notice that every thread has ended.
     *
     * @param left whether some have left before the application was done
     */
    record ThreadsEnded(List<ThreadStatistics> statistics, boolean left) implements EpochEvent {
        public ThreadsEnded {
            statistics = List.copyOf(statistics);
        }

        @Override
        public void handle(Handler by, long now) {
            by.threadsEnded(this, now);
        }
    }

    /** An answer of the threads that fetch data objects. */
    record DataAnswered(DataAnswer answer) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.dataAnswered(this, now);
        }
    }

    /** A notice that no task that reads data objects can run here. */
    record DataBroken(String why) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.dataBroken(this, now);
        }
    }

    /** A notice that application code threw here. */
    record Failed(EngineReport.Failed failure) implements EpochEvent {
        /** Returns the event for this exception. */
        static Failed at(String where, Throwable fault) {
            return new Failed(FailureReports.describe(where, fault));
        }

        @Override
        public void handle(Handler by, long now) {
            by.failed(this, now);
        }
    }

    /** Calls the handler's method for this kind of event. */
    void handle(Handler by, long now);

    /** A handler of all kinds of events. A kind that nobody handles does not compile. */
    interface Handler {
        void loanClosed(LoanClosed loanClosed, long now);

        void tasksEncoded(TasksEncoded tasksEncoded, long now);

        void resultsMerged(ResultsMerged resultsMerged, long now);

        void taskFailed(TaskFailed taskFailed, long now);

        void tasksPut(TasksPut tasksPut, long now);

        void threadsEnded(ThreadsEnded threadsEnded, long now);

        void dataAnswered(DataAnswered dataAnswered, long now);

        void dataBroken(DataBroken dataBroken, long now);

        void failed(Failed failed, long now);
    }
}
