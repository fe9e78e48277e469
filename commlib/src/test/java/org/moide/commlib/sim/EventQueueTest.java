package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private final EventQueue queue = new EventQueue(42);
    private final List<String> story = new ArrayList<>();

    @Test
    void shouldLetEventsHappenByTimeWhenPlannedInAnyOrder() {
        queue.at(300, "c", () -> story.add("c at " + queue.nanoTime()));
        queue.at(100, "a", () -> story.add("a at " + queue.nanoTime()));
        queue.after(200, "b", () -> story.add("b at " + queue.nanoTime()));

        queue.run();

        assertThat(story).containsExactly("a at 100", "b at 200", "c at 300");
        assertThat(queue.happened()).isEqualTo(3);
        assertThat(queue.pending()).isZero();
    }

    @Test
    void shouldOrderEventsOfOneMomentByTheSeedWhenThereAreSeveral() {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            EventQueue seeded = new EventQueue(seed);
            List<String> order = new ArrayList<>();
            for (String name : List.of("a", "b", "c")) {
                seeded.at(7, name, () -> order.add(name));
            }
            seeded.run();
            orders.add(order);
        }

        assertThat(orders).hasSize(6);
    }

    @Test
    void shouldGiveTheSameDigestWhenRunWithTheSameSeed() {
        assertThat(randomWalk(1)).isEqualTo(randomWalk(1)).isNotEqualTo(randomWalk(2));
    }

    private static long randomWalk(long seed) {
        EventQueue walk = new EventQueue(seed);
        Repeating.every(walk, 10, "step", () -> {
            if (walk.random("branches").nextInt(4) == 0) {
                walk.after(walk.random("delays").nextLong(100), "branch", () -> walk.note(walk.nanoTime()));
            }
        });
        walk.runFor(Duration.ofNanos(10_000));
        return walk.digest();
    }

    @Test
    void shouldKeepUsesOfChanceApartWhenOneDrawsMore() {
        EventQueue other = new EventQueue(42);
        queue.random("latency").nextLong();

        assertThat(queue.random("loss").nextLong())
                .isEqualTo(other.random("loss").nextLong());
        assertThat(queue.random("loss")).isSameAs(queue.random("loss"));
    }

    @Test
    void shouldNotHappenWhenCalledOff() {
        Event event = queue.at(5, "never", () -> story.add("never"));

        event.cancel();
        event.cancel();
        queue.run();

        assertThat(story).isEmpty();
        assertThat(queue.pending()).isZero();
        assertThat(queue.nanoTime()).isZero();
    }

    @Test
    void shouldRepeatUntilStoppedWhenPlannedEvery() {
        Runnable stop = Repeating.every(queue, 10, "beat", () -> story.add("beat"));
        queue.at(35, "stop", stop);

        queue.run();

        assertThat(story).hasSize(3);
    }

    @Test
    void shouldStopAtOnceWhenARepeatingEventStopsItself() {
        List<Runnable> stop = new ArrayList<>();
        stop.add(Repeating.every(queue, 10, "beat", () -> {
            story.add("beat");
            stop.get(0).run();
        }));

        queue.run();

        assertThat(story).containsExactly("beat");
    }

    @Test
    void shouldTellSeedTimeAndEventWhenAnInvariantBreaks() {
        List<Integer> balance = new ArrayList<>();
        queue.invariant("never more than two", () -> assertThat(balance).hasSizeLessThan(3));
        Repeating.every(queue, 1_000_000, "deposit", () -> balance.add(1));

        assertThatThrownBy(queue::run)
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("invariant 'never more than two'")
                .hasMessageContaining("after event 'deposit'")
                .hasMessageContaining("seed 42, 0.003000000 s after the start, event 3")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void shouldEndWithAnErrorWhenTheRunIsStuckInALoop() {
        EventQueue bounded = new EventQueue(7, 1_000);
        Repeating.every(bounded, 1, "again", () -> {});

        assertThatThrownBy(bounded::run)
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("no end after 1000 events")
                .hasMessageContaining("seed 7")
                .hasMessageContaining("again");
    }

    @Test
    void shouldNameTheEventWhenItsActionThrows() {
        queue.at(1, "boom", () -> {
            throw new IllegalStateException("oops");
        });

        assertThatThrownBy(queue::run)
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("event 'boom' failed: java.lang.IllegalStateException: oops");
    }

    @Test
    void shouldFailWhenWhatIsAwaitedDoesNotComeInTime() {
        Repeating.every(queue, 1_000, "beat", () -> {});

        assertThatThrownBy(() -> queue.runUntil(() -> false, Duration.ofNanos(10_000)))
                .hasMessageContaining("did not come in 0.000010000 s");
    }

    @Test
    void shouldFailWhenNothingIsLeftToHappen() {
        queue.at(1, "last", () -> {});

        assertThatThrownBy(() -> queue.runUntil(() -> false, Duration.ofSeconds(1)))
                .hasMessageContaining("nothing is left to happen");
    }

    @Test
    void shouldMoveTimeToTheEndWhenRunForASpan() {
        queue.at(5, "in", () -> story.add("in"));
        queue.at(50, "after", () -> story.add("after"));

        queue.runFor(Duration.ofNanos(20));

        assertThat(story).containsExactly("in");
        assertThat(queue.nanoTime()).isEqualTo(20);
    }

    @Test
    void shouldStayLightWhenThousandsOfMembersTalk() {
        int members = 4_000;
        long[] received = new long[members];
        for (int member = 0; member < members; member++) {
            int from = member;
            Repeating.every(queue, 1_000, "beat", () -> {
                int to = queue.random("peers").nextInt(members);
                queue.after(queue.random("latency").nextLong(500) + 1, "message", () -> received[to] += from);
            });
        }

        queue.runFor(Duration.ofNanos(50_000));

        assertThat(queue.happened()).isGreaterThan(390_000);
    }
}
