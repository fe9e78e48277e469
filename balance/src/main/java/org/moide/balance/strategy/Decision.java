package org.moide.balance.strategy;

import java.util.List;
import org.moide.balance.data.ClassCount;

/** A decision of a strategy, which its member carries out. */
public sealed interface Decision {
    /**
     * Lend tasks to a member, whether it asked or not. As many as there are and as one message carries: fewer than {@code
     * tasks} may go. Answers its request, if any.
     *
     * @param member its number
     * @param tasks how many, from 1 on
     * @param tasksPerLoan into loans of at most how many tasks they are divided, unless that would be more than some dozens: a
     *     loan that was not started yet can be given back whole when others are idle
     * @param classes of which classes they are, and how many of each; if empty, those that read nothing go first, then those
     *     for which the member needs the fewest bytes
     */
    record Give(int member, long tasks, long tasksPerLoan, List<ClassCount> classes) implements Decision {
        /** Gives tasks of any class. */
        public Give(int member, long tasks, long tasksPerLoan) {
            this(member, tasks, tasksPerLoan, List.of());
        }

        public Give {
            classes = List.copyOf(classes);
            if (tasks < 1 || tasksPerLoan < 1) {
                throw new IllegalArgumentException("engine " + member
                        + ": expected at least 1 task and 1 per loan, found " + tasks + " and " + tasksPerLoan);
            }
        }

        @Override
        public void handle(Handler by) {
            by.give(this);
        }
    }

    /**
     * Ask a member, or the root, for tasks; repeated until it is answered. Without effect while an earlier request to the
     * same member has no answer.
     *
     * @param tasks how many would be welcome, from 1 on
     * @param patient whether the request may wait there until there are some (a lifeline); else the other's strategy
     *     should refuse what it will not give soon
     * @param classes of which classes they should be, and how many of each; empty if of any
     */
    record Ask(int member, long tasks, boolean patient, List<ClassCount> classes) implements Decision {
        /** Asks for tasks of any class. */
        public Ask(int member, long tasks, boolean patient) {
            this(member, tasks, patient, List.of());
        }

        public Ask {
            classes = List.copyOf(classes);
            if (tasks < 1) {
                throw new IllegalArgumentException(
                        "asking engine " + member + ": expected at least 1 task, found " + tasks);
            }
        }

        @Override
        public void handle(Handler by) {
            by.ask(this);
        }
    }

    /**
     * Take back a request that may still wait at a member: what it would give now is not needed any more. Sent once: it may
     * get lost, and tasks may be on their way.
     */
    record Withdraw(int member) implements Decision {
        @Override
        public void handle(Handler by) {
            by.withdraw(this);
        }
    }

    /** Answer a request: there is nothing now. A request that is neither given something nor refused goes on waiting. */
    record Refuse(int member) implements Decision {
        @Override
        public void handle(Handler by) {
            by.refuse(this);
        }
    }

    /**
     * Tell members, or the root, this member's load as it is now. Sent once: it may get lost.
     *
     * @param word any number; it comes with the {@link MemberView.Telling}
     */
    record Tell(List<Integer> members, long word) implements Decision {
        public Tell {
            members = List.copyOf(members);
        }

        @Override
        public void handle(Handler by) {
            by.tell(this);
        }
    }

    /** Have {@code lender} told to give {@code tasks} tasks to {@code borrower}: its strategy gets an instruction. Sent once. */
    record Instruct(int lender, int borrower, long tasks) implements Decision {
        public Instruct {
            if (tasks < 1) {
                throw new IllegalArgumentException(
                        "instructing engine " + lender + ": expected at least 1 task, found " + tasks);
            }
        }

        @Override
        public void handle(Handler by) {
            by.instruct(this);
        }
    }

    /** Ask a borrower with more work than it can start now to return some of its loans, with what is unfinished. */
    record AskToSettle(int member) implements Decision {
        @Override
        public void handle(Handler by) {
            by.askToSettle(this);
        }
    }

    /** Decide again at this time, even if nothing happens before. */
    record WaitUntil(long nanos) implements Decision {
        @Override
        public void handle(Handler by) {
            by.waitUntil(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** A handler with a method for each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void give(Give give);

        void ask(Ask ask);

        void withdraw(Withdraw withdraw);

        void refuse(Refuse refuse);

        void tell(Tell tell);

        void instruct(Instruct instruct);

        void askToSettle(AskToSettle askToSettle);

        void waitUntil(WaitUntil waitUntil);
    }
}
