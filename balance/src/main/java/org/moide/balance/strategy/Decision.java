package org.moide.balance.strategy;

import java.util.List;
import org.moide.balance.data.ClassCount;

/** A strategy's decision, which its member carries out. */
public sealed interface Decision {
    /**
     * Lend tasks to a member, and answer its request, if any. Fewer than {@code tasks} are lent if there are fewer or
     * if one message cannot carry them.
     *
     * @param member the borrower's number
     * @param tasks the number of tasks, at least 1
     * @param tasksPerLoan the most tasks in one loan; more if there would otherwise be more than some dozen loans. A
     *     loan of which no task has begun can be returned whole when other members are idle
     * @param classes the classes of the tasks to lend, and the number of tasks of each; if empty, first tasks that read
     *     no data objects are lent, then those for which the borrower has to fetch the fewest objects per task
     */
    record Give(int member, long tasks, long tasksPerLoan, List<ClassCount> classes) implements Decision {
        /** Makes the decision to lend tasks of any class. */
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
     * Ask a member or the root for tasks. The request is repeated until it is answered. The decision has no effect
     * while an earlier request to the same member is unanswered.
     *
     * @param tasks the number of tasks wanted, at least 1
     * @param patient whether the request may wait at that member until it has tasks (a lifeline). If not, that member's
     *     strategy should refuse the request if it cannot give tasks soon
     * @param classes the wanted classes, and the number of tasks of each; empty for any
     */
    record Ask(int member, long tasks, boolean patient, List<ClassCount> classes) implements Decision {
        /** Makes the decision to ask for tasks of any class. */
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
     * Withdraw a request that may still wait at a member, because this member needs no tasks any more. The message is
     * sent once and may be lost, and tasks may already be on their way.
     */
    record Withdraw(int member) implements Decision {
        @Override
        public void handle(Handler by) {
            by.withdraw(this);
        }
    }

    /** Answer a request with no tasks. A request that is neither refused nor given tasks continues to wait. */
    record Refuse(int member) implements Decision {
        @Override
        public void handle(Handler by) {
            by.refuse(this);
        }
    }

    /**
     * Tell members, or the root, this member's present load. The message is sent once and may be lost.
     *
     * @param word any number; receivers find it in their {@link MemberView.Telling}
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

    /**
     * Instruct {@code lender} to give {@code tasks} tasks to {@code borrower}; the lender's strategy finds the
     * instruction in its view. The instruction is sent once and may be lost.
     */
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

    /** Ask a borrower that has more tasks than it can begin now to return some loans, with unfinished tasks. */
    record AskToSettle(int member) implements Decision {
        @Override
        public void handle(Handler by) {
            by.askToSettle(this);
        }
    }

    /** Call the strategy again at this time at the latest. */
    record WaitUntil(long nanos) implements Decision {
        @Override
        public void handle(Handler by) {
            by.waitUntil(this);
        }
    }

    /** Calls the handler's method for this kind of decision. */
    void handle(Handler by);

    /**
     * A receiver of decisions with one method for each kind. A new kind does not compile until every receiver handles
     * it.
     */
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
