package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;

class SimClusterTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final SimCluster cluster = new SimCluster(42);
    private final SimNode here = cluster.node("engine-0");
    private final SimNode there = cluster.node("engine-1");
    private final Counter counter = new Counter();
    private final List<String> story = new ArrayList<>();

    SimClusterTest() {
        there.space().export(Counting.class, "counter", counter);
    }

    @AfterEach
    void noThreadIsLeft() {
        cluster.close();
        assertThat(Thread.getAllStackTraces().keySet()).noneMatch(SimThread.class::isInstance);
    }

    // --- calls

    @Test
    void shouldBringTheAnswerAfterSomeSimulatedTimeWhenCalled() {
        here.start("compute-0", () -> {
            long start = here.ticker().nanoTime();
            story.add("answer " + counting().add(new Amount(3)));
            assertThat(here.ticker().nanoTime() - start).isBetween(40_000L, 410_000L);
        });

        cluster.run(LIMIT);

        assertThat(story).containsExactly("answer 3");
    }

    @Test
    void shouldKnowForHowLongAProcessHasNotAnsweredUntilItDoes() {
        here.space().ping(there.reference(), DEADLINE);
        cluster.cut(here, there);
        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(RemoteCallException.class);
        assertThatThrownBy(() -> here.space().ping(there.reference(), DEADLINE))
                .isInstanceOf(RemoteCallException.class);
        assertThat(here.space().unanswered()).containsOnlyKeys(there.reference());
        assertThat(here.space().unanswered().get(there.reference())).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(there.space().unanswered()).isEmpty();

        cluster.heal();
        counting().add(new Amount(1));

        assertThat(here.space().unanswered()).isEmpty();
    }

    @Test
    void shouldForgetAProcessThatNobodyHasCalledForLong() {
        cluster.cut(here, there);
        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(RemoteCallException.class);

        cluster.runFor(Duration.ofSeconds(61));

        assertThat(here.space().unanswered()).isEmpty();
    }

    @Test
    void shouldLetThingsHappenWhenTheTestItselfCalls() {
        assertThat(counting().add(new Amount(4))).isEqualTo(4);
        assertThat(cluster.queue().nanoTime()).isPositive();
    }

    @Test
    void shouldCopyValuesAsOverRmiWhenCalled() {
        int[] numbers = {1, 2, 3};

        int[] answer = counting().echo(numbers);

        assertThat(answer).isEqualTo(numbers).isNotSameAs(numbers);
    }

    @Test
    void shouldRefuseToSendWhatIsNotSerializable() {
        assertThatThrownBy(() -> counting().take(new Object()))
                .isInstanceOf(CommException.class)
                .hasMessageContaining("expected values that travel in take of 'counter'")
                .hasMessageContaining("java.lang.Object");
    }

    @Test
    void shouldTellWhatHappenedThereAsTextWhenTheObjectFails() {
        assertThatThrownBy(() -> counting().fail("disk full"))
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("disk full")
                .hasMessageContaining("engine-1");
    }

    @Test
    void shouldRefuseWhenTheNameIsUnknownOrWithdrawn() {
        there.space().withdraw("counter");

        assertThatThrownBy(() -> counting().add(new Amount(1)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("no object 'counter'");
    }

    @Test
    void shouldGoStraightToTheObjectWhenItIsInTheSameProcess() {
        Counting own = there.space().proxy(there.reference(), Counting.class, "counter", DEADLINE);
        int[] numbers = {1};

        assertThat(own.echo(numbers)).isSameAs(numbers);
        assertThat(cluster.queue().happened()).isZero();
        assertThatThrownBy(() -> own.fail("disk full"))
                .isInstanceOf(RemoteFailureException.class)
                .hasRootCauseMessage("disk full");
    }

    @Test
    void shouldSendNothingWhenItsOwnSpaceIsClosed() {
        here.space().close();

        assertThatThrownBy(() -> counting().add(new Amount(1)))
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("engine-0 has closed");
    }

    @Test
    void shouldLetAnObjectBlockInItsMethodWhileOthersCallIt() {
        Signal signal = there.signals().create();
        AtomicBoolean open = new AtomicBoolean();
        there.space().export(Gate.class, "gate", new Gate() {
            @Override
            public void pass() {
                try {
                    signal.await(open::get, Long.MAX_VALUE);
                } catch (InterruptedException interrupt) {
                    throw new IllegalStateException(interrupt);
                }
            }

            @Override
            public void open() {
                open.set(true);
                signal.raise();
            }
        });
        Gate gate = here.space().proxy(there.reference(), Gate.class, "gate", DEADLINE);
        here.start("compute-0", () -> {
            gate.pass();
            story.add("passed");
        });
        here.start("compute-1", () -> {
            cluster.scheduler().spend(Duration.ofMillis(5));
            story.add("opens");
            gate.open();
        });

        cluster.run(LIMIT);

        assertThat(story).containsExactly("opens", "passed");
    }

    @Test
    void shouldFindAProcessByItsAddressWhenItLives() {
        assertThat(here.space().find("engine-1", there.reference().port(), DEADLINE))
                .isEqualTo(there.reference());
        assertThatThrownBy(() -> here.space().find("nowhere", 1, DEADLINE))
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("nowhere:1");
    }

    // --- faults

    @Test
    void shouldNotRunAndTellNothingUntilTheDeadlineWhenTheRequestIsLost() {
        cluster.network(NetworkModel.healthy().losingRequests(1));

        assertThatThrownBy(() -> counting().add(new Amount(1)))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("no answer in PT10S");

        assertThat(counter.calls).isZero();
        assertThat(cluster.queue().nanoTime()).isGreaterThanOrEqualTo(DEADLINE.toNanos());
    }

    @Test
    void shouldHaveRunAndTellNothingUntilTheDeadlineWhenTheAnswerIsLost() {
        cluster.network(NetworkModel.healthy().losingAnswers(1));

        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(OutcomeUnknownException.class);

        assertThat(counter.calls).isEqualTo(1);
    }

    @Test
    void shouldRunTwiceWhenTheNetworkDuplicates() {
        cluster.network(NetworkModel.healthy().duplicating(1));

        int first = counting().add(new Amount(1));
        cluster.runFor(Duration.ofMillis(1));

        assertThat(first).isEqualTo(1);
        assertThat(counter.calls).isEqualTo(2);
    }

    @Test
    void shouldRunOrNotAndTellAtOnceWhenConnectionsAreReset() {
        cluster.network(NetworkModel.healthy().resetting(1));
        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> counting().add(new Amount(1)))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("connection was reset");
        }
        cluster.runFor(Duration.ofMillis(1));

        assertThat(counter.calls).isBetween(10, 40);
        assertThat(cluster.queue().nanoTime()).isLessThan(DEADLINE.toNanos());
    }

    @Test
    void shouldOvertakeWhenMessagesAreDelayed() {
        cluster.network(NetworkModel.healthy().delaying(0.3));
        for (int i = 0; i < 20; i++) {
            int number = i;
            here.start("compute-" + i, () -> {
                cluster.scheduler().spend(Duration.ofNanos(number * 200_000L));
                counting().add(new Amount(number));
            });
        }

        cluster.run(LIMIT);

        assertThat(counter.amounts)
                .hasSize(20)
                .isNotEqualTo(counter.amounts.stream().sorted().toList());
    }

    @Test
    void shouldCallInVainUntilHealedWhenTheLinkIsCut() {
        cluster.cut(here, there);
        assertThatThrownBy(() -> counting().add(new Amount(1)))
                .isInstanceOfAny(OutcomeUnknownException.class, NotDeliveredException.class);
        assertThat(counter.calls).isZero();

        cluster.heal();

        assertThat(counting().add(new Amount(1))).isEqualTo(1);
    }

    @Test
    void shouldLoseWhatIsOnItsWayWhenTheLinkIsCut() {
        cluster.network(NetworkModel.healthy().withLatency(Duration.ofMillis(2), Duration.ofMillis(2)));
        cluster.after(Duration.ofMillis(1), "cut", () -> cluster.cutOneWay(here, there));

        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(OutcomeUnknownException.class);

        assertThat(counter.calls).isZero();
    }

    @Test
    void shouldRunWithoutAnAnswerWhenOnlyTheWayBackIsCut() {
        cluster.cutOneWay(there, here);

        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(OutcomeUnknownException.class);

        assertThat(counter.calls).isEqualTo(1);
    }

    @Test
    void shouldCutOffOneProcessOnlyWhenTold() {
        SimNode third = cluster.node("engine-2");
        third.space().export(Counting.class, "counter", counter);
        cluster.cut(there);

        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(RemoteCallException.class);
        assertThat(here.space()
                        .proxy(third.reference(), Counting.class, "counter", DEADLINE)
                        .add(new Amount(1)))
                .isEqualTo(1);
    }

    @Test
    void shouldEndItsThreadsAndRefuseConnectionsWhenAProcessIsKilled() {
        Signal signal = there.signals().create();
        there.start("compute-0", () -> {
            try {
                signal.await(() -> false, Long.MAX_VALUE);
            } catch (InterruptedException interrupt) {
                story.add("interrupted");
            } finally {
                story.add("ended");
            }
        });
        there.after(Duration.ofMillis(9), "late", () -> story.add("a dead process's event"));
        cluster.after(Duration.ofMillis(5), "kill", () -> cluster.kill(there));

        cluster.run(LIMIT);
        cluster.runFor(Duration.ofMillis(20));

        assertThat(story).containsExactly("ended");
        assertThat(there.isAlive()).isFalse();
        assertThatThrownBy(() -> counting().add(new Amount(1)))
                .isInstanceOf(NotDeliveredException.class)
                .hasMessageContaining("connection refused");
    }

    @Test
    void shouldLeaveTheCallerInDoubtWhenTheTargetDiesInTheMiddle() {
        there.space().export(Gate.class, "gate", new BlockingGate(there));
        Gate gate = here.space().proxy(there.reference(), Gate.class, "gate", DEADLINE);
        cluster.after(Duration.ofMillis(5), "kill", () -> cluster.kill(there));

        assertThatThrownBy(gate::pass)
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("connection was reset");

        assertThat(cluster.queue().nanoTime()).isLessThan(10_000_000);

        // The dispatching thread that ran the killed process's call must have survived.
        SimNode third = cluster.node("engine-2");
        BlockingGate blocking = new BlockingGate(third);
        third.space().export(Gate.class, "gate", blocking);
        third.after(Duration.ofMillis(5), "open", blocking::open);
        Gate other = here.space().proxy(third.reference(), Gate.class, "gate", DEADLINE);
        for (int i = 0; i < 3; i++) {
            here.start("compute-" + i, other::pass);
        }
        cluster.run(LIMIT);
    }

    @Test
    void shouldEndEvenThreadsWhoseTurnWasPutOffWhenAPausedProcessIsKilled() {
        there.start("compute-0", () -> {
            cluster.scheduler().spend(Duration.ofMillis(2));
            story.add("went on");
        });
        cluster.after(Duration.ofMillis(1), "pause", () -> cluster.pause(there));
        cluster.after(Duration.ofMillis(5), "kill", () -> cluster.kill(there));

        cluster.run(LIMIT);

        assertThat(story).isEmpty();
    }

    @Test
    void shouldBeAnotherProcessAtTheSameAddressWhenRestarted() {
        cluster.kill(there);

        SimNode again = cluster.restart(there);
        again.space().export(Counting.class, "counter", counter);

        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(NotDeliveredException.class);
        assertThat(here.space().find("engine-1", there.reference().port(), DEADLINE))
                .isEqualTo(again.reference())
                .isNotEqualTo(there.reference());
        assertThat(here.space()
                        .proxy(again.reference(), Counting.class, "counter", DEADLINE)
                        .add(new Amount(2)))
                .isEqualTo(2);
    }

    @Test
    void shouldDoEverythingLateWhenPausedAndResumed() {
        AtomicInteger beats = new AtomicInteger();
        there.after(Duration.ofMillis(2), "beat", beats::incrementAndGet);
        there.start("compute-0", () -> {
            cluster.scheduler().spend(Duration.ofMillis(3));
            story.add("went on at " + cluster.queue().nanoTime() / 1_000_000_000 + " s");
        });
        cluster.after(Duration.ofMillis(1), "pause", () -> cluster.pause(there));
        cluster.after(Duration.ofSeconds(5), "resume", () -> {
            assertThat(beats).hasValue(0);
            cluster.resume(there);
        });
        here.start("compute-0", () -> {
            cluster.scheduler().spend(Duration.ofMillis(2));
            story.add("answer " + counting().add(new Amount(1)) + " at "
                    + cluster.queue().nanoTime() / 1_000_000_000 + " s");
        });

        cluster.run(LIMIT);

        assertThat(beats).hasValue(1);
        assertThat(story).containsExactlyInAnyOrder("went on at 5 s", "answer 1 at 5 s");
    }

    @Test
    void shouldNameThePausedThreadWhenNobodyResumesIt() {
        Signal signal = there.signals().create();
        there.start("compute-0", () -> {
            try {
                signal.await(() -> false, Long.MAX_VALUE);
            } catch (SimulationException deadlock) {
                story.add("told");
            } catch (InterruptedException interrupt) {
                throw new IllegalStateException(interrupt);
            }
        });
        cluster.after(Duration.ofMillis(1), "pause", () -> cluster.pause(there));

        assertThatThrownBy(() -> cluster.run(LIMIT))
                .hasMessageContaining("deadlock")
                .hasMessageContaining("engine-1-compute-0 (paused) waits for a signal");
        assertThat(story).containsExactly("told");
    }

    @Test
    void shouldCountFromMomentsOfTheirOwnWhenTickersAreRead() {
        assertThat(there.ticker().nanoTime()).isNotEqualTo(here.ticker().nanoTime());
    }

    @Test
    void shouldTakeLongerWhenSlow() {
        cluster.slow(there, 10);
        there.start("compute-0", () -> there.compute(Duration.ofMillis(1)));

        cluster.run(LIMIT);

        assertThat(cluster.queue().nanoTime()).isGreaterThanOrEqualTo(10_000_000);
    }

    @Test
    void shouldJumpOnOneProcessOnlyWhenItsWallClockIsSet() {
        long ticker = there.ticker().nanoTime();

        cluster.setClock(there, Duration.ofDays(-1));

        assertThat(Duration.between(
                        there.wallClock().instant(), here.wallClock().instant()))
                .isEqualTo(Duration.ofDays(1));
        assertThat(there.ticker().nanoTime()).isEqualTo(ticker);
    }

    // --- lifelines

    @Test
    void shouldTellBothEndsWhenTheOtherDies() {
        Listener listener = new Listener();
        there.space().acceptLifelines(listener);
        ObjectSpace.Lifeline mine =
                here.space().openLifeline(there.reference(), "engine-0", DEADLINE, () -> story.add("engine-1 is gone"));
        SimNode third = cluster.node("engine-2");
        third.space().openLifeline(there.reference(), "engine-2", DEADLINE, () -> story.add("never"));
        assertThat(mine.isOpen()).isTrue();

        cluster.kill(third);
        cluster.runFor(Duration.ofMillis(1));
        cluster.kill(there);
        cluster.runFor(Duration.ofMillis(1));

        assertThat(listener.news).containsExactly("opened engine-0", "opened engine-2", "closed engine-2");
        assertThat(story).containsExactly("engine-1 is gone");
        assertThat(mine.isOpen()).isFalse();
    }

    @Test
    void shouldTellOnlyTheOtherEndWhenClosed() {
        Listener listener = new Listener();
        there.space().acceptLifelines(listener);
        ObjectSpace.Lifeline mine =
                here.space().openLifeline(there.reference(), "engine-0", DEADLINE, () -> story.add("never"));

        mine.close();
        mine.close();
        cluster.runFor(Duration.ofMillis(1));

        assertThat(listener.news).containsExactly("opened engine-0", "closed engine-0");
        assertThat(story).isEmpty();
    }

    @Test
    void shouldTellOfADeathOnlyAfterHealingWhenTheLinkWasCut() {
        here.space().openLifeline(there.reference(), "engine-0", DEADLINE, () -> story.add("engine-1 is gone"));
        cluster.cut(here, there);
        cluster.kill(there);
        cluster.runFor(Duration.ofSeconds(100));
        assertThat(story).isEmpty();

        cluster.heal();
        cluster.runFor(Duration.ofMillis(1));

        assertThat(story).containsExactly("engine-1 is gone");
    }

    @Test
    void shouldTellTheOpenerWhenTheOtherSpaceCloses() {
        here.space().openLifeline(there.reference(), "engine-0", DEADLINE, () -> story.add("closed"));

        there.space().close();
        cluster.runFor(Duration.ofMillis(1));

        assertThat(story).containsExactly("closed");
        assertThatThrownBy(() -> counting().add(new Amount(1))).isInstanceOf(NotDeliveredException.class);
    }

    @Test
    void shouldLeaveNoHalfOpenLifelineWhenOpeningFails() {
        Listener listener = new Listener();
        there.space().acceptLifelines(listener);
        cluster.network(NetworkModel.healthy().losingAnswers(1));

        assertThatThrownBy(() ->
                        here.space().openLifeline(there.reference(), "engine-0", DEADLINE, () -> story.add("never")))
                .isInstanceOf(OutcomeUnknownException.class);
        cluster.runFor(Duration.ofMillis(1));

        assertThat(listener.news).containsExactly("opened engine-0", "closed engine-0");
        assertThat(story).isEmpty();
    }

    // --- the same seed

    @Test
    void shouldTellTheSameStoryWhenTheSeedIsTheSame() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(chaos(seed)).isEqualTo(chaos(seed)).isNotEqualTo(chaos(seed + 1));
        }
    }

    private static long chaos(long seed) {
        try (SimCluster chaotic = new SimCluster(seed)) {
            chaotic.network(NetworkModel.faulty(chaotic.queue().random("faults"), 0.3));
            List<SimNode> nodes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                SimNode node = chaotic.node("engine-" + i);
                node.space().export(Counting.class, "counter", new Counter());
                nodes.add(node);
            }
            for (SimNode node : nodes) {
                node.start("compute-0", () -> {
                    for (int i = 0; i < 5; i++) {
                        SimNode target = nodes.get(node.random("targets").nextInt(3));
                        Counting counting = node.space()
                                .proxy(target.reference(), Counting.class, "counter", Duration.ofMillis(10));
                        try {
                            chaotic.queue().note(counting.add(new Amount(i)));
                        } catch (RemoteCallException failed) {
                            chaotic.queue().note(failed.getClass().getName().hashCode());
                        }
                    }
                });
            }
            chaotic.after(Duration.ofMillis(1), "cut", () -> chaotic.cut(nodes.get(0)));
            chaotic.after(Duration.ofMillis(3), "kill", () -> chaotic.kill(nodes.get(1)));
            chaotic.after(Duration.ofMillis(5), "heal", chaotic::heal);
            chaotic.run(LIMIT);
            return chaotic.digest();
        }
    }

    private Counting counting() {
        return here.space().proxy(there.reference(), Counting.class, "counter", DEADLINE);
    }

    private interface Counting {
        int add(Amount amount);

        int[] echo(int[] numbers);

        void take(Object anything);

        void fail(String why);
    }

    private interface Gate {
        void pass();

        void open();
    }

    private record Amount(int value) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    private static final class Counter implements Counting {
        private final List<Integer> amounts = new ArrayList<>();
        private int calls;
        private int sum;

        @Override
        public int add(Amount amount) {
            amounts.add(amount.value());
            calls++;
            sum += amount.value();
            return sum;
        }

        @Override
        public int[] echo(int[] numbers) {
            return numbers;
        }

        @Override
        public void take(Object anything) {
            calls++;
        }

        @Override
        public void fail(String why) {
            throw new IllegalStateException(why);
        }
    }

    private static final class BlockingGate implements Gate {
        private final Signal signal;
        private boolean open;

        BlockingGate(SimNode node) {
            signal = node.signals().create();
        }

        @Override
        public void pass() {
            try {
                signal.await(() -> open, Long.MAX_VALUE);
            } catch (InterruptedException interrupt) {
                throw new IllegalStateException(interrupt);
            }
        }

        @Override
        public void open() {
            open = true;
            signal.raise();
        }
    }

    private static final class Listener implements ObjectSpace.LifelineListener {
        private final List<String> news = new ArrayList<>();

        @Override
        public void opened(String owner) {
            news.add("opened " + owner);
        }

        @Override
        public void closed(String owner) {
            news.add("closed " + owner);
        }
    }
}
