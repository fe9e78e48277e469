package org.moide.engine.core;

import java.util.List;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.data.DataAnswer;

/** An event of an epoch, which other threads send to the control thread. */
sealed interface EpochEvent {
    /** A thread has encoded the result and tasks of a loan (a batch of borrowed tasks), which can now be returned. */
    record LoanClosed(LoanOutput.ClosedLoan loan) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.loanClosed(this, now);
        }
    }

    /** A thread has encoded tasks that will be lent. */
    record TasksEncoded(LoanOutput.EncodedTasks tasks) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.tasksEncoded(this, now);
        }
    }

    /** A thread has merged returned results. */
    record ResultsMerged(LoanOutput.MergedResults results) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.resultsMerged(this, now);
        }
    }

    /** A task has failed; {@code account} is the number of the loan account to which it belongs. */
    record TaskFailed(long account, FailedTask failure) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.taskFailed(this, now);
        }
    }

    /**
     * A thread has put tasks outside of any task.
     *
     * @param here whether they are meant for this engine
     */
    record TasksPut(int thread, List<byte[]> tasks, boolean here) implements EpochEvent {
        public TasksPut {
            tasks = List.copyOf(tasks);
        }

        @Override
        public void handle(Handler by, long now) {
            by.tasksPut(this, now);
        }
    }

    /**
     * All compute threads have ended.
     *
     * @param left whether some threads have left before they had returned from the application
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

    /** A thread that fetches data objects has a result. */
    record DataAnswered(DataAnswer answer) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.dataAnswered(this, now);
        }
    }

    /** Tasks that read data objects cannot run on this engine any more. */
    record DataBroken(String why) implements EpochEvent {
        @Override
        public void handle(Handler by, long now) {
            by.dataBroken(this, now);
        }
    }

    /** The application threw on this engine. */
    record Failed(EngineReport.Failed failure) implements EpochEvent {
        static Failed at(String where, Throwable fault) {
            return new Failed(FailureReports.describe(where, fault));
        }

        @Override
        public void handle(Handler by, long now) {
            by.failed(this, now);
        }
    }

    /** Calls the method of {@code by} for this kind of event. */
    void handle(Handler by, long now);

    /** Has one method for each kind of event, so that the compiler finds a kind without a handler. */
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
