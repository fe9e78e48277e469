package org.moide.command.history;

import java.time.Instant;

/**
 * An ended run's entry in a list. Immutable.
 *
 * @param id the run's ID
 * @param endedAt when it ended, by the wall clock of its host
 * @param ending how it ended, in a word or a line
 * @param words the application and its arguments
 * @param seconds its duration
 * @param efficiency the share of all threads' time in which they computed; NaN if unknown
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
