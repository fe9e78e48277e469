package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.CommException;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.CommLimits;

/** Runs the whole contract on the path within one engine, which has all threads. */
final class LocalPathTest extends PathContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new DirectSystem(limits, port -> port, Arrays.stream(shape).sum());
    }

    @Override
    public <T> void forEach(List<T> cases, Consumer<T> test) {
        List<CompletableFuture<Void>> all = cases.stream()
                .map(one -> CompletableFuture.runAsync(() -> test.accept(one), task -> new Thread(task).start()))
                .toList();
        all.forEach(CompletableFuture::join);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100_000})
    void shouldTellTheOthersWhenAThreadIsInterruptedInACollective(int length) {
        try (TestSystem system = open(3)) {
            CountDownLatch left = new CountDownLatch(1);
            List<Throwable> thrown = system.run(comm -> {
                if (comm.id() == 0) {
                    Thread.currentThread().interrupt();
                } else {
                    left.await();
                }
                for (int again = 0; again < 2; again++) {
                    assertThatThrownBy(() -> comm.allReduce(new double[length], Reduction.SUM))
                            .isInstanceOf(CommException.class)
                            .hasMessageContaining("interrupted");
                    Thread.interrupted();
                    left.countDown();
                }
            });
            TestSystems.assertAllReturned(thrown);
        }
    }

    @Test
    void shouldJoinEachThreadsElementsOnceWhenAllGiveTheSameArray() {
        double[] shared = new double[30_000];
        Arrays.fill(shared, 1);
        succeed(comm -> comm.allReduce(shared, Reduction.SUM), 3);
        assertThat(shared).containsOnly(3);
    }

    @Test
    void shouldNeverSerializeWhenAllIsOnOneEngine() {
        try (TestSystem system = open(2)) {
            Object[] sent = new Object[1];
            TestSystems.assertAllReturned(system.run(comm -> {
                String value = new String("text");
                if (comm.id() == 0) {
                    sent[0] = value;
                    comm.send(1, 0, value);
                    comm.send(1, 0, new double[100_000]);
                } else {
                    assertThat(comm.receive(0, 0, String.class)).isSameAs(sent[0]);
                    comm.receive(0, 0, new double[100_000]);
                }
                comm.allReduce(new double[100_000], Reduction.SUM);
                comm.broadcast(0, value);
                comm.allGather(value);
                comm.exchange(1 - comm.id(), 0, Slice.of(new int[9]), Slice.of(new int[9]));
            }));
            CommCounters first = system.engine(0).counters(0);
            assertThat(first.encodings()).isZero();
            assertThat(first.remoteMessages()).isZero();
            assertThat(first.localMessages()).isEqualTo(3);
            assertThat(first.collectives()).isEqualTo(3);
            assertThat(first.localBytes()).isEqualTo(100_000 * Double.BYTES + 9 * Integer.BYTES);
        }
    }
}
