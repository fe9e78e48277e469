package org.moide.command.history;

import java.time.Instant;

/**
 * What a list shows of a run that has ended. Immutable.
 *
 * @param id the run's
 * @param endedAt by the wall clock of its host
 * @param ending how, in a word or a line
 * @param words the application and its arguments
 * @param seconds how long it took
 * @param efficiency the part of all threads' time in which they computed; not a number if nobody knows
 */
public record KeptRun(
        String id,
        Instant endedAt,
        String ending,
        String words,
        double seconds,
        int engines,
        int threads,
        double efficiency) {}
