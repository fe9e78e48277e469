package org.moide.coordinator.control;

import java.time.Instant;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The summary of a run that has ended and whose report is kept: a row in a list of such runs. Immutable.
 *
 * @param id the run's ID
 * @param endedAt when it ended, by the wall clock of its host
 * @param ending how it ended, in a word or a line
 * @param words the application and its arguments
 * @param seconds the duration of the run
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
        double efficiency)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;
}
