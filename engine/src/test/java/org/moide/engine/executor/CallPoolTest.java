package org.moide.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;

/** Tests the pool of the threads that run calls of calls. */
class CallPoolTest {
    private static CallPool pool() {
        return pool(Thread::new);
    }

    private static CallPool pool(ThreadFactory threads) {
        Surroundings around =
                new Surroundings(new SystemTicker(), SpinThenParkSignal.factory(1), threads, UnexpectedFaults::fail);
        return new CallPool(1, around, () -> null);
    }

    /** Makes a call that the running call submits. */
    private static <T> SubmittedCall<T> submitted(CallPool pool, Callable<T> call) {
        SubmittedCall<T> made = new SubmittedCall<>(pool, "child", call, null, null, BegunCall.current(), () -> {});
        pool.submit(made);
        return made;
    }

    @Test
    void shouldNotLeaveTheInterruptOfACallThatWasTakenBackAndCancelled() throws Exception {
        try (CallPool pool = pool()) {
            CallTask<Boolean> parent = new CallTask<>(pool, "parent", () -> {
                AtomicReference<SubmittedCall<?>> itself = new AtomicReference<>();
                SubmittedCall<Boolean> child = submitted(
                        pool,
                        () -> Objects.requireNonNull(itself.get(), "submitted").cancel(true));
                itself.set(child);
                assertThat(pool.claim(child)).isTrue();
                child.sentAway(unwanted -> {});
                assertThatThrownBy(child::get).isInstanceOf(CancellationException.class);
                return Thread.interrupted();
            });
            parent.run();
            assertThat(parent.get()).as("the parent is interrupted").isFalse();
        }
    }

    @Test
    void shouldKeepTheInterruptOfACallBelowThatIsBeingCancelled() throws Exception {
        try (CallPool pool = pool()) {
            AtomicReference<Boolean> heard = new AtomicReference<>();
            AtomicReference<CallTask<?>> lowest = new AtomicReference<>();
            CallTask<String> parent =
                    new CallTask<>(pool, "parent", () -> {
                        SubmittedCall<String> between = submitted(pool, () -> {
                            AtomicReference<SubmittedCall<?>> itself = new AtomicReference<>();
                            SubmittedCall<Boolean> child = submitted(
                                    pool,
                                    () -> Objects.requireNonNull(itself.get(), "submitted")
                                                    .cancel(true)
                                            && Objects.requireNonNull(lowest.get(), "begun")
                                                    .cancel(true));
                            itself.set(child);
                            assertThatThrownBy(child::get).isInstanceOf(CancellationException.class);
                            heard.set(Thread.interrupted());
                            return "";
                        });
                        return between.get();
                    }) {
                        @Override
                        protected void done() {
                            // The thread that cancels it has interrupted it, and has not come to what follows.
                        }
                    };
            lowest.set(parent);
            parent.run();
            assertThat(heard.get()).as("the parent is interrupted").isTrue();
        }
    }

    @Test
    void shouldNotInterruptACallThatRunsWhereAnInterruptedOneWaitsForIt() throws Exception {
        try (CallPool pool = pool()) {
            AtomicReference<SubmittedCall<Boolean>> child = new AtomicReference<>();
            CallTask<Boolean> parent = new CallTask<>(pool, "parent", () -> {
                SubmittedCall<Boolean> asked = submitted(pool, Thread::interrupted);
                Thread.currentThread().interrupt();
                assertThatThrownBy(asked::get).isInstanceOf(InterruptedException.class);
                boolean heard = asked.get();
                child.set(submitted(pool, Thread::interrupted));
                Thread.currentThread().interrupt();
                return heard;
            });
            parent.run();
            assertThat(Thread.interrupted()).as("the parent stays interrupted").isTrue();
            assertThat(parent.get()).as("the call is interrupted").isFalse();
            assertThat(Objects.requireNonNull(child.get(), "submitted").get())
                    .as("the call that nobody asked for its value is interrupted")
                    .isFalse();
        }
    }

    @Test
    void shouldCancelTheCallsOfAnUnwantedOneOnAnotherThreadThanTheOneThatSaysSo() throws Exception {
        try (CallPool pool = pool()) {
            AtomicReference<Thread> cancels = new AtomicReference<>();
            CountDownLatch done = new CountDownLatch(1);
            CallTask<Boolean> parent = new CallTask<>(pool, "parent", () -> {
                BegunCall now = Objects.requireNonNull(BegunCall.current(), "begun");
                SubmittedCall<String> child = new SubmittedCall<>(pool, "child", () -> "", null, null, now, () -> {
                    cancels.set(Thread.currentThread());
                    done.countDown();
                });
                pool.submit(child);
                pool.endSoon(now);
                assertThatThrownBy(() -> submitted(pool, () -> "")).isInstanceOf(RejectedExecutionException.class);
                return done.await(100, TimeUnit.SECONDS) && child.isCancelled();
            });
            parent.run();

            assertThat(parent.get()).as("the child is cancelled").isTrue();
            assertThat(cancels.get()).isNotSameAs(Thread.currentThread());
        }
    }

    @Test
    void shouldCancelTheCallsOfRunningOnesOnAnotherThreadThanTheOneThatClosesThePool() throws Exception {
        CallPool pool = pool();
        AtomicReference<Thread> cancels = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        CallTask<Boolean> parent = new CallTask<>(pool, "parent", () -> {
            BegunCall now = Objects.requireNonNull(BegunCall.current(), "begun");
            SubmittedCall<String> child = new SubmittedCall<>(pool, "child", () -> "", null, null, now, () -> {
                cancels.set(Thread.currentThread());
                done.countDown();
            });
            pool.submit(child);
            pool.close();
            assertThatThrownBy(() -> submitted(pool, () -> "")).isInstanceOf(RejectedExecutionException.class);
            return done.await(100, TimeUnit.SECONDS) && child.isCancelled();
        });
        parent.run();

        assertThat(parent.get()).as("the child is cancelled").isTrue();
        assertThat(cancels.get()).isNotSameAs(Thread.currentThread());
    }

    @Test
    void shouldNotInterruptTheNextCallOfAThreadWhoseCallWasCancelled() throws Exception {
        AtomicInteger started = new AtomicInteger();
        ThreadFactory onlyOne = work -> {
            if (started.incrementAndGet() > 1) {
                throw new OutOfMemoryError("a thread of this test");
            }
            return new Thread(work, "call");
        };
        try (CallPool pool = pool(onlyOne)) {
            CountDownLatch begun = new CountDownLatch(1);
            CallTask<?> cancelled = new CallTask<>(pool, "cancelled", () -> {
                begun.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                return "";
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
        }
    }
}
