package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a daemon's log.
 *
 * @param level the lowest level that is written
 * @param file the file to write to; null for standard error
 */
public record LogSettings(Level level, @Nullable Path file) {
    public enum Level {
        /** Events that should not have happened. */
        ERROR,
        /** Events that somebody may have to look after. */
        WARNING,
        /** Events that tell which runs have engines here. */
        INFO,
        DEBUG
    }

    /** The settings that suit most users: which runs have engines here, on standard error. */
    public static final LogSettings USUAL = new LogSettings(Level.INFO, null);
}
