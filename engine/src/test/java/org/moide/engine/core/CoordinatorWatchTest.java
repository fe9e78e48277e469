package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.engine.control.Timing;

/** Tests when an engine decides that its coordinator is lost. */
class CoordinatorWatchTest {
    private static final NodeReference COORDINATOR = new NodeReference("coordinator", List.of("localhost"), 7000);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger tries = new AtomicInteger();
    private final AtomicInteger orphaned = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * An object space in which the first attempts to open a lifeline (the connection to the coordinator) fail. Each
     * takes as long as its deadline allows.
     */
    private final class SlowSpace implements ObjectSpace {
        private final int lost;

        SlowSpace(int lost) {
            this.lost = lost;
        }

        @Override
        public Lifeline openLifeline(NodeReference node, String owner, Duration deadline, Runnable whenClosed) {
            if (tries.incrementAndGet() <= lost) {
                nanos.addAndGet(deadline.toNanos());
                throw new NotDeliveredException("lost on its way", null);
            }
            over.countDown();
            return new Lifeline() {
                @Override
                public boolean isOpen() {
                    return true;
                }

                @Override
                public void close() {
                    // No lifeline is open.
                }
            };
        }

        @Override
        public NodeReference self() {
            return COORDINATOR;
        }

        @Override
        public <T> void export(Class<T> type, String name, T object) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public void withdraw(String name) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public <T> T proxy(NodeReference node, Class<T> type, String name, Duration deadline) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public NodeReference find(String address, int port, Duration deadline) {
            throw new UnsupportedOperationException(address);
        }

        @Override
        public void acceptLifelines(LifelineListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            // No lifeline is open.
        }
    }

    private CoordinatorWatch watching(int lost) {
        return new CoordinatorWatch(
                new SlowSpace(lost),
                COORDINATOR,
                "engine-1",
                () -> {
                    orphaned.incrementAndGet();
                    over.countDown();
                },
                Timing.USUAL,
                new Surroundings(
                        nanos::get,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", (where, fault) -> {}),
                        UnexpectedFaults::fail));
    }

    @Test
    void shouldNameTheAddressesWhenTheCoordinatorIsNotReachedAtAll() {
        try (CoordinatorWatch watch = watching(Integer.MAX_VALUE)) {
            assertThatThrownBy(watch::awaitReached)
                    .isInstanceOf(CoordinatorWatch.UnreachableException.class)
                    .hasMessageContaining(String.join(", ", COORDINATOR.addresses()) + ", port " + COORDINATOR.port())
                    .hasMessageContaining("--advertise");
        }
    }

    @Test
    void shouldWaitUntilTheCoordinatorIsReachedWhenATryIsLost() throws InterruptedException {
        try (CoordinatorWatch watch = watching(1)) {
            watch.awaitReached();
            assertThat(tries).hasValue(2);
        }
    }

    private void watch(int lost) throws InterruptedException {
        try (CoordinatorWatch watch = watching(lost)) {
            assertThat(over.await(100, TimeUnit.SECONDS))
                    .as("%s ends or goes on", watch)
                    .isTrue();
        }
    }

    @Test
    void shouldTryOnceMoreWhenATryWasLostThatTookAllOfTheTime() throws InterruptedException {
        watch(1);
        assertThat(tries).hasValue(2);
        assertThat(orphaned).hasValue(0);
    }

    @Test
    void shouldBeAnOrphanWhenTwoTriesWereLostAndTheTimeIsOver() throws InterruptedException {
        watch(Integer.MAX_VALUE);
        assertThat(tries).hasValue(2);
        assertThat(orphaned).hasValue(1);
    }
}
