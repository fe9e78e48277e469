package org.moide.engine.loading;

import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The size, time and identity of a file, by which a changed file is noticed without reading it. Immutable.
 *
 * @param size the file's length in bytes
 * @param time the time at which it was written last
 * @param key the file's identity in its file system; null if the file system has none
 */
public record FileLook(long size, Instant time, @Nullable Object key) {
    /** The coarsest resolution of file times among all file systems. */
    private static final Duration EXACT = Duration.ofSeconds(2);

    public static FileLook of(BasicFileAttributes told) {
        return new FileLook(told.size(), told.lastModifiedTime().toInstant(), told.fileKey());
    }

    /** Returns whether the file was written long enough ago that a later write would change its time. */
    public boolean isSettled(Instant now) {
        return time.isBefore(now.minus(EXACT));
    }
}
