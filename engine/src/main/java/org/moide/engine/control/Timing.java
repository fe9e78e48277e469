package org.moide.engine.control;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * The times by which the parts of a run judge each other. All others follow from these, so that what takes a
 * minute can be tried in seconds.
 *
 * @param beat how often an engine says that it is there
 * @param lifelineBack how long a broken lifeline may take to be there again
 * @param silence how long a peer may say nothing, or not be reached, though its process lives
 * @param call how long an answer to a short call may take: it takes microseconds, so a peer that needs longer is paused
 * @param bulk how long an answer may take to a call that carries a megabyte
 * @param firstPause between the first two tries of what must arrive; each pause is twice the one before ...
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
    /** What every run has. */
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

    /** All times divided by this. */
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

    /** How often a watch looks at its peers: each of them has spoken since the last look. */
    public Duration look() {
        return twice(beat);
    }

    /** A watch that has not looked for this long was asleep itself, so it must not blame its peers for silence. */
    public Duration asleep() {
        return twice(look());
    }

    /** Silence costs an engine its loans long before its life: what it returns of them later is dropped. */
    public Duration silenceOfBorrower() {
        return divided(silence, 6);
    }

    /** How long a user at a terminal, or a process about to end, waits for something that takes milliseconds. */
    public Duration moment() {
        return divided(call, 2);
    }

    /** How long a change of the engines may take: one may have to start, another has tasks to end first. */
    public Duration change() {
        return starting.plus(twice(bulk));
    }

    private static Duration twice(Duration time) {
        return time.plus(time);
    }

    /**
     * Not as {@link Duration} divides: that takes {@code BigDecimal}, which JDK 25 needs 20 to 50 ms to initialise, in
     * the way of each JVM's start; so does what multiplies.
     */
    private static Duration divided(Duration time, int by) {
        return Duration.ofNanos(time.toNanos() / by);
    }
}
