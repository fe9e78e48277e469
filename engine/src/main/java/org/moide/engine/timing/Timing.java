package org.moide.engine.timing;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * The times by which the parts of a run judge each other (DESIGN §8). All others follow from these, so that what takes a
 * minute can be tried in seconds.
 *
 * @param beat how often an engine says that it is there
 * @param lifelineBack how long a broken lifeline may take to be there again
 * @param silence how long a peer may say nothing, or not be reached, though its process lives
 * @param call how long an answer to a short call may take: it takes microseconds, so who needs longer is paused
 * @param bulk how long an answer may take to a call that carries a megabyte
 * @param firstPause between the first two tries of what must arrive; each pause is twice the one before ...
 * @param lastPause ... up to this
 * @param ending what those get who are told to end
 */
public record Timing(
        Duration beat,
        Duration lifelineBack,
        Duration silence,
        Duration call,
        Duration bulk,
        Duration firstPause,
        Duration lastPause,
        Duration ending) {
    /** What every run has. */
    public static final Timing USUAL = new Timing(
            Duration.ofMillis(500),
            Duration.ofSeconds(3),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMillis(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2));

    public Timing {
        if (Stream.of(beat, lifelineBack, silence, call, bulk, firstPause, lastPause, ending)
                .anyMatch(time -> time.isNegative() || time.isZero())) {
            throw new IllegalArgumentException("expected times above 0, found one that is not: " + beat + ", "
                    + lifelineBack + ", " + silence + ", " + call + ", " + bulk + ", " + firstPause + ", " + lastPause
                    + ", " + ending);
        }
    }

    /** All times divided by this. */
    public Timing faster(int times) {
        return new Timing(
                beat.dividedBy(times),
                lifelineBack.dividedBy(times),
                silence.dividedBy(times),
                call.dividedBy(times),
                bulk.dividedBy(times),
                firstPause.dividedBy(times),
                lastPause.dividedBy(times),
                ending.dividedBy(times));
    }
}
