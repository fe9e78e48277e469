package org.moide.balance.loan;

import java.util.Map;

/**
 * A block of tasks that wait at the root, the member where tasks come from. Their bytes are on disk until they are
 * needed.
 */
public interface StoredTasks {
    /** Returns the number of tasks, at least 1. */
    int count();

    /**
     * Reads the encoded tasks and returns them in order, by their numbers. Reading a disk may take some milliseconds.
     *
     * @throws java.io.UncheckedIOException if they cannot be read
     */
    Map<Long, byte[]> load();
}
