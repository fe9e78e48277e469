package org.moide.command.history;

import java.time.Instant;

/**
 * Row of a list of runs that have ended. Immutable.
 *
 * @param id the run's ID
 * @param endedAt when it ended, by the wall clock of its host
 * @param ending how it ended, in a word or a line
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
