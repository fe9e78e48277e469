package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.collective.Tuning;

/**
 * The tuning of a run's collective operations, the same on all its engines.
 *
 * @param file the file that {@code moide bench comm --save-profile} wrote and the tuning was read from; null for
 *     the defaults
 */
public record CommProfile(@Nullable Path file, Tuning tuning) {
    /** Returns the tuning that is used if the user names no file. It suits most machines. */
    public static CommProfile usual() {
        return new CommProfile(null, Tuning.DEFAULT);
    }

    /**
     * Reads the tuning from a file.
     *
     * @param file the file; null for the defaults
     * @throws PlanException if the file cannot be read or is no profile; the message names file and line
     */
    public static CommProfile read(@Nullable Path file) {
        if (file == null) {
            return usual();
        }
        try {
            return new CommProfile(
                    file,
                    Tuning.parse(TextFile.read(
                            file,
                            "--comm-profile: expected a file that 'moide bench comm --save-profile' has written, ")));
        } catch (IllegalArgumentException malformed) {
            throw new PlanException("--comm-profile: " + file + ": " + malformed.getMessage(), malformed);
        }
    }

    @Override
    public String toString() {
        return (file == null ? "default" : "by " + file) + " " + tuning.values();
    }
}
