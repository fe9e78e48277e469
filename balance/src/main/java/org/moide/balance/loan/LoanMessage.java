package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.WrittenObject;

/**
 * A message between two members about tasks, sent in a {@link Letter}. The transport may lose, duplicate, delay or
 * reorder any message. Senders repeat requests, grants of tasks, returns of loans and newly put tasks until they are
 * answered, and a repeat changes nothing.
 */
public sealed interface LoanMessage extends Serializable {
    // --- asking and lending -----------------------------------------------------------------------------------------

    /**
     * Asks for tasks. A repeat has the same request number and may state a higher urgency.
     *
     * @param request the request's number, from 1, ascending; the sender makes the next request only after an answer or
     *     a withdrawal
     * @param tasks the number of tasks wanted
     * @param patient whether the lender may delay the answer until it has tasks
     * @param idleThreads the number of the sender's idle compute threads
     * @param queuedTasks the number of tasks queued at the sender
     * @param meanTaskNanos a thread's mean time for a task at the sender; 0 if unknown
     * @param data the data objects that wanted tasks read
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
     * Lends tasks (a grant). The lender repeats the message until the borrower acknowledges it or the loans are void.
     *
     * @param sequence the grant's number, from 1, ascending for each lender and borrower; a number not above the last
     *     acknowledged one is a repeat
     * @param request the number of the request that this grant answers; 0 if it answers none
     * @param round the round of the tasks; it tells a borrower in an earlier round that its round is over
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

    /** Acknowledges a grant, the message that lends tasks: the borrower has received its loans. */
    record GrantTaken(long sequence) implements LoanMessage {
        public GrantTaken {
            Figure.atLeast(1, sequence, "sequence number");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.grantTaken(this);
        }
    }

    /** Withdraws a request for tasks. Sent once, since a late answer does no harm. */
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
     * Answers a request for tasks: the sender lends none.
     *
     * @param passedOn true if the sender instead returned tasks to the member that had lent them, which will give them
     *     to the asker; false if it has no tasks
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
     * Returns a loan. Of its tasks, lent + created = executed + unfinished + failed. Repeated until it is acknowledged.
     *
     * @param parts the number of earlier {@link ReturnPart} messages, which brought the beginning of the result and of
     *     the unfinished tasks
     * @param result the encoded merged result, or the rest of it; null if no task was executed
     * @param executedTasks the number executed, of those lent and those created
     * @param createdTasks the number of tasks that the loan's tasks put
     * @param unfinished the encoded tasks that were not begun, or the rest of them if parts came before; after them,
     *     the tasks that are still running
     * @param wantedBy the member to which the lender should give the unfinished tasks; {@link #NOBODY} for any
     * @param failed the failures of the loan's tasks
     * @param written data objects that the executed tasks have written; the root has their bytes
     * @param goingOn for each unfinished task that is still running, the member that runs it. These tasks are the last
     *     of {@code unfinished}; the lender makes a loan of each, for the same borrower
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; too large to copy
    record LoanReturned(
            long loan,
            int parts,
            byte @Nullable [] result,
            long executedTasks,
            long createdTasks,
            List<byte[]> unfinished,
            int wantedBy,
            List<FailedTask> failed,
            List<WrittenObject> written,
            List<Integer> goingOn)
            implements LoanMessage {
        /** The value of {@code wantedBy} if the lender may give the unfinished tasks to any member. */
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
                List<WrittenObject> written,
                List<Integer> goingOn) {
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
            this.goingOn = List.copyOf(goingOn);
        }

        /** Makes the return of a loan, in one message, whose tasks neither failed nor wrote data objects. */
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

        /** Makes the return of a loan in one message, when none of its tasks is still running. */
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
            this(loan, parts, result, executedTasks, createdTasks, unfinished, wantedBy, failed, written, List.of());
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
     * Brings one part of a return that is too large for one message. The borrower repeats it until it is acknowledged,
     * then sends the next. The lender acknowledges the first part when it has room for the whole result.
     *
     * @param part the part's index, from 0
     * @param resultBytes the length of the whole result, its last part included
     * @param result the next bytes of the result; may be empty
     * @param unfinished the next unfinished tasks; may be empty
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; too large to copy
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

    /** Acknowledges one part of a return that comes in several messages. */
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

    /**
     * Acknowledges a return: the lender has the loan's result, and the borrower may delete its copy.
     *
     * @param goingOn the number of the new loan of the first
     *     {@linkplain LoanReturned#goingOn task that is still running}; the loans of the other such tasks have the next
     *     numbers. {@link #NONE} if the lender wants none of them
     */
    record ReturnAccepted(long loan, long goingOn) implements LoanMessage {
        /** The value that is no loan's number. */
        public static final long NONE = 0;

        public ReturnAccepted {
            Figure.atLeast(1, loan, "loan number");
            Figure.atLeast(NONE, goingOn, "number of the loan of a task that goes on");
        }

        /** Makes the acknowledgement of a return of a loan of which no task is still running. */
        public ReturnAccepted(long loan) {
            this(loan, NONE);
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.returnAccepted(this);
        }
    }

    /**
     * Cancels a loan: the borrower drops its tasks, and its result will be ignored. Sent when the lender has taken the
     * loan back, or when the lender had itself borrowed the tasks and that earlier loan is void.
     */
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
     * Asks a borrower to return some of its tasks, with the loans' results so far, because other members are idle. A
     * borrower that can begin all its tasks now returns none.
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

    /**
     * Asks a borrower to return a loan soon, done or not. Repeated until the return comes.
     *
     * @param apart whether the borrower moves running tasks out of the loan, so that the return does not wait for them
     */
    record SettleLoan(long loan, boolean apart) implements LoanMessage {
        public SettleLoan {
            Figure.atLeast(1, loan, "loan number");
        }

        /** Makes the request for a loan whose return waits for its running tasks. */
        public SettleLoan(long loan) {
            this(loan, false);
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.settleLoan(this);
        }
    }

    /** A heartbeat: the sender is alive and works on loans from the receiver. */
    record LoansHeld() implements LoanMessage {
        @Override
        public void handle(LoanMessageHandler by) {
            by.loansHeld(this);
        }
    }

    // --- the end of a round ---------------------------------------------------------------------------------------

    /**
     * Tells the root that all threads of the sender wait for the end of this round. The sender has no queued or
     * borrowed tasks, and the root has accepted all tasks that it put. Repeated until the round ends.
     *
     * @param round the round's number, from 1
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
     * Tells a member that all tasks of this round are done. Sent by the root.
     *
     * @param last whether no other round follows
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
     * Brings to the root tasks that the application's threads have put while they ran no task. Repeated until it is
     * acknowledged.
     *
     * @param sequence the message's number, from 1, ascending; the sender makes the next message only after this one is
     *     acknowledged
     * @param here whether the root lends the tasks to the sender, whatever the strategy
     */
    record PutTasks(long sequence, List<byte[]> tasks, boolean here) implements LoanMessage {
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

    /** Acknowledges a {@link PutTasks} message: the root has the tasks. */
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

    /**
     * Tells the receiver the sender's load, and a value chosen by the sender's strategy.
     *
     * @param word the strategy's value
     * @param classes classes of queued tasks, at most {@link DataWanted#MOST_CLASSES}
     */
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

    /** Instructs the receiver to lend {@code tasks} of its tasks to the member {@code borrower}. */
    record Instructed(int borrower, long tasks) implements LoanMessage {
        public Instructed {
            Figure.atLeast(1, tasks, "number of tasks");
        }

        @Override
        public void handle(LoanMessageHandler by) {
            by.instructed(this);
        }
    }

    /** Calls the handler's method for this kind of message. */
    void handle(LoanMessageHandler by);
}
