package org.moide.commlib.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.TestSystems;
import org.moide.commlib.message.CommLimits;

/**
 * Tests random programs on random systems with random limits: the network loses, duplicates, delays and reorders
 * messages and is cut, processes are paused and slow, and their clocks jump. Every message must arrive exactly once
 * and in order. A failure names its seed.
 */
final class SeededTalkTest {
    /**
     * The number of seeds to try. {@code -Dmoide.seeds=10000} tries more; {@code -Dmoide.seed=4711} tries only that
     * one.
     */
    private static final long SEEDS = Long.getLong("moide.seeds", 300);

    private static final Duration CHAOS = Duration.ofMillis(30);
    /** A credit (the unreceived bytes that a pair of IDs may have) that exceeds what a whole program sends. */
    private static final int AMPLE_CREDIT = 1 << 20;

    private static final int DISTURBANCES = 4;
    private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

    @Test
    void shouldDeliverEachMessageOnceAndInOrderWhateverHappens() {
        Long only = Long.getLong("moide.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? SEEDS : only;
        for (long seed = first; seed <= last; seed++) {
            long drawn = seed;
            // Each thread checks the messages that it receives.
            assertThatNoException().isThrownBy(() -> talk(drawn));
        }
    }

    @Test
    void shouldHaveTheSameDigestWhenTheSeedIsTheSame() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(talk(seed)).as("digest of seed %s", seed).isEqualTo(talk(seed));
        }
    }

    @Test
    void shouldDoTheVerySameWhenWallClocksJumpByUpToADay() {
        for (long seed = 1; seed <= Math.max(20, SEEDS / 20); seed++) {
            assertThat(talk(seed, true)).as("digest of seed %s", seed).isEqualTo(talk(seed, false));
        }
    }

    private static long talk(long seed) {
        return talk(seed, true);
    }

    private static long talk(long seed, boolean clocksJump) {
        SimCluster cluster = new SimCluster(seed);
        RandomGenerator random = cluster.queue().random("shape");
        int[] shape = IntStream.range(0, 1 + random.nextInt(4))
                .map(engine -> 1 + random.nextInt(3))
                .toArray();
        int count = IntStream.of(shape).sum();
        CommLimits limits = limits(random);
        // With little credit, a message of any length may have to wait for its receiver because of earlier ones.
        int surelyEager = limits.creditBytes() < AMPLE_CREDIT ? -1 : limits.eagerBytes() / Integer.BYTES - 1;
        if (random.nextInt(4) > 0) {
            cluster.network(NetworkModel.faulty(random, 0.25));
        }
        try (SimSystem system = new SimSystem(cluster, limits, random.nextInt(3) > 0, shape)) {
            disturb(cluster, system, random);
            setClocks(cluster, system, clocksJump);
            RandomTalk talk = new RandomTalk(seed, count, surelyEager);
            TestSystems.assertAllReturned(system.run(talk::run));
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + " (run it again with -Dmoide.seed=" + seed + ")", failure);
        }
        return cluster.digest();
    }

    /** Draws limits of messages that are small, so that short programs reach them. */
    private static CommLimits limits(RandomGenerator random) {
        int eagerBytes = List.of(0, 64, 256, 1_000).get(random.nextInt(4));
        return new CommLimits(
                eagerBytes,
                eagerBytes + (random.nextBoolean() ? AMPLE_CREDIT : random.nextInt(2_000)),
                8 * (1 + random.nextInt(40)),
                1 + random.nextInt(8),
                1 + random.nextInt(2_000),
                CommLimits.DEFAULT.resendFor(),
                Duration.ofNanos(1 + random.nextInt(5_000_000)),
                Duration.ofMillis(5 + random.nextInt(500)),
                CommLimits.DEFAULT.collectiveWithin(),
                CommLimits.DEFAULT.tuning());
    }

    /**
     * Plans a change of each process's clock. Without jumps, the clock is set to its own time, so that the number of
     * events is the same.
     */
    private static void setClocks(SimCluster cluster, SimSystem system, boolean jump) {
        RandomGenerator random = cluster.queue().random("clocks");
        for (int engine = 0; engine < system.shape().size(); engine++) {
            SimNode node = system.node(engine);
            Duration ahead = Duration.ofSeconds(random.nextLong(-DAY_SECONDS, DAY_SECONDS + 1));
            cluster.after(
                    Duration.ofNanos(random.nextLong(CHAOS.toNanos())),
                    "clock",
                    () -> cluster.setClock(node, jump ? ahead : Duration.ZERO));
        }
    }

    private static void disturb(SimCluster cluster, SimSystem system, RandomGenerator random) {
        int engines = system.shape().size();
        for (int i = random.nextInt(DISTURBANCES); i > 0; i--) {
            SimNode one = system.node(random.nextInt(engines));
            SimNode other = system.node(random.nextInt(engines));
            Duration when = Duration.ofNanos(random.nextLong(CHAOS.toNanos()));
            Duration until = when.plusNanos(random.nextLong(10 * CHAOS.toNanos()));
            switch (random.nextInt(4)) {
                case 0 -> {
                    cluster.after(when, "cut", () -> cluster.cut(one, other));
                    cluster.after(until, "heal", () -> cluster.heal(one, other));
                }
                case 1 -> {
                    cluster.after(when, "cut one way", () -> cluster.cutOneWay(one, other));
                    cluster.after(until, "heal", () -> cluster.heal(one, other));
                }
                case 2 -> {
                    cluster.after(when, "pause", () -> cluster.pause(one));
                    cluster.after(until, "resume", () -> cluster.resume(one));
                }
                default -> cluster.after(when, "slow", () -> cluster.slow(one, 2 + random.nextInt(20)));
            }
        }
    }
}
