package org.moide.engine.core;

import java.util.List;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.engine.checkpoint.Restored;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;

/** What can happen to an engine, in the order in which its control thread takes it. */
sealed interface EngineEvent {
    record Commanded(EngineCommand command) implements EngineEvent {}

    /** A compute thread has closed a loan. */
    record LoanClosed(LoanOutput.ClosedLoan loan) implements EngineEvent {}

    /** Another engine has written about tasks. */
    record Delivered(Letter letter) implements EngineEvent {}

    /** A compute thread has encoded tasks that are to be lent. */
    record TasksEncoded(LoanOutput.EncodedTasks tasks) implements EngineEvent {}

    /** A compute thread has merged results that came home. */
    record ResultsMerged(LoanOutput.MergedResults results) implements EngineEvent {}

    /** A compute thread ran a task of the account of this number, and it threw. */
    record TaskFailed(long account, FailedTask failure) implements EngineEvent {}

    /** A compute thread put tasks outside of any task. */
    record TasksPut(int thread, List<byte[]> tasks) implements EngineEvent {
        public TasksPut {
            tasks = List.copyOf(tasks);
        }
    }

    /**
     * Every compute thread has ended.
     *
     * @param left whether some have left before the application was done
     */
    record ThreadsEnded(List<ThreadStatistics> statistics, boolean left) implements EngineEvent {
        public ThreadsEnded {
            statistics = List.copyOf(statistics);
        }
    }

    /** The states are here with which the threads go on. */
    record StatesFetched(Restored restored) implements EngineEvent {}

    /** Something that belongs to one epoch; when that is over nobody wants to know. */
    record InEpoch(long epoch, EngineEvent event) implements EngineEvent {}

    /** Application code threw here. */
    record Failed(EngineReport.Failed failure) implements EngineEvent {}
}
