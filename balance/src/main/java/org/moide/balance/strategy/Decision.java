package org.moide.balance.strategy;

/** What a strategy wants done. */
public sealed interface Decision {
    /**
     * Lend tasks to a member that has asked.
     *
     * @param member its engine's number
     * @param tasks how many, from 1 on
     * @param tasksPerLoan into loans of at most how many tasks they are divided: a loan that was not started yet can be
     *     given back at once when others are idle
     */
    record Give(int member, long tasks, long tasksPerLoan) implements Decision {
        public Give {
            if (tasks < 1 || tasksPerLoan < 1) {
                throw new IllegalArgumentException("engine " + member
                        + ": expected at least 1 task and 1 per loan, found " + tasks + " and " + tasksPerLoan);
            }
        }
    }

    /** Ask a member with more work than it can start now to return its loans, with what is unfinished. */
    record AskToSettle(int member) implements Decision {}

    /** Decide again at this time, even if nothing happens before. */
    record WaitUntil(long nanos) implements Decision {}
}
