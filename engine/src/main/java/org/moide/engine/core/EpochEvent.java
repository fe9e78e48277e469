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
        public void handle(Handler by) {
            by.loanClosed(this);
        }
    }

    /** A thread has encoded tasks that are to be lent. */
    record TasksEncoded(LoanOutput.EncodedTasks tasks) implements EpochEvent {
        @Override
        public void handle(Handler by) {
            by.tasksEncoded(this);
        }
    }

    /** A thread has merged results that came home. */
    record ResultsMerged(LoanOutput.MergedResults results) implements EpochEvent {
        @Override
        public void handle(Handler by) {
            by.resultsMerged(this);
        }
    }

    /** A thread ran a task of the account of this number, and it threw. */
    record TaskFailed(long account, FailedTask failure) implements EpochEvent {
        @Override
        public void handle(Handler by) {
            by.taskFailed(this);
        }
    }

    /** A thread put tasks outside of any task. */
    record TasksPut(int thread, List<byte[]> tasks) implements EpochEvent {
        public TasksPut {
            tasks = List.copyOf(tasks);
        }

        @Override
        public void handle(Handler by) {
            by.tasksPut(this);
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
        public void handle(Handler by) {
            by.threadsEnded(this);
        }
    }

    /** Threads that fetch data objects have done something. */
    record DataAnswered(DataAnswer answer) implements EpochEvent {
        @Override
        public void handle(Handler by) {
            by.dataAnswered(this);
        }
    }

    /** No task that reads data objects can run here. */
    record DataBroken(String why) implements EpochEvent {
        @Override
        public void handle(Handler by) {
            by.dataBroken(this);
        }
    }

    /** Application code threw here. */
    record Failed(EngineReport.Failed failure) implements EpochEvent {
        /** By this. */
        static Failed at(String where, Throwable fault) {
            return new Failed(FailureReports.describe(where, fault));
        }

        @Override
        public void handle(Handler by) {
            by.failed(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void loanClosed(LoanClosed loanClosed);

        void tasksEncoded(TasksEncoded tasksEncoded);

        void resultsMerged(ResultsMerged resultsMerged);

        void taskFailed(TaskFailed taskFailed);

        void tasksPut(TasksPut tasksPut);

        void threadsEnded(ThreadsEnded threadsEnded);

        void dataAnswered(DataAnswered dataAnswered);

        void dataBroken(DataBroken dataBroken);

        void failed(Failed failed);
    }
}
