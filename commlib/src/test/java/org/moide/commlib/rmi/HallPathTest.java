package org.moide.commlib.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.contract.CollectiveContract;
import org.moide.commlib.contract.CollectiveLimitContract;
import org.moide.commlib.contract.RandomMixContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.TestSystems;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.HostMemory;

/** Runs the contracts of collectives on engines that meet in a hall from their first short collective on. */
@Tag("jdk")
final class HallPathTest implements CollectiveContract, CollectiveLimitContract, RandomMixContract {
    private final AtomicInteger opened = new AtomicInteger();

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return open(limits, memory -> new Eager(memory, 0), shape);
    }

    private TestSystem open(CommLimits limits, UnaryOperator<HostMemory> memories, int... shape) {
        return new RmiSystem(limits, options -> options, memories, shape);
    }

    /** Memory that is made after another number of collectives, and counts how often it was opened. */
    private class Eager implements HostMemory {
        private final HostMemory memory;
        private final int after;

        Eager(HostMemory memory, int after) {
            this.memory = memory;
            this.after = after;
        }

        @Override
        public Piece make(int bytes) throws IOException {
            return memory.make(bytes);
        }

        @Override
        public ByteBuffer open(String name, byte[] token, int bytes) throws IOException {
            ByteBuffer found = memory.open(name, token, bytes);
            opened.incrementAndGet();
            return found;
        }

        @Override
        public int worthAfter() {
            return after;
        }
    }

    /** Adds up numbers of all IDs and gathers them, several times. */
    private static void meet(CommLib comm, int times) {
        long count = comm.count();
        for (int round = 0; round < times; round++) {
            assertThat(comm.allReduce((long) comm.id() + round, Reduction.SUM))
                    .isEqualTo(count * (count - 1) / 2 + count * round);
            long[] all = new long[comm.count()];
            comm.allGather(Slice.of(new long[] {comm.id() * 10L + round}), Slice.of(all));
            assertThat(all[comm.count() - 1]).isEqualTo((count - 1) * 10 + round);
        }
    }

    @Test
    void shouldMeetInMemoryWhenCollectivesHaveBeenShortForAWhile() {
        try (TestSystem system = open(CommLimits.DEFAULT, memory -> new Eager(memory, 30), 1, 2, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                meet(comm, 5);
                assertThat(opened).as("after ten collectives").hasValue(0);
                comm.remoteBarrier();
                meet(comm, 500);
                assertThat(opened).as("by engines 1 and 2").hasValue(2);
            }));
        }
    }

    @Test
    void shouldSendNoMessagesWhenTheyMeetInMemory() {
        try (TestSystem system = open(1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> {
                meet(comm, 10);
                EngineComm engine = system.engine(comm.id());
                long before = engine.state().sent()[1 - comm.id()];
                meet(comm, 1_000);
                // Each meeting counts as one; a thread that sleeps is woken by a message.
                assertThat(engine.state().sent()[1 - comm.id()] - before).isBetween(2_000L, 4_000L);
            }));
        }
    }

    @Test
    void shouldSendMessagesWhenOneOfThemCannotOpenTheMemory() {
        AtomicInteger made = new AtomicInteger();
        UnaryOperator<HostMemory> memories =
                memory -> new Eager(made.getAndIncrement() == 2 ? HostMemory.NONE : memory, 0);
        try (TestSystem system = open(CommLimits.DEFAULT, memories, 1, 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> meet(comm, 100)));
            assertThat(opened).as("by engine 1").hasValue(1);
        }
    }

    @Test
    void shouldSendMessagesWhenNoMemoryCanBeMade() {
        try (TestSystem system = open(CommLimits.DEFAULT, memory -> new Eager(HostMemory.NONE, 0), 1, 1, 1)) {
            TestSystems.assertAllReturned(system.run(comm -> meet(comm, 100)));
        }
    }

    @Test
    void shouldGiveTheSameBitsAsMessages() {
        double[][] found = new double[2][];
        for (int way = 0; way < 2; way++) {
            int after = way == 0 ? Integer.MAX_VALUE - 1 : 0;
            try (TestSystem system = open(CommLimits.DEFAULT, memory -> new Eager(memory, after), 1, 1, 2, 1, 1, 1)) {
                double[] sum = new double[50];
                TestSystems.assertAllReturned(system.run(comm -> {
                    double[] mine = new double[sum.length];
                    for (int i = 0; i < mine.length; i++) {
                        mine[i] = Math.sin(1 + comm.id() * 50 + i) * Math.pow(10, comm.id() * 5 - 10);
                    }
                    comm.allReduce(Slice.of(mine), Reduction.SUM);
                    if (comm.id() == 3) {
                        System.arraycopy(mine, 0, sum, 0, sum.length);
                    }
                }));
                found[way] = sum;
            }
        }
        assertThat(opened).as("only the second time").hasValue(5);
        assertThat(found[1]).isEqualTo(found[0]);
    }

    /** Asserts that both engines fail when one is in the hall and the other in another collective. */
    private void assertBothFail(TestSystem.Body other) {
        try (TestSystem system = open(1, 1)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                meet(comm, 10);
                if (comm.id() == 0) {
                    comm.allReduce(1.0, Reduction.SUM);
                } else {
                    other.run(comm);
                }
            });
            assertThat(thrown)
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("expected the same collective"));
        }
    }

    @Test
    void shouldFailEverywhereWhenAnEngineWaitsForAMessageOfOneThatIsInTheHall() {
        assertBothFail(comm -> comm.broadcast(0, new double[1]));
    }

    @Test
    void shouldFailEverywhereWhenAnEngineSendsAMessageToOneThatIsInTheHall() {
        assertBothFail(comm -> comm.allReduce(new double[100_000], Reduction.SUM));
    }

    @Test
    void shouldLetThoseGoWhoWaitInTheHallWhenAnEngineIsLost() {
        try (TestSystem system = open(1, 1, 1)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                meet(comm, 10);
                comm.remoteBarrier();
                if (comm.id() == 2) {
                    system.engine(0).memberLost(2, "for the test");
                    system.engine(1).memberLost(2, "for the test");
                } else {
                    comm.allReduce(1.0, Reduction.SUM);
                }
            });
            assertThat(thrown.subList(0, 2))
                    .allSatisfy(failure -> assertThat(failure).hasMessageContaining("for the test"));
        }
    }
}
