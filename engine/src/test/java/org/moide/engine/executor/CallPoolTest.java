package org.moide.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;

/** Tests the pool of the threads that run calls of calls. */
class CallPoolTest {
    private final AtomicInteger started = new AtomicInteger();
    private final CallPool pool = new CallPool(
            1,
            new Surroundings(new SystemTicker(), SpinThenParkSignal.factory(1), this::onlyOne, UnexpectedFaults::fail),
            () -> null);

    private Thread onlyOne(Runnable work) {
        if (started.incrementAndGet() > 1) {
            throw new OutOfMemoryError("a thread of this test");
        }
        return new Thread(work, "call");
    }

    @Test
    void shouldNotInterruptTheNextCallOfAThreadWhoseCallWasCancelled() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CallTask<Void> cancelled = new CallTask<>(pool, "cancelled", () -> {
            begun.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            return null;
        });
        CountDownLatch ran = new CountDownLatch(1);
        CallTask<Boolean> next =
                new CallTask<>(pool, "next", () -> Thread.currentThread().isInterrupted());
        pool.give(cancelled);
        pool.give(() -> {
            next.run();
            ran.countDown();
        });
        begun.await();

        cancelled.cancel(true);

        assertThat(ran.await(100, TimeUnit.SECONDS)).isTrue();
        assertThat(next.get()).isFalse();
        pool.close();
    }
}
