package org.moide.commlib.sim;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The behaviour of the simulated network on links that are not cut. Chances are from 0 to 1.
 *
 * @param latency of a message with which nothing goes wrong
 * @param loseRequest the call does not run; its caller learns nothing until the deadline
 * @param loseAnswer the call has run; its caller learns nothing until the deadline
 * @param reset the connection breaks: the call has run or not, and its caller knows at once that it cannot know
 * @param duplicate the call runs twice
 * @param delay a message takes up to {@code delayedTimes} times as long as usual
 * @param delayedTimes from 2 on
 */
public record NetworkModel(
        Latency latency,
        double loseRequest,
        double loseAnswer,
        double reset,
        double duplicate,
        double delay,
        int delayedTimes) {
    /** Longer than many usual messages, so that a delayed one is overtaken by all that follows. */
    private static final int DELAYED_TIMES = 50;

    public NetworkModel {
        requireChance("loseRequest", loseRequest);
        requireChance("loseAnswer", loseAnswer);
        requireChance("reset", reset);
        requireChance("duplicate", duplicate);
        requireChance("delay", delay);
        if (delayedTimes < 2) {
            throw new IllegalArgumentException("expected delays of at least 2 times, found " + delayedTimes);
        }
    }

    private static void requireChance(String name, double chance) {
        if (!(chance >= 0 && chance <= 1)) {
            throw new IllegalArgumentException("expected a chance from 0 to 1 for " + name + ", found " + chance);
        }
    }

    /** A local network (20 to 200 µs, 1 GB/s) on which nothing goes wrong. */
    public static NetworkModel healthy() {
        return new NetworkModel(new Latency(20_000, 200_000, 1e9), 0, 0, 0, 0, 0, DELAYED_TIMES);
    }

    /**
     * Makes a network in which everything goes wrong now and then, how often is drawn: each kind of fault at up to
     * {@code worst}.
     */
    public static NetworkModel faulty(RandomGenerator random, double worst) {
        return healthy()
                .losingRequests(random.nextDouble() * worst)
                .losingAnswers(random.nextDouble() * worst)
                .resetting(random.nextDouble() * worst)
                .duplicating(random.nextDouble() * worst)
                .delaying(random.nextDouble() * worst);
    }

    public NetworkModel withLatency(Duration minimum, Duration maximum) {
        Latency changed = new Latency(minimum.toNanos(), maximum.toNanos(), latency.bytesPerSecond());
        return new NetworkModel(changed, loseRequest, loseAnswer, reset, duplicate, delay, delayedTimes);
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

    /** Delays like {@link #delaying(double)}, up to so many times. */
    public NetworkModel delaying(double chance, int times) {
        return new NetworkModel(latency, loseRequest, loseAnswer, reset, duplicate, chance, times);
    }

    private NetworkModel withChances(
            double ofRequests, double ofAnswers, double ofResets, double ofDuplicates, double ofDelays) {
        return new NetworkModel(latency, ofRequests, ofAnswers, ofResets, ofDuplicates, ofDelays, delayedTimes);
    }

    /** The time for which a message of so many bytes is on its way. */
    long latencyNanos(long bytes, RandomGenerator random) {
        long usual = latency.onTheWay(random);
        long times = random.nextDouble() < delay ? 2 + random.nextInt(delayedTimes - 1) : 1;
        return usual * times + latency.onTheLine(bytes);
    }
}
