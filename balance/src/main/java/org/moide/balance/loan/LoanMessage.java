package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.WrittenObject;

/**
 * A message of one member to another about tasks; it travels in a {@link Letter}. Any message may be lost, doubled,
 * late or out of order: requests, grants, returns, puts and all that somebody waits for are repeated until they are
 * answered, and repeats change nothing.
 */
public sealed interface LoanMessage extends Serializable {
    // --- asking and lending -----------------------------------------------------------------------------------------

    /**
     * Asks for tasks. A repeat has the same request number and may say more of how urgent it has become.
     *
     * @param request from 1, one after the other; the next only after the answer to the one before, or its giving up
     * @param tasks how many would be welcome
     * @param patient whether it may wait until there are some
     * @param idleThreads how many compute threads have nothing to do
     * @param queuedTasks how many tasks are queued
     * @param meanTaskNanos what a thread takes for a task, 0 if unknown
     * @param data which tasks would be welcome, by the data objects that they read
     */
    record FetchTasks(
            long request,
            long tasks,
            boolean patient,
            int idleThreads,
            long queuedTasks,
            long meanTaskNanos,
            DataWanted data)
            implements LoanMessage {
        /** Asks for tasks of any class. */
        public FetchTasks(
                long request, long tasks, boolean patient, int idleThreads, long queuedTasks, long meanTaskNanos) {
            this(request, tasks, patient, idleThreads, queuedTasks, meanTaskNanos, DataWanted.NOTHING);
        }

        public FetchTasks {
            Figure.atLeast(1, request, "request number");
            Figure.atLeast(1, tasks, "number of tasks");
            Figure.atLeast(0, idleThreads, "number of idle threads");
            Figure.atLeast(0, queuedTasks, "number of queued tasks");
            Figure.atLeast(0, meanTaskNanos, "task time in nanoseconds");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.fetchTasks(this);
        }
    }

    /**
     * Lends. Repeated until it is taken, or the loans are taken back.
     *
     * @param sequence from 1, one more for each grant of this lender to this borrower; a number not above the last one
     *     taken is a repeat
     * @param request the request that it answers; 0 if it came unasked
     * @param round the round that the tasks belong to: it tells a borrower that is still in the one before that this is over
     */
    record LoanGranted(long sequence, long request, long round, List<Bundle> bundles) implements LoanMessage {
        public LoanGranted {
            Figure.atLeast(1, sequence, "sequence number");
            Figure.atLeast(0, request, "request number");
            Figure.atLeast(1, round, "round");
            bundles = List.copyOf(bundles);
            Figure.atLeast(1, bundles.size(), "number of loans");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.loanGranted(this);
        }
    }

    /** The borrower has the loans of this grant. */
    record GrantTaken(long sequence) implements LoanMessage {
        public GrantTaken {
            Figure.atLeast(1, sequence, "sequence number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.grantTaken(this);
        }
    }

    /** A request is not to be answered any more. Sent once: an answer that comes all the same does no harm. */
    record RequestWithdrawn(long request) implements LoanMessage {
        public RequestWithdrawn {
            Figure.atLeast(1, request, "request number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.requestWithdrawn(this);
        }
    }

    /**
     * Answers a request without tasks.
     *
     * @param passedOn whether tasks were sent back to their own lender so that it gives them to whoever asked; else there
     *     are none now
     */
    record RequestRefused(long request, boolean passedOn) implements LoanMessage {
        public RequestRefused {
            Figure.atLeast(1, request, "request number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.requestRefused(this);
        }
    }

    // --- returning ------------------------------------------------------------------------------------------------

    /**
     * Returns a loan: lent + created = executed + unfinished + failed. Repeated until it is answered.
     *
     * @param parts how many {@link ReturnPart} went before, with the beginning of the result and of the unfinished tasks
     * @param result the merged result of what was executed, encoded, or the rest of it; null if nothing was
     * @param executedTasks how many, of those lent and those created
     * @param createdTasks how many tasks the loan's tasks put
     * @param unfinished tasks of the loan that were not begun, encoded, or the rest of them
     * @param wantedBy to whom the lender should give the unfinished tasks; {@link #NOBODY} if to nobody in particular
     * @param failed tasks of the loan that threw
     * @param written data objects that what was executed has written; the root has their bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record LoanReturned(
            long loan,
            int parts,
            byte @Nullable [] result,
            long executedTasks,
            long createdTasks,
            List<byte[]> unfinished,
            int wantedBy,
            List<FailedTask> failed,
            List<WrittenObject> written)
            implements LoanMessage {
        /** Value that is no member's number. */
        public static final int NOBODY = -2;

        // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
        public LoanReturned(
                long loan,
                int parts,
                byte @Nullable [] result,
                long executedTasks,
                long createdTasks,
                List<byte[]> unfinished,
                int wantedBy,
                List<FailedTask> failed,
                List<WrittenObject> written) {
            Figure.atLeast(1, loan, "loan number");
            Figure.atLeast(0, parts, "number of parts");
            Figure.atLeast(0, executedTasks, "number of executed tasks");
            Figure.atLeast(0, createdTasks, "number of created tasks");
            if (result != null && executedTasks == 0) {
                throw new IllegalArgumentException("loan " + loan
                        + ": expected no result of 0 executed tasks, found one of " + result.length + " bytes");
            }
            this.loan = loan;
            this.parts = parts;
            this.result = result;
            this.executedTasks = executedTasks;
            this.createdTasks = createdTasks;
            this.unfinished = List.copyOf(unfinished);
            this.wantedBy = wantedBy;
            this.failed = List.copyOf(failed);
            this.written = List.copyOf(written);
        }

        /** A return of a loan whose tasks neither threw nor wrote data objects. */
        public LoanReturned(
                long loan,
                int parts,
                byte @Nullable [] result,
                long executedTasks,
                long createdTasks,
                List<byte[]> unfinished,
                int wantedBy) {
            this(loan, parts, result, executedTasks, createdTasks, unfinished, wantedBy, List.of(), List.of());
        }

        @Override
        public String toString() {
            return "LoanReturned[loan " + loan + ", executed " + executedTasks + ", created " + createdTasks
                    + ", unfinished " + unfinished.size() + ", failed " + failed.size() + "]";
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.loanReturned(this);
        }
    }

    /**
     * A part of a return that is too big for one message; repeated until it is answered, then the next is sent. The lender
     * answers the first when it has room for the whole result.
     *
     * @param part from 0
     * @param resultBytes how long the whole result is, with the last message's part of it
     * @param result the next bytes of the result; may be none
     * @param unfinished the next unfinished tasks; may be none
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record ReturnPart(long loan, int part, int resultBytes, byte[] result, List<byte[]> unfinished)
            implements LoanMessage {
        public ReturnPart {
            Figure.atLeast(1, loan, "loan number");
            Figure.atLeast(0, part, "part number");
            Figure.atLeast(result.length, resultBytes, "number of bytes of a result of which these are a part");
            unfinished = List.copyOf(unfinished);
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.returnPart(this);
        }
    }

    /** The lender has this part of the return. */
    record PartAccepted(long loan, int part) implements LoanMessage {
        public PartAccepted {
            Figure.atLeast(1, loan, "loan number");
            Figure.atLeast(0, part, "part number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.partAccepted(this);
        }
    }

    /** The lender has the loan's result; the borrower may forget it. */
    record ReturnAccepted(long loan) implements LoanMessage {
        public ReturnAccepted {
            Figure.atLeast(1, loan, "loan number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.returnAccepted(this);
        }
    }

    /** The lender took the loan back, or it was taken from the lender: drop its tasks, its result is not wanted. */
    record LoanVoided(long loan) implements LoanMessage {
        public LoanVoided {
            Figure.atLeast(1, loan, "loan number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.loanVoided(this);
        }
    }

    /**
     * Asks for tasks since others are idle: a borrower with more tasks than it can begin now returns some, with the
     * loans' results so far.
     */
    record GiveBack(long number) implements LoanMessage {
        public GiveBack {
            Figure.atLeast(1, number, "number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.giveBack(this);
        }
    }

    /** The lender has to settle itself: return this loan soon, done or not. Repeated until it comes. */
    record SettleLoan(long loan) implements LoanMessage {
        public SettleLoan {
            Figure.atLeast(1, loan, "loan number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.settleLoan(this);
        }
    }

    /** The sender is there and at work on the receiver's loans. */
    record LoansHeld() implements LoanMessage {
        @Override
        public void handle(LoanMessageHandler by) {
            by.loansHeld(this);
        }
    }

    // --- the end of a round ---------------------------------------------------------------------------------------

    /**
     * Tells the root that all threads here wait in this round, and nothing is queued, borrowed, or put and not yet
     * accepted. Repeated until the round ends.
     *
     * @param round from 1
     * @param allLeft whether all threads have left the application for good
     */
    record AllWaiting(long round, boolean allLeft) implements LoanMessage {
        public AllWaiting {
            Figure.atLeast(1, round, "round");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.allWaiting(this);
        }
    }

    /**
     * Tells from the root that all tasks of this round are done.
     *
     * @param last whether there will be no other round
     */
    record PoolDone(long round, boolean last) implements LoanMessage {
        public PoolDone {
            Figure.atLeast(1, round, "round");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.poolDone(this);
        }
    }

    /**
     * Brings tasks to the root that no task created. Repeated until it is accepted.
     *
     * @param sequence from 1, one after the other; the next only after the one before is accepted
     */
    record PutTasks(long sequence, List<byte[]> tasks) implements LoanMessage {
        public PutTasks {
            Figure.atLeast(1, sequence, "sequence number");
            tasks = List.copyOf(tasks);
            Figure.atLeast(1, tasks.size(), "number of tasks");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.putTasks(this);
        }
    }

    /** The root has the tasks. */
    record PutAccepted(long sequence) implements LoanMessage {
        public PutAccepted {
            Figure.atLeast(1, sequence, "sequence number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.putAccepted(this);
        }
    }

    // --- what strategies tell each other; sent once ------------------------------------------------------------------

    /** The sender's load, and a word of its strategy's; at most {@link DataWanted#MOST_CLASSES} classes of queued tasks. */
    record LoadTold(
            long word,
            long queuedTasks,
            int idleThreads,
            long meanTaskNanos,
            double tasksPerSecond,
            List<ClassCount> classes)
            implements LoanMessage {
        public LoadTold {
            DataWanted.requireFew(classes);
            classes = List.copyOf(classes);
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.loadTold(this);
        }
    }

    /** The receiver should give {@code tasks} tasks to {@code borrower}. */
    record Instructed(int borrower, long tasks) implements LoanMessage {
        public Instructed {
            Figure.atLeast(1, tasks, "number of tasks");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.instructed(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(LoanMessageHandler by);
}
