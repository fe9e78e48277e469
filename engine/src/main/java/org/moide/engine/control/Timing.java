package org.moide.engine.control;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * The times by which the parts of a run judge each other. All other times follow from these, so that tests can try in
 * seconds what takes a minute.
 *
 * @param beat the pause between two signs of life of an engine
 * @param lifelineBack how long a broken lifeline may take to be there again
 * @param silence how long a peer may say nothing, or not be reached, though its process lives
 * @param call how long an answer to a short call may take: it takes microseconds, so a peer that needs longer is paused
 * @param bulk how long an answer may take to a call that carries a megabyte
 * @param firstPause the pause between the first two tries of a call that must arrive; each pause is twice the one
 *     before ...
 * @param lastPause ... up to this
 * @param ending the time that threads and processes get to end when they are told to
 * @param starting how long a JVM may take until its engine can be reached: on an idle host it takes a second
 */
public record Timing(
        Duration beat,
        Duration lifelineBack,
        Duration silence,
        Duration call,
        Duration bulk,
        Duration firstPause,
        Duration lastPause,
        Duration ending,
        Duration starting) {
    /** The times of every real run. */
    public static final Timing USUAL = new Timing(
            Duration.ofMillis(500),
            Duration.ofSeconds(3),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMillis(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(60));

    public Timing {
        if (Stream.of(beat, lifelineBack, silence, call, bulk, firstPause, lastPause, ending, starting)
                .anyMatch(time -> time.isNegative() || time.isZero())) {
            throw new IllegalArgumentException("expected times above 0, found one that is not: " + beat + ", "
                    + lifelineBack + ", " + silence + ", " + call + ", " + bulk + ", " + firstPause + ", " + lastPause
                    + ", " + ending + ", " + starting);
        }
    }

    /** Returns all times divided by this. */
    public Timing faster(int times) {
        return new Timing(
                divided(beat, times),
                divided(lifelineBack, times),
                divided(silence, times),
                divided(call, times),
                divided(bulk, times),
                divided(firstPause, times),
                divided(lastPause, times),
                divided(ending, times),
                divided(starting, times));
    }

    /** Returns the pause between two looks of a watch at its peers: each peer has spoken since the last look. */
    public Duration look() {
        return twice(beat);
    }

    /**
     * Returns the time after which a watch that has not looked was asleep itself, so that it must not blame its peers
     * for silence.
     */
    public Duration asleep() {
        return twice(look());
    }

    /**
     * Returns the silence that costs an engine its loans, long before its life: what it returns of them later is
     * dropped.
     */
    public Duration silenceOfBorrower() {
        return divided(silence, 6);
    }

    /** Returns how long two engines that do not reach each other are left alone: the network between them may be back soon. */
    public Duration cut() {
        return divided(silence, 3);
    }

    /** Returns how long a process may take to answer a ping: most take some milliseconds, for a handshake. */
    public Duration ping() {
        return lifelineBack;
    }

    /** Returns how long engines try to reach another of which some say that they do not: for two tries at least. */
    public Duration probing() {
        return twice(ping());
    }

    /**
     * Returns how long a user at a terminal, or a process about to end, waits for something that takes milliseconds.
     */
    public Duration moment() {
        return divided(call, 2);
    }

    /** Returns how long a change of the engines may take: one may have to start, another has tasks to end first. */
    public Duration change() {
        return starting.plus(twice(bulk));
    }

    private static Duration twice(Duration time) {
        return time.plus(time);
    }

    /**
     * Divides in nanoseconds. {@link Duration}'s own division and multiplication use {@code BigDecimal}, which JDK 25
     * needs 20 to 50 ms to initialise, in the way of each JVM's start.
     */
    private static Duration divided(Duration time, int by) {
        return Duration.ofNanos(time.toNanos() / by);
    }
}
