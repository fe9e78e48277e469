package org.moide.balance.loan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/** An order of a {@code Balancer} to its driver; orders are carried out in their sequence. */
public sealed interface LoanOutput {
    /** Send a letter; it may get lost. */
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

    /** Says that something went wrong that makes the result wrong: the run must fail with these words. */
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
     * Close a loan: merge the account's partial results and {@code results}, encode the whole and the unfinished tasks
     * (those not {@code encoded} yet), then call {@code EngineBalancer.closed}. Nothing else touches the account any more. Loans
     * with neither result nor anything to encode are closed without this.
     *
     * @param results what came home with loans of tasks of this loan, encoded
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

    /** Encode tasks that are to be lent, and call {@code EngineBalancer.encoded}. */
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
     * Decode results and merge them into the thread's own partial result of the account; then call
     * {@code EngineBalancer.merged}.
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

    /** Says, after {@code EngineBalancer.drain}, that nothing is borrowed any more. */
    record Drained() implements OfEngine {
        @Override
        public void handle(EngineHandler by) {
            by.drained(this);
        }
    }

    // --- root -----------------------------------------------------------------------------------------------------

    /**
     * A return was accepted, and is acknowledged by a {@link Send} after this. A driver that keeps a journal writes it
     * down first. Tasks have numbers from 0, in the order in which they are put or named as unfinished here.
     *
     * @param tasks the numbers of what was lent
     * @param result of what was executed; null if nothing was
     * @param unfinished what came home and is to be done: it gets the next numbers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
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
     * A loan came home: merge its result, on a compute thread, into the whole. Exactly once for each loan number.
     *
     * @param room whether it has room that {@code RootBalancer.resultTaken} is to give to others
     * @param task the first of its tasks, encoded
     * @param tasks how many there were
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record ResultAccepted(long loan, int borrower, byte[] result, boolean room, byte[] task, int tasks)
            implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.resultAccepted(this);
        }
    }

    /**
     * The root has less memory than a loan's result would take: the run must fail.
     *
     * @param task the first of its tasks, encoded
     * @param tasks how many there were
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NoRoom(long loan, int borrower, long resultBytes, byte[] task, int tasks) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.noRoom(this);
        }
    }

    /**
     * A return was accepted whose tasks have written data objects, the bytes of which are here: from now on they are
     * objects of the run. Comes before anything that lets others know of them.
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
     * Says that all tasks that are left wait for data objects that nobody will write any more: the run must fail.
     *
     * @param id one of these objects
     * @param task a task that reads it, encoded
     * @param tasks how many wait
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NeverWritten(long id, byte[] task, int tasks) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.neverWritten(this);
        }
    }

    /**
     * Says that all tasks that were put before a {@code RootBalancer.flush} are done, and all results have been handed
     * over.
     */
    record PhaseDone() implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.phaseDone(this);
        }
    }

    /** A task threw and is tried again. */
    record TaskTriedAgain(FailedTask failure, int tries, int ofTries) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.taskTriedAgain(this);
        }
    }

    /**
     * A task was given up; the run goes on without it.
     *
     * @param failure the last try
     * @param places where it was tried
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
     * Says that one task too many was given up: the run must fail.
     *
     * @param failure the last try
     * @param places where it was tried
     * @param tolerated how many tasks may be given up
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
     * Says that all tasks are done; all results have been handed over before this.
     *
     * @param round which time, from 1; a bag of tasks has one round
     */
    record PoolFinished(long round, LoanTotals totals) implements OfRoot {
        @Override
        public void handle(RootHandler by) {
            by.poolFinished(this);
        }
    }

    // --- what compute threads answer ------------------------------------------------------------------------------

    /**
     * The outcome of a {@link CloseLoan} on a compute thread.
     *
     * @param loan the account's number
     * @param result encoded; null if nothing was executed
     * @param unfinished the unfinished tasks, encoded, in the order in which they were given
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record ClosedLoan(long loan, byte @Nullable [] result, List<byte[]> unfinished) {
        // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
        public ClosedLoan(long loan, byte @Nullable [] result, List<byte[]> unfinished) {
            this.loan = loan;
            this.result = result;
            this.unfinished = List.copyOf(unfinished);
        }
    }

    /** The outcome of an {@link EncodeTasks} on a compute thread: the tasks, encoded, in their order. */
    record EncodedTasks(long job, List<byte[]> tasks) {
        public EncodedTasks {
            tasks = List.copyOf(tasks);
        }
    }

    /** A compute thread has done a {@link MergeResults}. */
    record MergedResults(long loan) {}

    /** An order of an engine's balancer to its driver, which the root never gives. */
    sealed interface OfEngine extends LoanOutput {
        @Override
        default void handle(RootHandler by) {
            throw new IllegalStateException("expected what the root wants done, found " + this);
        }
    }

    /** An order of the root to its driver, which no engine's balancer gives. */
    sealed interface OfRoot extends LoanOutput {
        @Override
        default void handle(EngineHandler by) {
            throw new IllegalStateException("expected what an engine's balancer wants done, found " + this);
        }
    }

    /** Calls the method for its kind. */
    void handle(EngineHandler by);

    /** Calls the method for its kind of the root's driver. */
    void handle(RootHandler by);

    /** A handler with a method for each kind that both give. A kind that nobody thinks of does not compile. */
    interface Handler {
        void send(Send send);

        void runFailed(RunFailed runFailed);
    }

    /** A handler with a method for each kind that an engine's balancer gives. */
    interface EngineHandler extends Handler {
        void closeLoan(CloseLoan closeLoan);

        void encodeTasks(EncodeTasks encodeTasks);

        void mergeResults(MergeResults mergeResults);

        void drained(Drained drained);
    }

    /** A handler with a method for each kind that the root gives. */
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
