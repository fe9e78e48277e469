package org.moide.coordinator.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.collective.Tuning;

/**
 * How collectives choose their ways in a run, the same at all its engines.
 *
 * @param file where it was said, as {@code moide bench comm --save-profile} writes it; null for the defaults
 * @param tuning what was said
 */
public record CommProfile(@Nullable Path file, Tuning tuning) {
    /** What fits most machines. */
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
            return new CommProfile(file, Tuning.parse(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new PlanException(
                    "--comm-profile: expected a file that 'moide bench comm --save-profile' has written, cannot read "
                            + file.toAbsolutePath()
                            + (Files.exists(file) ? ": " + unreadable.getMessage() : ": there is none"),
                    unreadable);
        } catch (IllegalArgumentException malformed) {
            throw new PlanException("--comm-profile: " + file + ": " + malformed.getMessage(), malformed);
        }
    }

    @Override
    public String toString() {
        return (file == null ? "default" : "by " + file) + " " + tuning.values();
    }
}
