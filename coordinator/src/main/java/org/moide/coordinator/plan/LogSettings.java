package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a daemon's log.
 *
 * @param level the lowest level of events that are logged
 * @param file the file to write to; null for standard error
 */
public record LogSettings(Level level, @Nullable Path file) {
    public enum Level {
        /** Errors: events that should not have happened. */
        ERROR,
        /** Warnings: events that may need the attention of an administrator. */
        WARNING,
        /** The runs that get and give up engines on this host. */
        INFO,
        DEBUG
    }

    /** The default: level {@link Level#INFO}, on standard error. */
    public static final LogSettings USUAL = new LogSettings(Level.INFO, null);
}
