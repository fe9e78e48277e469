package org.moide.engine.core;

import java.util.List;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.data.DataAnswer;

/** What compute threads tell the control thread of their epoch. */
sealed interface EpochEvent {
    /** A thread has closed a loan. */
    record LoanClosed(LoanOutput.ClosedLoan loan) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.loanClosed(this, now);
        }
    }

    /** A thread has encoded tasks that are to be lent. */
    record TasksEncoded(LoanOutput.EncodedTasks tasks) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.tasksEncoded(this, now);
        }
    }

    /** A thread has merged results that came home. */
    record ResultsMerged(LoanOutput.MergedResults results) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.resultsMerged(this, now);
        }
    }

    /** A thread ran a task of the account of this number, and it threw. */
    record TaskFailed(long account, FailedTask failure) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.taskFailed(this, now);
        }
    }

    /** A thread put tasks outside of any task. */
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
     * Every thread has ended.
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

    /** Threads that fetch data objects have done something. */
    record DataAnswered(DataAnswer answer) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.dataAnswered(this, now);
        }
    }

    /** No task that reads data objects can run here. */
    record DataBroken(String why) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.dataBroken(this, now);
        }
    }

    /** Application code threw here. */
    record Failed(EngineReport.Failed failure) implements EpochEvent {
        /** By this. */
        static Failed at(String where, Throwable fault) {
            return new Failed(FailureReports.describe(where, fault));
        }

        @Override
        public void handle(Handler by, long now) {
            by.failed(this, now);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by, long now);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
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
