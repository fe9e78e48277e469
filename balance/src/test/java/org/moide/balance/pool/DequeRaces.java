package org.moide.balance.pool;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests the last tasks of a deque, when owner and thief both try to take them. {@link WeakMemoryTest} runs this class
 * in jcstress's JVMs.
 */
public final class DequeRaces {
    private static final String ONCE_EACH = "1, 1";

    private DequeRaces() {}

    /** One try: a deque with two tasks, and how often each actor took each of them. */
    private static final class Race {
        private static final LoanAccount ACCOUNT = new LoanAccount(1, 1, 1);

        private final LitmusDeque deque;
        private final int[] owners = new int[2];
        private final int[] thiefs = new int[2];

        Race(LitmusDeque deque) {
            this.deque = deque;
            deque.push(new PooledTask(ACCOUNT, 0, false));
            deque.push(new PooledTask(ACCOUNT, 1, false));
        }

        void own() {
            count(owners, deque.pop());
            count(owners, deque.pop());
        }

        void steal() {
            count(thiefs, deque.steal());
            count(thiefs, deque.steal());
        }

        private static void count(int[] counts, @Nullable PooledTask task) {
            if (task != null) {
                counts[(Integer) task.task()]++;
            }
        }

        void judge(II_Result result) {
            // A cleared slot ends a sequence of pops too soon.
            for (int pops = 0; pops < 4; pops++) {
                count(owners, deque.pop());
            }
            result.r1 = owners[0] + thiefs[0];
            result.r2 = owners[1] + thiefs[1];
        }
    }

    /** The test of the production deque. */
    @State
    @JCStressTest
    @Outcome(id = ONCE_EACH, expect = Expect.ACCEPTABLE, desc = "each task taken once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a task lost, or taken twice")
    public static class Real {
        private final Race race = new Race(LitmusDeque.real());

        @Actor
        public void owner() {
            race.own();
        }

        @Actor
        public void thief() {
            race.steal();
        }

        @Arbiter
        public void judge(II_Result result) {
            race.judge(result);
        }
    }

    /**
     * The test of a faulty deque. When its owner reads top, the new value of bottom that the owner wrote may still be
     * in the processor's store buffer.
     */
    @State
    @JCStressTest
    @Outcome(id = ONCE_EACH, expect = Expect.ACCEPTABLE, desc = "each task taken once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a task lost, or taken twice")
    public static class WithoutFence {
        private final Race race = new Race(new RacyDeque(RacyDeque.Flaw.BOTTOM_WITHOUT_FENCE));

        @Actor
        public void owner() {
            race.own();
        }

        @Actor
        public void thief() {
            race.steal();
        }

        @Arbiter
        public void judge(II_Result result) {
            race.judge(result);
        }
    }
}
