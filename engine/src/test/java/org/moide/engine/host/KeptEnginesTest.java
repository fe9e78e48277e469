package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class KeptEnginesTest {
    private static final long MOST_IDLE = 60;

    private final KeptEngines<String, Integer> kept = new KeptEngines<>(MOST_IDLE);

    @Test
    void shouldGiveTheOneThatWorkedLastToARunThatWantsItsKind() {
        for (int engine = 1; engine <= 3; engine++) {
            assertThat(kept.take("a")).isEmpty();
            assertThat(kept.superfluous()).isEmpty();
        }
        kept.give("a", 1, 0);
        kept.give("b", 2, 1);
        kept.give("a", 3, 2);

        assertThat(kept.take("a")).contains(3);
        assertThat(kept.take("a")).contains(1);
        assertThat(kept.take("a")).isEmpty();
    }

    @Test
    void shouldEndWhatIsIdleInAnotherWayWhenOneIsStarted() {
        kept.take("a");
        kept.superfluous();
        kept.give("a", 1, 0);

        assertThat(kept.take("b")).isEmpty();
        assertThat(kept.superfluous()).containsExactly(1);
    }

    @Test
    void shouldEndWhatNobodyWantsForLong() {
        kept.take("a");
        kept.superfluous();
        kept.give("a", 1, 10);

        assertThat(kept.nextDueNanos()).isEqualTo(10 + MOST_IDLE);
        assertThat(kept.due(10 + MOST_IDLE - 1)).isEmpty();
        assertThat(kept.due(10 + MOST_IDLE)).containsExactly(1);
        assertThat(kept.take("a")).isEmpty();
    }

    @Test
    void shouldKeepNoneAfterItsEnd() {
        kept.take("a");
        kept.take("a");
        kept.superfluous();
        kept.give("a", 1, 0);

        assertThat(kept.close()).containsExactly(1);
        assertThat(kept.give("a", 2, 0)).isFalse();
        assertThat(kept.idle()).isZero();
    }

    /**
     * Tests runs that begin and end at random: a JVM is never used by two runs, and at the end all JVMs have been
     * ended.
     */
    @Test
    void shouldLoseNoneAndGiveNoneAwayTwice() {
        for (long seed = 0; seed < 300; seed++) {
            new Story(seed).play();
        }
    }

    private static final class Story {
        private final SplittableRandom chance;
        private final long seed;
        private final KeptEngines<String, Integer> kept = new KeptEngines<>(MOST_IDLE);
        private final Map<Integer, String> working = new HashMap<>();
        private final Map<Integer, String> idle = new HashMap<>();
        private final Map<Integer, Long> since = new HashMap<>();
        private int started;
        private int most;
        private long now;

        Story(long seed) {
            this.seed = seed;
            this.chance = new SplittableRandom(seed);
        }

        void play() {
            for (int step = 0; step < 200; step++) {
                now += chance.nextInt(8);
                switch (chance.nextInt(5)) {
                    case 0, 1 -> take(chance.nextBoolean() ? "a" : "b");
                    case 2 -> end(true);
                    case 3 -> end(false);
                    default -> due();
                }
                assertThat(kept.working()).as("seed %d", seed).isEqualTo(working.size());
                assertThat(kept.idle()).as("seed %d", seed).isEqualTo(idle.size());
                assertThat(working.size() + idle.size()).as("seed %d", seed).isLessThanOrEqualTo(most);
            }
            assertThat(kept.close()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(idle.keySet());
        }

        private void take(String how) {
            Optional<Integer> one = kept.take(how);
            if (one.isPresent()) {
                assertThat(idle.remove(one.get())).as("seed %d", seed).isEqualTo(how);
                working.put(one.get(), how);
            } else {
                assertThat(idle).as("seed %d", seed).doesNotContainValue(how);
                working.put(++started, how);
            }
            most = Math.max(most, working.size());
            dropped(kept.superfluous());
        }

        private void end(boolean inOrder) {
            List<Integer> all = new ArrayList<>(working.keySet());
            if (all.isEmpty()) {
                return;
            }
            int one = all.get(chance.nextInt(all.size()));
            String how = String.valueOf(working.remove(one));
            if (inOrder) {
                kept.give(how, one, now);
                idle.put(one, how);
                since.put(one, now);
            } else {
                kept.gone();
            }
        }

        private void due() {
            dropped(kept.due(now));
            idle.keySet()
                    .forEach(one -> assertThat(now - since.getOrDefault(one, 0L))
                            .as("seed %d", seed)
                            .isLessThan(MOST_IDLE));
        }

        private void dropped(List<Integer> those) {
            those.forEach(
                    one -> assertThat(idle.remove(one)).as("seed %d", seed).isNotNull());
        }
    }
}
