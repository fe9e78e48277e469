package org.moide.commlib.sim;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How the simulated network behaves on links that are not cut. Chances are from 0 to 1.
 *
 * @param minimumLatency of one message
 * @param maximumLatency of one message that is not delayed further; drawn evenly in between, so messages overtake each other
 * @param bytesPerSecond adds to the latency of large messages
 * @param loseRequest the call does not run; its caller learns nothing until the deadline
 * @param loseAnswer the call has run; its caller learns nothing until the deadline
 * @param reset the connection breaks: the call has run or not, and its caller knows at once that it cannot know
 * @param duplicate the call runs twice
 * @param delay a message takes up to {@link #DELAYED_TIMES} times as long as usual
 */
public record NetworkModel(
        Duration minimumLatency,
        Duration maximumLatency,
        long bytesPerSecond,
        double loseRequest,
        double loseAnswer,
        double reset,
        double duplicate,
        double delay) {
    /** Longer than many usual messages, so that a delayed one is overtaken by all that follows. */
    public static final int DELAYED_TIMES = 50;

    public NetworkModel {
        if (minimumLatency.isNegative() || maximumLatency.compareTo(minimumLatency) < 0) {
            throw new IllegalArgumentException(
                    "expected latencies 0 <= minimum <= maximum, found " + minimumLatency + " and " + maximumLatency);
        }
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("expected at least 1 byte per second, found " + bytesPerSecond);
        }
        requireChance("loseRequest", loseRequest);
        requireChance("loseAnswer", loseAnswer);
        requireChance("reset", reset);
        requireChance("duplicate", duplicate);
        requireChance("delay", delay);
    }

    private static void requireChance(String name, double chance) {
        if (!(chance >= 0 && chance <= 1)) {
            throw new IllegalArgumentException("expected a chance from 0 to 1 for " + name + ", found " + chance);
        }
    }

    /** A local network (20 to 200 µs, 1 GB/s) on which nothing goes wrong. */
    public static NetworkModel healthy() {
        return new NetworkModel(Duration.ofNanos(20_000), Duration.ofNanos(200_000), 1_000_000_000, 0, 0, 0, 0, 0);
    }

    /** Everything goes wrong now and then, how often is drawn: each kind of fault at up to {@code worst}. */
    public static NetworkModel faulty(RandomGenerator random, double worst) {
        return healthy()
                .losingRequests(random.nextDouble() * worst)
                .losingAnswers(random.nextDouble() * worst)
                .resetting(random.nextDouble() * worst)
                .duplicating(random.nextDouble() * worst)
                .delaying(random.nextDouble() * worst);
    }

    public NetworkModel withLatency(Duration minimum, Duration maximum) {
        return new NetworkModel(minimum, maximum, bytesPerSecond, loseRequest, loseAnswer, reset, duplicate, delay);
    }

    public NetworkModel losingRequests(double chance) {
        return withChances(chance, loseAnswer, reset, duplicate, delay);
    }

    public NetworkModel losingAnswers(double chance) {
        return withChances(loseRequest, chance, reset, duplicate, delay);
    }

    public NetworkModel resetting(double chance) {
        return withChances(loseRequest, loseAnswer, chance, duplicate, delay);
    }

    public NetworkModel duplicating(double chance) {
        return withChances(loseRequest, loseAnswer, reset, chance, delay);
    }

    public NetworkModel delaying(double chance) {
        return withChances(loseRequest, loseAnswer, reset, duplicate, chance);
    }

    private NetworkModel withChances(
            double ofRequests, double ofAnswers, double ofResets, double ofDuplicates, double ofDelays) {
        return new NetworkModel(
                minimumLatency,
                maximumLatency,
                bytesPerSecond,
                ofRequests,
                ofAnswers,
                ofResets,
                ofDuplicates,
                ofDelays);
    }

    /** How long a message of so many bytes is on its way. */
    long latencyNanos(long bytes, RandomGenerator random) {
        long minimum = minimumLatency.toNanos();
        long usual = minimum + random.nextLong(maximumLatency.toNanos() - minimum + 1);
        long times = random.nextDouble() < delay ? 2 + random.nextInt(DELAYED_TIMES - 1) : 1;
        return usual * times + (long) (bytes * (1e9 / bytesPerSecond));
    }
}
