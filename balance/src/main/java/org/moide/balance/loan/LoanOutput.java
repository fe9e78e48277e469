package org.moide.balance.loan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * An instruction from a balancer, which decides about loans, to its driver, the code that sends messages and starts
 * work. The driver carries out instructions in the order given.
 */
public sealed interface LoanOutput {
    /** Send a letter, a message to another member. The transport may lose it. */
    record Send(int toMember, Letter letter) implements LoanOutput {
        @Override
        public void handle(EngineHandler by) {
            by.send(this);
        }

        @Override
        public void handle(RootHandler by) {
            by.send(this);
        }
    }

    /** Fail the run with this message, because its result would be wrong. */
    record RunFailed(String why) implements LoanOutput {
        @Override
        public void handle(EngineHandler by) {
            by.runFailed(this);
        }

        @Override
        public void handle(RootHandler by) {
            by.runFailed(this);
        }
    }

    // --- paperwork: on a compute thread, since it is the application's own code -------------------------------------

    /**
     * Close a loan on a compute thread: merge the account's partial results with {@code results}, encode the merged
     * result and the unfinished tasks, then call {@code EngineBalancer.closed}.
     *
     * <p>At that time no other thread uses the account. The balancer itself closes loans that have nothing to merge or
     * encode.
     *
     * @param results encoded results of the loans in which tasks of this loan were lent on
     */
    record CloseLoan(LoanAccount account, List<PooledTask> unfinished, List<byte[]> results) implements OfEngine {
        public CloseLoan {
            unfinished = List.copyOf(unfinished);
            results = List.copyOf(results);
        }

        @Override
        public void handle(EngineHandler by) {
            by.closeLoan(this);
        }
    }

    /** Encode tasks that are about to be lent, on a compute thread, then call {@code EngineBalancer.encoded}. */
    record EncodeTasks(long job, List<PooledTask> tasks) implements OfEngine {
        public EncodeTasks {
            tasks = List.copyOf(tasks);
        }

        @Override
        public void handle(EngineHandler by) {
            by.encodeTasks(this);
        }
    }

    /**
     * Decode results and merge them into the compute thread's partial result of the loan, then call {@code
     * EngineBalancer.merged}.
     *
     * @param results encoded results of loans in which tasks of this loan were lent on
     */
    record MergeResults(LoanAccount account, List<byte[]> results) implements OfEngine {
        public MergeResults {
            results = List.copyOf(results);
        }

        @Override
        public void handle(EngineHandler by) {
            by.mergeResults(this);
        }
    }

    // --- engine ---------------------------------------------------------------------------------------------------

    /**
     * Find the running tasks of a loan that can be moved to another loan, and call {@code EngineBalancer.setApart} with
     * them, within a second.
     */
    record SetApart(LoanAccount account) implements OfEngine {
        @Override
        public void handle(EngineHandler by) {
            by.setApart(this);
        }
    }

    /** Report that the engine holds no borrowed loan any more, after a call of {@code EngineBalancer.drain}. */
    record Drained() implements OfEngine {
        @Override
        public void handle(EngineHandler by) {
            by.drained(this);
        }
    }

    // --- root -----------------------------------------------------------------------------------------------------

    /**
     * Record that the root has accepted the return of a loan; the next {@link Send} acknowledges the return. A driver
     * with a journal first writes the return to the journal. Tasks have numbers from 0, in the order in which they are
     * put or returned unfinished.
     *
     * @param tasks the numbers of the lent tasks
     * @param result the encoded result; null if no task was executed
     * @param unfinished encoded tasks to be done again, which get the next numbers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; too large to copy
    record LoanBooked(
            long loan,
            long[] tasks,
            long executedTasks,
            long createdTasks,
            byte @Nullable [] result,
            List<byte[]> unfinished)
            implements OfRoot {
        // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
        public LoanBooked(
                long loan,
                long[] tasks,
                long executedTasks,
                long createdTasks,
                byte @Nullable [] result,
                List<byte[]> unfinished) {
            this.loan = loan;
            this.tasks = tasks;
            this.executedTasks = executedTasks;
            this.createdTasks = createdTasks;
            this.result = result;
            this.unfinished = List.copyOf(unfinished);
        }

        @Override
        public void handle(RootHandler by) {
            by.loanBooked(this);
        }
    }

    /**
     * Merge a returned loan's result into the run's result, on a compute thread. This instruction is given exactly once
     * for each loan number.
     *
     * @param room whether the result occupies room that {@code RootBalancer.resultTaken} must free
     * @param task the loan's first task, encoded
     * @param tasks the number of its tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; too large to copy
    record ResultAccepted(long loan, int borrower, byte[] result, boolean room, byte[] task, int tasks)
            implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.resultAccepted(this);
        }
    }

    /**
     * Fail the run: the root's memory is too small for a loan's result.
     *
     * @param task the loan's first task, encoded
     * @param tasks the number of its tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NoRoom(long loan, int borrower, long resultBytes, byte[] task, int tasks) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.noRoom(this);
        }
    }

    /**
     * Register data objects that the tasks of an accepted return have written. The root has their bytes. This
     * instruction precedes all those that tell other members of the objects.
     */
    record ObjectsWritten(List<WrittenObject> objects) implements OfRoot {
        public ObjectsWritten {
            objects = List.copyOf(objects);
        }

        @Override
        public void handle(RootHandler by) {
            by.objectsWritten(this);
        }
    }

    /**
     * Fail the run: all tasks that are left wait for data objects that no other task can write.
     *
     * @param id one of these objects
     * @param task a task that reads it, encoded
     * @param tasks the number of waiting tasks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NeverWritten(long id, byte[] task, int tasks) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.neverWritten(this);
        }
    }

    /**
     * Report that all tasks that were put before a call of {@code RootBalancer.flush} are done, and that the driver has
     * got all their results.
     */
    record PhaseDone() implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.phaseDone(this);
        }
    }

    /** Report that a task failed and will be tried again. */
    record TaskTriedAgain(FailedTask failure, int tries, int ofTries) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.taskTriedAgain(this);
        }
    }

    /**
     * Report that a task was given up, and that the run continues without it.
     *
     * @param failure the task's last try
     * @param places where each of its tries ran
     */
    record TaskGivenUp(FailedTask failure, List<String> places) implements OfRoot {
        public TaskGivenUp {
            places = List.copyOf(places);
        }

        @Override
        public void handle(RootHandler by) {
            by.taskGivenUp(this);
        }
    }

    /**
     * Fail the run: more tasks were given up than are tolerated.
     *
     * @param failure the last try of the task that was given up last
     * @param places where each try of that task ran
     * @param tolerated the number of tasks that may be given up
     */
    record TooManyTasksFailed(FailedTask failure, List<String> places, long tolerated) implements OfRoot {
        public TooManyTasksFailed {
            places = List.copyOf(places);
        }

        @Override
        public void handle(RootHandler by) {
            by.tooManyTasksFailed(this);
        }
    }

    /**
     * Report that all tasks of a round are done, and that the driver has got all results.
     *
     * @param round the round's number, from 1; a bag of tasks has one round
     */
    record PoolFinished(long round, LoanTotals totals) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.poolFinished(this);
        }
    }

    // --- what compute threads answer ------------------------------------------------------------------------------

    /**
     * The outcome of a {@link CloseLoan}, passed to {@code EngineBalancer.closed}.
     *
     * @param loan the account's number
     * @param result the encoded result; null if no task was executed
     * @param unfinished the encoded unfinished tasks, in the order given
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; too large to copy
    record ClosedLoan(long loan, byte @Nullable [] result, List<byte[]> unfinished) {
        // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
        public ClosedLoan(long loan, byte @Nullable [] result, List<byte[]> unfinished) {
            this.loan = loan;
            this.result = result;
            this.unfinished = List.copyOf(unfinished);
        }
    }

    /**
     * The outcome of an {@link EncodeTasks}, passed to {@code EngineBalancer.encoded}: the encoded tasks, in the order
     * given.
     */
    record EncodedTasks(long job, List<byte[]> tasks) {
        public EncodedTasks {
            tasks = List.copyOf(tasks);
        }
    }

    /** The outcome of a {@link MergeResults}, passed to {@code EngineBalancer.merged}. */
    record MergedResults(long loan) {}

    /** An instruction that only the balancer of an engine gives. */
    sealed interface OfEngine extends LoanOutput {
        @Override
        default void handle(RootHandler by) {
            throw new IllegalStateException("expected what the root wants done, found " + this);
        }
    }

    /** An instruction that only the balancer of the root gives. */
    sealed interface OfRoot extends LoanOutput {
        @Override
        default void handle(EngineHandler by) {
            throw new IllegalStateException("expected what an engine's balancer wants done, found " + this);
        }
    }

    /** Calls the engine handler's method for this kind of instruction. */
    void handle(EngineHandler by);

    /** Calls the root handler's method for this kind of instruction. */
    void handle(RootHandler by);

    /**
     * The handler methods for instructions that both an engine's and the root's balancer give. A new kind does not
     * compile until every receiver handles it.
     */
    interface Handler {
        void send(Send send);

        void runFailed(RunFailed runFailed);
    }

    /** A receiver of an engine balancer's instructions, with one method for each kind. */
    interface EngineHandler extends Handler {
        void closeLoan(CloseLoan closeLoan);

        void encodeTasks(EncodeTasks encodeTasks);

        void mergeResults(MergeResults mergeResults);

        void setApart(SetApart setApart);

        void drained(Drained drained);
    }

    /** A receiver of the root balancer's instructions, with one method for each kind. */
    interface RootHandler extends Handler {
        void loanBooked(LoanBooked loanBooked);

        void resultAccepted(ResultAccepted resultAccepted);

        void noRoom(NoRoom noRoom);

        void objectsWritten(ObjectsWritten objectsWritten);

        void neverWritten(NeverWritten neverWritten);

        void phaseDone(PhaseDone phaseDone);

        void taskTriedAgain(TaskTriedAgain taskTriedAgain);

        void taskGivenUp(TaskGivenUp taskGivenUp);

        void tooManyTasksFailed(TooManyTasksFailed tooManyTasksFailed);

        void poolFinished(PoolFinished poolFinished);
    }
}
