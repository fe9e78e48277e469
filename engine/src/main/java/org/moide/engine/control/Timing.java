package org.moide.engine.control;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * Time limits by which the processes of a run decide that another is lost. Other limits are derived from these, so that
 * tests can run with all of them shortened.
 *
 * @param beat the pause between two heartbeats of an engine
 * @param lifelineBack the time in which a broken lifeline, the connection that shows that a process lives, must be
 *     restored
 * @param silence the time for which a living process may be silent or unreachable before it counts as lost
 * @param call the time limit of a short call; it normally takes microseconds, so a peer that exceeds it is suspended
 * @param bulk the time limit of a call that carries up to a megabyte
 * @param firstPause the pause between the first two attempts of a call that must arrive; each further pause is twice as
 *     long
 * @param lastPause the longest pause between two attempts
 * @param ending the time for threads and processes to end after they were asked to
 * @param starting the time limit for the start of an engine's JVM; it takes a second on an idle host
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

    /** Returns a copy with all times divided by {@code times}. */
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

    /** Returns the interval at which a watch checks its peers. Each peer sends at least one heartbeat in it. */
    public Duration look() {
        return twice(beat);
    }

    /**
     * Returns the time without a check after which a watch assumes that its own process was suspended, and does not
     * count its peers' silence.
     */
    public Duration asleep() {
        return twice(look());
    }

    /**
     * Returns the silence after which tasks lent to an engine are given to other engines. It is far shorter than
     * {@link #silence}; the engine's later results for these tasks are dropped.
     */
    public Duration silenceOfBorrower() {
        return divided(silence, 6);
    }

    /**
     * Returns the time for which two engines may be unable to reach each other before one of them must leave. In this
     * time the network may recover.
     */
    public Duration cut() {
        return divided(silence, 3);
    }

    /** Returns the time limit of a ping, which normally takes milliseconds for a handshake. */
    public Duration ping() {
        return lifelineBack;
    }

    /** Returns the time in which engines try to reach an engine that others cannot reach: enough for two attempts. */
    public Duration probing() {
        return twice(ping());
    }

    /** Returns the time limit for an operation of milliseconds for which a user or an ending process waits. */
    public Duration moment() {
        return divided(call, 2);
    }

    /**
     * Returns the time limit of a change of engines, in which one engine may have to start and another to complete
     * tasks.
     */
    public Duration change() {
        return starting.plus(twice(bulk));
    }

    private static Duration twice(Duration time) {
        return time.plus(time);
    }

    /**
     * Divides in nanoseconds. The methods of {@link Duration} use {@code BigDecimal}, whose initialization on JDK 25
     * delays the start of each JVM by 20 to 50 ms.
     */
    private static Duration divided(Duration time, int by) {
        return Duration.ofNanos(time.toNanos() / by);
    }
}
