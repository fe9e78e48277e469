package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.collective.Tuning;

/**
 * The tuning of collectives for a run, the same at all its engines.
 *
 * @param file the file that it was read from, as {@code moide bench comm --save-profile} writes it; null for the
 *     defaults
 * @param tuning the tuning itself
 */
public record CommProfile(@Nullable Path file, Tuning tuning) {
    /** Returns the tuning that suits most machines. */
    public static CommProfile usual() {
        return new CommProfile(null, Tuning.DEFAULT);
    }

    /**
     * Reads a file.
     *
     * @param file null for the defaults
     * @throws PlanException with file and line if it cannot be read or is no profile
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
