package org.moide.engine.loading;

import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a file that are known without reading it. Immutable.
 *
 * @param size the file's length in bytes
 * @param time the time at which it was written last
 * @param key the file's identity; null if the file system does not tell it
 */
public record FileLook(long size, Instant time, @Nullable Object key) {
    /** The coarsest step of times: no file system tells them less exactly. */
    private static final Duration EXACT = Duration.ofSeconds(2);

    public static FileLook of(BasicFileAttributes told) {
        return new FileLook(told.size(), told.lastModifiedTime().toInstant(), told.fileKey());
    }

    /** Returns whether the file was written so long ago that it would look different if it were written again. */
    public boolean isSettled(Instant now) {
        return time.isBefore(now.minus(EXACT));
    }
}
