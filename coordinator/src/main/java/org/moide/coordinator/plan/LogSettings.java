package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a daemon writes down, and where.
 *
 * @param level the least important that is written
 * @param file where; null for standard error
 */
public record LogSettings(Level level, @Nullable Path file) {
    /** How important something is. */
    public enum Level {
        /** What should not have happened. */
        ERROR,
        /** What somebody may have to look after. */
        WARNING,
        /** Which runs have engines here. */
        INFO,
        /** Everything. */
        DEBUG
    }

    /** What most want: which runs have engines here, on standard error. */
    public static final LogSettings USUAL = new LogSettings(Level.INFO, null);
}
