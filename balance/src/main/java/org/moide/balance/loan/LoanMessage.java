package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lenders and borrowers say to each other. Any of it may be lost, doubled, late or out of order: requests and returns
 * are repeated until they are answered, and repeats change nothing.
 */
public sealed interface LoanMessage extends Serializable {
    /** One that a borrower sends to its lender. */
    sealed interface ToLender extends LoanMessage {
        /** The sender's engine. */
        int borrower();

        /** Tells this engine from an earlier holder of the same number. */
        long incarnation();
    }

    /** One that a lender sends to a borrower. */
    sealed interface ToBorrower extends LoanMessage {
        /** The borrower it is for: a later holder of its number must not take it for its own. */
        long incarnation();
    }

    // --- asking and lending -----------------------------------------------------------------------------------------

    /**
     * Asks for tasks. A repeat has the same request number and gets the same answer.
     *
     * @param request from 1, one after the other; the next only after the answer to the one before
     * @param idleThreads how many compute threads have nothing to do
     * @param allWaiting whether all have, and nothing is queued, borrowed, or put and not yet accepted
     * @param allLeft whether all have left the application for good
     * @param queuedTasks how many tasks are queued
     * @param meanTaskNanos what a thread takes for a task, 0 if unknown
     */
    record FetchTasks(
            int borrower,
            long incarnation,
            long request,
            int idleThreads,
            boolean allWaiting,
            boolean allLeft,
            long queuedTasks,
            long meanTaskNanos)
            implements ToLender {
        private static final long serialVersionUID = 1L;

        public FetchTasks {
            checkSender(borrower, incarnation);
            atLeast(1, request, "request number");
            atLeast(0, idleThreads, "number of idle threads");
            atLeast(0, queuedTasks, "number of queued tasks");
            atLeast(0, meanTaskNanos, "task time in nanoseconds");
        }
    }

    /** One loan: its number, and the tasks, encoded. */
    record Bundle(long loan, List<byte[]> tasks) implements Serializable {
        private static final long serialVersionUID = 1L;

        public Bundle {
            atLeast(1, loan, "loan number");
            tasks = List.copyOf(tasks);
            atLeast(1, tasks.size(), "number of tasks");
        }
    }

    /** Answers request {@code request} with loans. */
    record LoanGranted(long incarnation, long request, List<Bundle> bundles) implements ToBorrower {
        private static final long serialVersionUID = 1L;

        public LoanGranted {
            atLeast(0, incarnation, "incarnation");
            atLeast(1, request, "request number");
            bundles = List.copyOf(bundles);
            atLeast(1, bundles.size(), "number of loans");
        }
    }

    /** Answers a request whose loans, if it had any, were taken back: whoever still needs tasks asks anew. */
    record RequestVoided(long incarnation, long request) implements ToBorrower {
        private static final long serialVersionUID = 1L;

        public RequestVoided {
            atLeast(0, incarnation, "incarnation");
            atLeast(1, request, "request number");
        }
    }

    /**
     * Answers a request: all tasks of this round are done.
     *
     * @param last whether there will be no other round
     */
    record PoolDone(long incarnation, long request, boolean last) implements ToBorrower {
        private static final long serialVersionUID = 1L;

        public PoolDone {
            atLeast(0, incarnation, "incarnation");
            atLeast(1, request, "request number");
        }
    }

    // --- returning ------------------------------------------------------------------------------------------------

    /**
     * Returns a loan: lent + created = executed + unfinished. Repeated until it is answered.
     *
     * @param result the merged result of what was executed, encoded; null if nothing was
     * @param executedTasks how many, of those lent and those created
     * @param createdTasks how many tasks the loan's tasks put
     * @param unfinished tasks of the loan that were not begun, encoded
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record LoanReturned(
            int borrower,
            long incarnation,
            long loan,
            byte @Nullable [] result,
            long executedTasks,
            long createdTasks,
            List<byte[]> unfinished)
            implements ToLender {
        private static final long serialVersionUID = 1L;

        // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
        public LoanReturned(
                int borrower,
                long incarnation,
                long loan,
                byte @Nullable [] result,
                long executedTasks,
                long createdTasks,
                List<byte[]> unfinished) {
            checkSender(borrower, incarnation);
            atLeast(1, loan, "loan number");
            atLeast(0, executedTasks, "number of executed tasks");
            atLeast(0, createdTasks, "number of created tasks");
            if (result != null && executedTasks == 0) {
                throw new IllegalArgumentException("loan " + loan
                        + ": expected no result of 0 executed tasks, found one of " + result.length + " bytes");
            }
            this.borrower = borrower;
            this.incarnation = incarnation;
            this.loan = loan;
            this.result = result;
            this.executedTasks = executedTasks;
            this.createdTasks = createdTasks;
            this.unfinished = List.copyOf(unfinished);
        }

        @Override
        public String toString() {
            return "LoanReturned[engine " + borrower + ", loan " + loan + ", executed " + executedTasks + ", created "
                    + createdTasks + ", unfinished " + unfinished.size() + "]";
        }
    }

    /** The lender has the loan's result; the borrower may forget it. */
    record ReturnAccepted(long incarnation, long loan, boolean alreadyAccepted) implements ToBorrower {
        private static final long serialVersionUID = 1L;

        public ReturnAccepted {
            atLeast(0, incarnation, "incarnation");
            atLeast(1, loan, "loan number");
        }
    }

    /** The lender took the loan back: its tasks are to be dropped, its result is not wanted. */
    record LoanVoided(long incarnation, long loan) implements ToBorrower {
        private static final long serialVersionUID = 1L;

        public LoanVoided {
            atLeast(0, incarnation, "incarnation");
            atLeast(1, loan, "loan number");
        }
    }

    /** Others are idle: who has more tasks than it can begin now, returns some, with the loans' results so far. */
    record SettleRequest(long incarnation, long number) implements ToBorrower {
        private static final long serialVersionUID = 1L;

        public SettleRequest {
            atLeast(0, incarnation, "incarnation");
            atLeast(1, number, "settle request number");
        }
    }

    // --- putting from outside a task ------------------------------------------------------------------------------

    /**
     * Puts tasks that no task created, into the lender's pool. Repeated until it is accepted.
     *
     * @param sequence from 1, one after the other; the next only after the one before is accepted
     */
    record PutTasks(int borrower, long incarnation, long sequence, List<byte[]> tasks) implements ToLender {
        private static final long serialVersionUID = 1L;

        public PutTasks {
            checkSender(borrower, incarnation);
            atLeast(1, sequence, "sequence number");
            tasks = List.copyOf(tasks);
            atLeast(1, tasks.size(), "number of tasks");
        }
    }

    /** The lender has the tasks. */
    record PutAccepted(long incarnation, long sequence) implements ToBorrower {
        private static final long serialVersionUID = 1L;

        public PutAccepted {
            atLeast(0, incarnation, "incarnation");
            atLeast(1, sequence, "sequence number");
        }
    }

    private static void checkSender(int borrower, long incarnation) {
        atLeast(0, borrower, "engine number");
        atLeast(0, incarnation, "incarnation");
    }

    private static void atLeast(long least, long found, String what) {
        if (found < least) {
            throw new IllegalArgumentException("expected a " + what + " from " + least + " on, found " + found);
        }
    }
}
