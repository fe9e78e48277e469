package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Driver;
import org.moide.commlib.port.Signal;

class SimSchedulerTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private SimScheduler scheduler = new SimScheduler(new EventQueue(42));
    private final List<String> story = new ArrayList<>();

    @AfterEach
    void noThreadIsLeft() {
        scheduler.close();
        assertThat(Thread.getAllStackTraces().keySet()).noneMatch(SimThread.class::isInstance);
    }

    @Test
    void shouldHandTheBatonToAndFroWhenTwoThreadsWaitForEachOther() {
        Signal signal = scheduler.signals().create();
        AtomicInteger turn = new AtomicInteger();
        for (int parity = 0; parity < 2; parity++) {
            int own = parity;
            scheduler.start("player-" + own, () -> {
                for (int i = 0; i < 5; i++) {
                    await(signal, () -> turn.get() % 2 == own);
                    story.add("player-" + own + " at " + turn.getAndIncrement());
                    signal.raise();
                }
            });
        }

        scheduler.run(LIMIT);

        assertThat(story)
                .hasSize(10)
                .startsWith("player-0 at 0", "player-1 at 1")
                .endsWith("player-1 at 9");
    }

    /**
     * A driver (a thread's loop in rounds) that takes one item in each round and records when; it checks for items each
     * millisecond.
     */
    private final class Taker implements Driver {
        private final Signal signal = scheduler.signals().create();
        private final Runnable before;
        private int there;
        private int taken;

        Taker(Runnable before) {
            this.before = before;
        }

        void add() {
            there++;
            signal.raise();
        }

        @Override
        public Signal signal() {
            return signal;
        }

        @Override
        public boolean isDue() {
            return there > taken;
        }

        @Override
        public long pauseNanos() {
            return 1_000_000;
        }

        @Override
        public void round() {
            before.run();
            if (isDue()) {
                taken++;
                story.add("took " + taken + " at " + scheduler.queue().nanoTime());
            } else {
                story.add("looked at " + scheduler.queue().nanoTime());
            }
        }

        @Override
        public boolean isOver() {
            return taken == 3;
        }
    }

    /**
     * Returns what a taker has recorded, and the hash of all events. Both must be the same whether the taker runs on
     * its own thread or not.
     */
    private List<String> told(boolean ownThread) {
        scheduler = new SimScheduler(new EventQueue(42));
        story.clear();
        Taker taker = new Taker(() -> {});
        Runnable threads = () -> { // hides from the scheduler that the thread runs a driver
            story.add("the taker begins");
            taker.run();
        };
        if (!ownThread) {
            story.add("the taker begins");
        }
        Thread thread = scheduler.start("taker", ownThread ? threads : taker);
        for (int millis : new int[] {1, 4, 6}) {
            scheduler.queue().after(Duration.ofMillis(millis), "another", taker::add);
        }
        scheduler.queue().after(Duration.ofMillis(5), "stray interrupt", thread::interrupt);
        scheduler.run(LIMIT);
        story.add("digest " + scheduler.queue().digest());
        scheduler.close();
        return List.copyOf(story);
    }

    @Test
    void shouldTellTheSameOfADriverWithAThreadAndWithout() {
        List<String> without = told(false);

        assertThat(without).hasSizeGreaterThan(5).anyMatch(line -> line.startsWith("took 3 at"));
        assertThat(without).isEqualTo(told(true));
    }

    @Test
    void shouldStartNoThreadForADriver() {
        Taker taker = new Taker(() -> story.add("on " + Thread.currentThread().getName()));
        taker.there = 3;
        Thread thread = scheduler.start("taker", taker);

        scheduler.run(LIMIT);

        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
        assertThat(story).contains("on simulation-dispatcher-0").noneMatch("on taker"::equals);
    }

    @Test
    void shouldFailWhenARoundOfADriverWaits() {
        Taker taker = new Taker(() -> scheduler.spend(Duration.ofMillis(1)));
        scheduler.start("taker", taker);

        assertThatThrownBy(() -> scheduler.run(LIMIT))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("expected a call that never blocks");
    }

    @Test
    void shouldNameADriverThatWaitsWhenWhatIsAwaitedDoesNotCome() {
        scheduler.start("taker", new Taker(() -> {}));

        assertThatThrownBy(() -> scheduler.run(Duration.ofMillis(5)))
                .hasMessageContaining("taker waits for a signal between rounds of " + Taker.class.getName());
    }

    @Test
    void shouldEndADriverThatWaitsWhenTheSimulationIsClosed() {
        SimThread thread = (SimThread) scheduler.start("taker", new Taker(() -> {}));
        scheduler.runFor(Duration.ofMillis(3));
        assertThat(scheduler.runs(thread)).isTrue();

        scheduler.close();

        assertThat(scheduler.runs(thread)).isFalse();
    }

    @Test
    void shouldWakeAThreadThatADriverInterruptsOnThatThreadsStack() {
        Signal never = scheduler.signals().create();
        Thread waiter = scheduler.start("waiter", () -> {
            try {
                never.await(() -> false, Long.MAX_VALUE);
            } catch (InterruptedException interrupt) {
                story.add("interrupted at " + scheduler.queue().nanoTime() / 1_000_000 + " ms");
            }
        });
        Taker[] itself = new Taker[1];
        itself[0] = new Taker(() -> {
            waiter.interrupt();
            itself[0].there = 3;
        });
        // All later events are of the kind that the last waiting thread runs itself.
        scheduler.start("taker", itself[0]);

        scheduler.run(LIMIT);

        assertThat(story).contains("interrupted at 1 ms");
    }

    @Test
    void shouldMoveTimeOnlyWhenAllWait() {
        scheduler.start("worker", () -> {
            long start = scheduler.queue().nanoTime();
            for (int i = 0; i < 1_000_000; i++) {
                Thread.onSpinWait();
            }
            story.add("computed for " + (scheduler.queue().nanoTime() - start));
            scheduler.spend(Duration.ofHours(1));
            story.add("slept for " + (scheduler.queue().nanoTime() - start) / 1_000_000_000 + " s");
        });

        scheduler.run(Duration.ofHours(2));

        assertThat(story).containsExactly("computed for 0", "slept for 3600 s");
    }

    @Test
    void shouldReturnFalseAfterTheTimeoutWhenTheConditionNeverHolds() {
        Signal signal = scheduler.signals().create();
        scheduler.start("waiter", () -> {
            long start = scheduler.queue().nanoTime();
            boolean came = awaitFor(signal, () -> false, 5_000_000);
            story.add(came + " after " + (scheduler.queue().nanoTime() - start) / 1_000_000 + " ms");
        });

        scheduler.run(LIMIT);

        assertThat(story).containsExactly("false after 5 ms");
    }

    @Test
    void shouldLetTimePassWhenAThreadPollsWithoutWaiting() {
        Signal signal = scheduler.signals().create();
        scheduler.start("poller", () -> {
            while (scheduler.queue().nanoTime() < 1_000_000) {
                awaitFor(signal, () -> false, 0);
            }
            story.add("done");
        });

        scheduler.run(LIMIT);

        assertThat(story).containsExactly("done");
    }

    @Test
    void shouldEvaluateConditionsOnTheirOwnThreadOnly() {
        Signal signal = scheduler.signals().create();
        scheduler.start("waiter", () -> {
            Thread here = Thread.currentThread();
            awaitFor(signal, () -> Thread.currentThread() != here, 1_000);
            awaitFor(signal, () -> Thread.currentThread() != here, 1_000);
            story.add("done");
        });
        scheduler.queue().after(500, "raise", signal::raise);

        scheduler.run(LIMIT);

        assertThat(story).containsExactly("done");
    }

    @Test
    void shouldGiveManyOrdersWhenSeedsDiffer() {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            List<String> order = new ArrayList<>();
            try (SimScheduler seeded = new SimScheduler(new EventQueue(seed))) {
                for (String name : List.of("a", "b", "c")) {
                    seeded.start(name, () -> order.add(name));
                }
                seeded.run(LIMIT);
            }
            orders.add(order);
        }

        assertThat(orders).hasSize(6);
    }

    @Test
    void shouldLetOthersInBetweenEvenWhenNobodyHasToWait() {
        for (String name : List.of("a", "b")) {
            Signal signal = scheduler.signals().create();
            scheduler.start(name, () -> {
                for (int i = 0; i < 50; i++) {
                    story.add(name);
                    await(signal, () -> true);
                }
            });
        }

        scheduler.run(LIMIT);

        assertThat(String.join("", story)).containsPattern("ab+a+b+a");
    }

    @Test
    void shouldGiveTheSameDigestWhenTheSeedIsTheSame() {
        assertThat(tournament(7)).isEqualTo(tournament(7)).isNotEqualTo(tournament(8));
    }

    private static long tournament(long seed) {
        EventQueue queue = new EventQueue(seed);
        try (SimScheduler seeded = new SimScheduler(queue)) {
            Signal signal = seeded.signals().create();
            AtomicInteger tokens = new AtomicInteger(1);
            for (int i = 0; i < 4; i++) {
                int number = i;
                seeded.start("thread-" + i, () -> {
                    for (int round = 0; round < 20; round++) {
                        await(signal, () -> tokens.get() > 0);
                        tokens.decrementAndGet();
                        queue.note(number);
                        seeded.spend(Duration.ofNanos(100));
                        tokens.incrementAndGet();
                        signal.raise();
                    }
                });
            }
            seeded.run(LIMIT);
        }
        return queue.digest();
    }

    @Test
    void shouldThrowInTheWaiterWhenInterrupted() {
        Signal signal = scheduler.signals().create();
        Thread waiter = scheduler.start("waiter", () -> {
            try {
                signal.await(() -> false, Long.MAX_VALUE);
            } catch (InterruptedException interrupt) {
                story.add("interrupted");
            }
        });
        scheduler.queue().after(1_000_000, "interrupt", waiter::interrupt);

        scheduler.run(LIMIT);

        assertThat(story).containsExactly("interrupted");
    }

    @Test
    void shouldFailEachWaiterAndTheRunWhenNothingIsLeftToHappen() {
        Signal signal = scheduler.signals().create();
        for (int i = 0; i < 2; i++) {
            scheduler.start("waiter-" + i, () -> {
                try {
                    await(signal, () -> false);
                } catch (SimulationException deadlock) {
                    story.add(deadlock.getMessage());
                }
            });
        }

        assertThatThrownBy(() -> scheduler.run(LIMIT))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("deadlock")
                .hasMessageContaining("seed 42")
                .hasMessageContaining("waiter-0 waits for a signal at SimSchedulerTest.awaitFor:")
                .hasMessageContaining("waiter-1 waits for a signal");
        assertThat(story).hasSize(2);
        assertThat(story.toString()).contains("waiter-0 waits", "waiter-1 waits");
    }

    @Test
    void shouldNotCallItADeadlockWhenOnlyServantsWait() {
        SimCluster cluster = new SimCluster(scheduler.queue());
        scheduler = cluster.scheduler();
        Signal signal = scheduler.signals().create();
        cluster.node("engine-1").serve("control", () -> await(signal, () -> false));
        scheduler.start("worker", () -> story.add("done"));

        scheduler.run(LIMIT);

        assertThat(story).containsExactly("done");
    }

    @Test
    void shouldEndTheRunWithItsCauseWhenAThreadFails() {
        scheduler.start("worker", () -> {
            throw new IllegalStateException("oops");
        });
        Repeating.every(scheduler.queue(), 1_000, "beat", () -> {});

        assertThatThrownBy(() -> scheduler.run(LIMIT))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("unexpected fault in worker: java.lang.IllegalStateException: oops")
                .hasRootCauseMessage("oops");
    }

    @Test
    void shouldSayWhoWaitsWhenTheTimeIsOver() {
        Signal signal = scheduler.signals().create();
        scheduler.start("worker", () -> await(signal, () -> false));
        Repeating.every(scheduler.queue(), 1_000_000, "beat", () -> {});

        assertThatThrownBy(() -> scheduler.run(Duration.ofSeconds(1)))
                .hasMessageContaining("did not come in 1.000000000 s")
                .hasMessageContaining("worker waits for a signal");
    }

    @Test
    void shouldCheckInvariantsAfterEveryTurn() {
        AtomicInteger balance = new AtomicInteger();
        scheduler.queue().invariant("never negative", () -> assertThat(balance).hasNonNegativeValue());
        scheduler.start("spender", () -> {
            scheduler.spend(Duration.ofMillis(1));
            balance.decrementAndGet();
            scheduler.spend(Duration.ofMillis(1));
            story.add("too late");
        });

        assertThatThrownBy(() -> scheduler.run(LIMIT)).hasMessageContaining("invariant 'never negative'");
        assertThat(story).isEmpty();
    }

    @Test
    void shouldLetAnEventBlockLikeAThread() {
        Signal signal = scheduler.signals().create();
        AtomicInteger gate = new AtomicInteger();
        scheduler.queue().after(10, "blocks", () -> {
            await(signal, () -> gate.get() == 1);
            story.add("first goes on");
        });
        scheduler.queue().after(20_000, "blocks, too", () -> {
            story.add("second opens");
            gate.set(1);
            signal.raise();
            scheduler.spend(Duration.ofMillis(1));
            story.add("second ends");
        });

        scheduler.runFor(Duration.ofSeconds(1));

        assertThat(story).containsExactly("second opens", "first goes on", "second ends");
    }

    @Test
    void shouldLetThingsHappenWhenTheThreadOutsideWaits() throws InterruptedException {
        Signal signal = scheduler.signals().create();
        scheduler.queue().after(1_000_000, "event", () -> story.add("happened"));

        assertThat(signal.await(() -> !story.isEmpty(), 2_000_000)).isTrue();
        assertThat(signal.await(() -> false, 2_000_000)).isFalse();
        assertThat(scheduler.queue().nanoTime()).isEqualTo(3_000_000);
    }

    @Test
    void shouldRefuseAThreadThatDoesNotBelongToTheSimulation() {
        Signal signal = scheduler.signals().create();
        scheduler.start("worker", () -> {
            Thread stranger = new Thread(() -> {
                try {
                    signal.raise();
                } catch (IllegalStateException refused) {
                    story.add(refused.getMessage());
                }
            });
            stranger.setDaemon(true);
            stranger.start();
            try {
                stranger.join();
            } catch (InterruptedException interrupt) {
                throw new IllegalStateException(interrupt);
            }
        });

        scheduler.run(LIMIT);

        assertThat(story.toString()).contains("while it is the turn of 'worker'");
    }

    @Test
    void shouldRunFinallyBlocksWhenClosedInTheMiddle() {
        Signal signal = scheduler.signals().create();
        scheduler.start("worker", () -> {
            try {
                await(signal, () -> false);
            } finally {
                story.add("cleaned up");
            }
        });
        scheduler.runFor(Duration.ofMillis(1));

        scheduler.close();

        assertThat(story).containsExactly("cleaned up");
    }

    @Test
    void shouldEndWithTheStackWhenTheThreadOutsideIsInterruptedByATimeLimit() {
        Thread test = Thread.currentThread();
        Repeating.every(scheduler.queue(), 1_000, "for ever", () -> {
            if (scheduler.queue().happened() == 50) {
                test.interrupt();
            }
        });

        assertThatThrownBy(() -> scheduler.runFor(LIMIT.multipliedBy(1_000)))
                .hasMessageContaining("interrupted from outside");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Lets a thread block in a way that the simulation cannot see, so the test needs real time. */
    @Test
    void shouldShowTheStackWhenAThreadBlocksUnseen() {
        SimScheduler impatient = new SimScheduler(new EventQueue(1), 1);
        AtomicInteger gate = new AtomicInteger();
        impatient.start("innocent", () -> impatient.spend(Duration.ofHours(1)));
        Thread culprit = impatient.start("culprit", () -> {
            while (gate.get() == 0) {
                LockSupport.parkNanos(1_000_000);
            }
        });

        assertThatThrownBy(() -> impatient.run(LIMIT))
                .hasMessageContaining("without giving its turn away")
                .hasMessageContaining("culprit")
                .hasMessageContaining("SimSchedulerTest");

        gate.set(1);
        impatient.close();
        assertThat(culprit.isAlive()).isFalse();
    }

    private static void await(Signal signal, BooleanSupplier condition) {
        awaitFor(signal, condition, Long.MAX_VALUE);
    }

    private static boolean awaitFor(Signal signal, BooleanSupplier condition, long nanos) {
        try {
            return signal.await(condition, nanos);
        } catch (InterruptedException interrupt) {
            throw new IllegalStateException(interrupt);
        }
    }
}
