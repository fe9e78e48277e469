package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.port.Signal;

class SpinThenParkSignalTest {
    private final List<Thread> started = new ArrayList<>();
    private final AtomicReference<Throwable> fault = new AtomicReference<>();

    static List<WaitPolicy> policies() {
        return List.of(WaitPolicy.parkAtOnce(), new WaitPolicy(2_000, 0), new WaitPolicy(2_000, 5_000));
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        for (Thread thread : started) {
            thread.interrupt();
            thread.join(Duration.ofSeconds(5).toMillis());
            assertThat(thread.isAlive()).as(thread.getName()).isFalse();
        }
        assertThat(fault).hasValue(null);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void shouldReturnAtOnceWhenTheConditionAlreadyHolds(WaitPolicy policy) throws InterruptedException {
        assertThat(new SpinThenParkSignal(policy).await(() -> true, 0)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void shouldReturnFalseWhenTheTimeIsOver(WaitPolicy policy) throws InterruptedException {
        SystemTicker ticker = new SystemTicker();
        long start = ticker.nanoTime();

        assertThat(new SpinThenParkSignal(policy).await(() -> false, 20_000_000))
                .isFalse();

        assertThat(ticker.nanoTime() - start).isBetween(20_000_000L, 5_000_000_000L);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void shouldThrowWhenInterruptedWhileParked(WaitPolicy policy) {
        Signal signal = new SpinThenParkSignal(policy);
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Thread waiter = start("waiter", () -> {
            try {
                signal.await(() -> false, Long.MAX_VALUE);
            } catch (InterruptedException interrupted) {
                seen.set(interrupted);
            }
        });
        awaitState(waiter, Thread.State.WAITING);

        waiter.interrupt();

        Awaitility.await().untilAsserted(() -> assertThat(seen.get()).isInstanceOf(InterruptedException.class));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void shouldThrowWhenInterruptedBeforeItWaits(WaitPolicy policy) {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> new SpinThenParkSignal(policy).await(() -> false, Long.MAX_VALUE))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldWakeEveryWaiterWhenRaised() {
        Signal signal = new SpinThenParkSignal(WaitPolicy.parkAtOnce());
        AtomicInteger gate = new AtomicInteger();
        AtomicInteger through = new AtomicInteger();
        for (int i = 0; i < 5; i++) {
            Thread waiter = start("waiter-" + i, () -> {
                signal.await(() -> gate.get() == 1, Long.MAX_VALUE);
                through.incrementAndGet();
            });
            awaitState(waiter, Thread.State.WAITING);
        }

        gate.set(1);
        signal.raise();

        Awaitility.await().until(() -> through.get() == 5);
    }

    @Test
    void shouldWakeTheOthersWhenOneWaiterGaveUp() {
        Signal signal = new SpinThenParkSignal(WaitPolicy.parkAtOnce());
        AtomicInteger gate = new AtomicInteger();
        Thread first = start("first", () -> signal.await(() -> gate.get() == 1, Long.MAX_VALUE));
        awaitState(first, Thread.State.WAITING);
        Thread second = start("second", () -> signal.await(() -> gate.get() == 1, 1_000_000));
        Awaitility.await().until(() -> !second.isAlive());

        gate.set(1);
        signal.raise();

        Awaitility.await().until(() -> !first.isAlive());
    }

    @Test
    void shouldSpinInPlaceOfYieldingBesideStrangers() {
        AtomicLong now = new AtomicLong();
        AtomicInteger yields = new AtomicInteger();
        AtomicLong yieldNanos = new AtomicLong(4_000_000);
        // Time advances with each reading of the clock, and with each yield.
        Signal signal = new SpinThenParkSignal(
                new WaitPolicy(10_000, 200_000), ThreadHomes.none(), () -> now.addAndGet(1_000), () -> {
                    yields.incrementAndGet();
                    now.addAndGet(yieldNanos.get());
                });
        assertThat(signal.awaitAwake(() -> false)).isFalse();
        assertThat(yields).as("yields until a stranger has run").hasValue(1);
        for (int wait = 0; wait < 1024; wait++) {
            long start = now.get();
            long lasts = wait % 64 == 0 ? 4_500_000 : 50_000;
            assertThat(signal.awaitAwake(() -> now.get() - start > lasts)).isTrue();
        }
        assertThat(yields).as("yields of waits that end within some slices").hasValue(1);

        yieldNanos.set(1_000);
        assertThat(signal.awaitAwake(() -> false)).isFalse();
        assertThat(yields)
                .as("yields when it has tried again and nobody is there")
                .hasValueGreaterThan(50);
        long start = now.get();
        int before = yields.get();
        assertThat(signal.awaitAwake(() -> now.get() - start > 100_000)).isTrue();
        assertThat(yields.get()).isGreaterThan(before);
    }

    @Test
    void shouldSpinLessBesideStrangersWhenItWasInVain() {
        AtomicLong now = new AtomicLong();
        Signal signal = new SpinThenParkSignal(
                new WaitPolicy(10_000, 200_000),
                ThreadHomes.none(),
                () -> now.addAndGet(1_000),
                () -> now.addAndGet(4_000_000));
        assertThat(signal.awaitAwake(() -> false)).isFalse();
        List<Long> took = new ArrayList<>();
        for (int wait = 0; wait < 12; wait++) {
            long start = now.get();
            assertThat(signal.awaitAwake(() -> false)).isFalse();
            took.add(now.get() - start);
        }
        assertThat(took.get(0)).as("five milliseconds, then a slice of another").isBetween(9_000_000L, 9_500_000L);
        assertThat(took.get(1)).isBetween(6_500_000L, 7_000_000L);
        assertThat(took.get(11)).as("the slice alone").isBetween(4_000_000L, 4_100_000L);
        long soon = now.get();
        assertThat(signal.awaitAwake(() -> now.get() > soon)).isTrue();
        long start = now.get();
        assertThat(signal.awaitAwake(() -> now.get() - start > 4_500_000))
                .as("as long as before, once a wait has ended soon")
                .isTrue();
    }

    @Test
    void shouldAlwaysYieldWhereThreadsShareProcessors() {
        AtomicLong now = new AtomicLong();
        AtomicInteger yields = new AtomicInteger();
        Signal signal = new SpinThenParkSignal(
                WaitPolicy.yieldThenPark(), ThreadHomes.none(), () -> now.addAndGet(1_000), () -> {
                    yields.incrementAndGet();
                    now.addAndGet(4_000_000);
                });
        for (int wait = 1; wait < 9; wait++) {
            assertThat(signal.awaitAwake(() -> false)).isFalse();
            assertThat(yields).as("five time slices of others for each wait").hasValue(5 * wait);
        }
    }

    /** Lets two threads pass a number back and forth: after one lost wake-up, both would park for ever. */
    @ParameterizedTest
    @MethodSource("policies")
    void shouldLoseNoWakeUpWhenTwoThreadsAlternate(WaitPolicy policy) {
        Signal signal = new SpinThenParkSignal(policy);
        SystemTicker ticker = new SystemTicker();
        long end = ticker.nanoTime() + TimeUnit.MILLISECONDS.toNanos(600);
        AtomicInteger turn = new AtomicInteger();
        for (int parity = 0; parity < 2; parity++) {
            int own = parity;
            start("player-" + own, () -> {
                while (turn.get() >= 0) {
                    boolean came = signal.await(() -> turn.get() < 0 || turn.get() % 2 == own, 10_000_000_000L);
                    assertThat(came).as("wake-up lost at turn %s", turn).isTrue();
                    if (own == 0 && ticker.nanoTime() > end) {
                        turn.set(-1);
                    } else if (turn.get() >= 0) {
                        turn.incrementAndGet();
                    }
                    signal.raise();
                }
            });
        }

        Awaitility.await().until(() -> turn.get() == -1);
    }

    @Test
    void shouldEvaluateTheConditionOnTheWaitingThreadOnly() throws InterruptedException {
        Thread here = Thread.currentThread();
        BooleanSupplier condition = () -> Thread.currentThread() != here;

        assertThat(new SpinThenParkSignal(new WaitPolicy(1_000, 1_000)).await(condition, 1_000_000))
                .isFalse();
    }

    @Test
    void shouldNotSpinWhenThereAreMoreThreadsThanProcessors() {
        assertThat(WaitPolicy.forThreads(3, 2)).isEqualTo(WaitPolicy.yieldThenPark());
        assertThat(WaitPolicy.forThreads(1, 1)).isEqualTo(WaitPolicy.yieldThenPark());
        assertThat(new SpinThenParkSignal(WaitPolicy.yieldThenPark()).looks()).isZero();
        assertThat(WaitPolicy.forThreads(2, 2).spinNanos()).isPositive();
        assertThat(new SpinThenParkSignal(WaitPolicy.forThreads(2, 2)).looks()).isPositive();
    }

    @Test
    void shouldSpinLessWhenItWasInVain() throws InterruptedException {
        Signal signal = new SpinThenParkSignal(WaitPolicy.forThreads(2, 2));
        int looks = signal.looks();

        assertThat(signal.await(() -> false, 1_000_000)).isFalse();

        assertThat(signal.looks()).isPositive().isLessThan(looks);
    }

    private Thread start(String name, Waiting task) {
        Thread thread = DaemonThreads.named(
                name,
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                },
                (where, what) -> fault.set(what));
        started.add(thread);
        thread.start();
        return thread;
    }

    private static void awaitState(Thread thread, Thread.State state) {
        Awaitility.await().until(() -> thread.getState() == state);
    }

    @FunctionalInterface
    private interface Waiting {
        void run() throws InterruptedException;
    }
}
