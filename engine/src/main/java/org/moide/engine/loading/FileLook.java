package org.moide.engine.loading;

import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What can be told of a file without reading it. Immutable.
 *
 * @param size its length in bytes
 * @param time when it was written last
 * @param key which file it is; null where the file system does not tell
 */
public record FileLook(long size, Instant time, @Nullable Object key) {
    /** No file system tells times less exactly. */
    private static final Duration EXACT = Duration.ofSeconds(2);

    public static FileLook of(BasicFileAttributes told) {
        return new FileLook(told.size(), told.lastModifiedTime().toInstant(), told.fileKey());
    }

    /** Whether it was written so long ago that it would look different if it were written again. */
    public boolean isSettled(Instant now) {
        return time.isBefore(now.minus(EXACT));
    }
}
