package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.contract.TestSystems;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.waiting.Deadlock;
import org.moide.commlib.waiting.EngineState;

/**
 * Tests the deadlock detection with random programs on faulty networks. Each engine's state is taken at random moments
 * and kept for random times. A program that ends must never count as a deadlock; one that cannot end always must. A
 * failure names its seed.
 */
final class SeededDeadlockTest {
    /**
     * The number of seeds to try. {@code -Dmoide.seeds=10000} tries more; {@code -Dmoide.seed=4711} tries only that
     * one.
     */
    private static final long SEEDS = Long.getLong("moide.seeds", 100);

    /**
     * The simulated time that a program gets: longer than retransmission goes on, and shorter than a collective waits.
     */
    private static final Duration HORIZON = Duration.ofMinutes(2);

    private static final int PARTS = 100;

    private static final Duration LONGEST_TIME_BETWEEN_LOOKS = Duration.ofMillis(40);

    /**
     * The number of states that are taken in quick succession. A program takes milliseconds of simulated time; one that
     * is still running after these states is probably stuck, and is checked rarely.
     */
    private static final int LOOKS = 150;

    @Test
    void shouldNeverSeeADeadlockInAProgramThatEnds() {
        for (long seed = first(); seed <= last(); seed++) {
            try (Scene scene = new Scene(seed)) {
                TestSystems.assertAllReturned(scene.system.run(comm -> {
                    scene.talk.run(comm);
                    scene.returned(comm);
                }));
                assertThat(scene.found).as("deadlock in seed %s", seed).isNull();
            }
        }
    }

    @Test
    void shouldSeeTheDeadlockWhenOneIdLeavesOutAStepOrReturnsEarly() {
        int deadlocks = 0;
        for (long seed = first(); seed <= last(); seed++) {
            try (Scene scene = new Scene(seed)) {
                int victim = scene.random.nextInt(scene.count);
                int step = scene.random.nextInt(scene.talk.steps());
                boolean early = scene.random.nextBoolean();
                List<@Nullable Throwable> thrown = scene.system.start(comm -> {
                    if (comm.id() == victim) {
                        scene.talk.run(comm, step, early ? step : scene.talk.steps());
                    } else {
                        scene.talk.run(comm);
                    }
                    scene.returned(comm);
                });
                for (int part = 0; part < PARTS && !scene.isOver(thrown) && scene.found == null; part++) {
                    scene.cluster.runFor(HORIZON.dividedBy(PARTS));
                }
                boolean failed = thrown.stream().anyMatch(one -> one != null);
                if (!failed && scene.returned < scene.count) {
                    scene.lookAtAll();
                    assertThat(scene.found).as("deadlock of seed %s", seed).isNotNull();
                    deadlocks++;
                }
            }
        }
        if (last() > first()) {
            assertThat(deadlocks).as("programs that were stuck").isGreaterThan((int) SEEDS / 4);
        }
    }

    private static long first() {
        return Long.getLong("moide.seed", 1);
    }

    private static long last() {
        return Long.getLong("moide.seed", SEEDS);
    }

    /** A random program, the system in which it runs, and the states taken from it. */
    private static final class Scene implements AutoCloseable {
        private final SimCluster cluster;
        private final SimSystem system;
        private final RandomGenerator random;
        private final RandomTalk talk;
        private final int count;
        private final Map<Integer, EngineState> seen = new HashMap<>();
        private @Nullable Deadlock found;
        private int returned;
        private int looks;

        Scene(long seed) {
            cluster = new SimCluster(seed);
            random = cluster.queue().random("deadlocks");
            int[] shape = IntStream.range(0, 1 + random.nextInt(4))
                    .map(engine -> 1 + random.nextInt(3))
                    .toArray();
            count = IntStream.of(shape).sum();
            if (random.nextInt(4) > 0) {
                cluster.network(NetworkModel.faulty(random, 0.25));
            }
            system = new SimSystem(cluster, CommLimits.DEFAULT, shape);
            talk = new RandomTalk(seed, count, random.nextBoolean() ? 1_000 : -1);
            lookAgain();
        }

        void returned(CommLib comm) {
            int engine = comm.engineOf(comm.id());
            int first = system.shape().stream()
                    .limit(engine)
                    .mapToInt(Integer::intValue)
                    .sum();
            system.engine(engine).returned(comm.id() - first, 0);
            returned++;
        }

        private void lookAgain() {
            if (looks++ < LOOKS) {
                long nanos = 1 + random.nextLong(LONGEST_TIME_BETWEEN_LOOKS.toNanos());
                cluster.after(Duration.ofNanos(random.nextInt(4) == 0 ? nanos : 1 + nanos / 1_000), "look", () -> {
                    look(random.nextInt(system.shape().size()));
                    lookAgain();
                });
            }
        }

        private void look(int engine) {
            seen.put(engine, system.engine(engine).state());
            Deadlock now =
                    Deadlock.in(List.copyOf(seen.values()), system.shape().size());
            if (found == null) {
                found = now;
            }
        }

        void lookAtAll() {
            for (int engine = 0; engine < system.shape().size(); engine++) {
                look(engine);
            }
        }

        boolean isOver(List<@Nullable Throwable> thrown) {
            return returned == count || thrown.stream().anyMatch(one -> one != null);
        }

        @Override
        public void close() {
            system.close();
        }
    }
}
