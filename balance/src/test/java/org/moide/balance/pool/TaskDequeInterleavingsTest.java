package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lincheck runs the deque's owner and two thieves in one interleaving after the other and asks of each whether some order of the
 * calls explains what they returned (PROMISES C1). It takes memory as sequentially consistent, so it sees races and not
 * missing fences: those are {@link PoolStressTest}'s. Planted faults, each of which it must see, say that it looks.
 */
@Timeout(300)
class TaskDequeInterleavingsTest {
    private static final int SCENARIOS = 12;
    private static final int INTERLEAVINGS = 400;

    /** What the owner and thieves call. Lincheck makes one for each run by the constructor without parameters. */
    public abstract static class Calls {
        private final LoanAccount account = new LoanAccount(1, 1, 1);

        abstract void pushTask(PooledTask task);

        abstract @Nullable PooledTask popTask();

        abstract @Nullable PooledTask stealTask();

        abstract int size();

        @Operation(nonParallelGroup = "owner")
        public void push(@Param(gen = IntGen.class, conf = "1:1000000") int number) {
            pushTask(new PooledTask(account, number, false));
        }

        @Operation(nonParallelGroup = "owner")
        public @Nullable Object pop() {
            PooledTask task = popTask();
            return task == null ? null : task.task();
        }

        /** Who was slower than another tries again, as a thread that looks for work does. */
        @Operation
        public @Nullable Object steal() {
            PooledTask task = stealTask();
            while (task == null && size() > 0) {
                task = stealTask();
            }
            return task == null ? null : task.task();
        }
    }

    /** The real one. */
    public static class Real extends Calls {
        private final TaskDeque deque = new TaskDeque();

        @Override
        void pushTask(PooledTask task) {
            deque.push(task);
        }

        @Override
        @Nullable
        PooledTask popTask() {
            return deque.pop();
        }

        @Override
        @Nullable
        PooledTask stealTask() {
            return deque.steal();
        }

        @Override
        int size() {
            return deque.size();
        }
    }

    /** A copy with a fault. */
    public abstract static class Planted extends Calls {
        private final PlantedDeque deque;

        Planted(PlantedDeque.Fault fault) {
            deque = new PlantedDeque(fault);
        }

        @Override
        void pushTask(PooledTask task) {
            deque.push(task);
        }

        @Override
        @Nullable
        PooledTask popTask() {
            return deque.pop();
        }

        @Override
        @Nullable
        PooledTask stealTask() {
            return deque.steal();
        }

        @Override
        int size() {
            return deque.size();
        }
    }

    public static class WithoutFault extends Planted {
        public WithoutFault() {
            super(PlantedDeque.Fault.NONE);
        }
    }

    public static class OwnerUnasked extends Planted {
        public OwnerUnasked() {
            super(PlantedDeque.Fault.OWNER_TAKES_THE_LAST_UNASKED);
        }
    }

    public static class ThiefUnasked extends Planted {
        public ThiefUnasked() {
            super(PlantedDeque.Fault.THIEF_TAKES_UNASKED);
        }
    }

    public static class OwnerEarly extends Planted {
        public OwnerEarly() {
            super(PlantedDeque.Fault.OWNER_LOOKS_TOO_EARLY);
        }
    }

    public static class ThiefDisorderly extends Planted {
        public ThiefDisorderly() {
            super(PlantedDeque.Fault.THIEF_LOOKS_IN_THE_WRONG_ORDER);
        }
    }

    @Test
    void shouldBeExplainedBySomeOrderInEveryInterleaving() {
        check(Real.class);
    }

    @Test
    void shouldSeeEachPlantedFaultAndNoneWhereNoneIs() {
        check(WithoutFault.class);
        mustBeSeen(OwnerUnasked.class);
        mustBeSeen(ThiefUnasked.class);
        mustBeSeen(OwnerEarly.class);
        mustBeSeen(ThiefDisorderly.class);
    }

    private static void mustBeSeen(Class<? extends Calls> planted) {
        assertThatThrownBy(() -> check(planted)).as(planted.getSimpleName()).isInstanceOf(LincheckAssertionError.class);
    }

    private static void check(Class<? extends Calls> calls) {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(INTERLEAVINGS)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(2)
                .actorsAfter(2)
                .minimizeFailedScenario(false)
                .check(calls);
    }
}
