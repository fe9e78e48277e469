package org.moide.balance.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Tests a loan of one task, which puts another task and then ends. At that moment the loan must not count as done.
 * {@link WeakMemoryTest} runs this class in jcstress's JVMs.
 */
public final class AccountRaces {
    private AccountRaces() {}

    /** The test of counters that are written in the order that compute threads keep. */
    @State
    @JCStressTest
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "not done")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "done before the last task was")
    public static class Real {
        private final LoanAccount account = new LoanAccount(1, 2, 1);

        /** Runs the task, which puts another task and ends, as a compute thread. */
        @Actor
        public void compute() {
            account.countCreated(1);
            account.countExecuted(1);
        }

        @Actor
        public void control(Z_Result result) {
            result.r1 = account.isDone(0);
        }
    }

    /** The test of counters that are written in the wrong order. */
    @State
    @JCStressTest
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "not done")
    @Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "done before the last task was")
    public static class ExecutedFirst {
        private final LoanAccount account = new LoanAccount(1, 2, 1);

        /** Runs the task, which puts another task and ends, as a compute thread. */
        @Actor
        public void compute() {
            account.countExecuted(1);
            account.countCreated(1);
        }

        @Actor
        public void control(Z_Result result) {
            result.r1 = account.isDone(0);
        }
    }
}
