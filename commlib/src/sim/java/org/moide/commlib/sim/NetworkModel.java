package org.moide.commlib.sim;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The behaviour of the simulated network on links that are not cut. The probabilities are from 0 to 1.
 *
 * @param latency of a message without faults
 * @param loseRequest the probability that the call does not run, and its caller learns nothing until the deadline
 * @param loseAnswer the probability that the call runs, and its caller learns nothing until the deadline
 * @param reset the probability that the connection breaks: the call has run or not, and its caller knows at once that
 * it cannot know
 * @param duplicate the probability that the call runs twice
 * @param delay the probability that a message takes up to {@code delayedTimes} times as long as usual
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
    /**
     * The default of {@link #delayedTimes}: a delayed message takes up to this many times as long as usual, so that
     * later messages overtake it.
     */
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

    /** Returns a local network without faults (20 to 200 µs, 1 GB/s). */
    public static NetworkModel healthy() {
        return new NetworkModel(new Latency(20_000, 200_000, 1e9), 0, 0, 0, 0, 0, DELAYED_TIMES);
    }

    /** Returns a network with all kinds of faults; the probability of each is drawn, up to {@code worst}. */
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

    /**
     * Returns this network, but one that also delays each message with the probability {@code chance}, up to
     * {@code times} times as long as usual.
     */
    public NetworkModel delaying(double chance, int times) {
        return new NetworkModel(latency, loseRequest, loseAnswer, reset, duplicate, chance, times);
    }

    private NetworkModel withChances(
            double ofRequests, double ofAnswers, double ofResets, double ofDuplicates, double ofDelays) {
        return new NetworkModel(latency, ofRequests, ofAnswers, ofResets, ofDuplicates, ofDelays, delayedTimes);
    }

    /** Draws how long a message of this many bytes is on its way. */
    long latencyNanos(long bytes, RandomGenerator random) {
        long usual = latency.onTheWay(random);
        long times = random.nextDouble() < delay ? 2 + random.nextInt(delayedTimes - 1) : 1;
        return usual * times + latency.onTheLine(bytes);
    }
}
