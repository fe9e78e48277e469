package org.moide.balance.loan;

import java.util.Map;

/** Tasks of the root whose bytes lie elsewhere until they are needed: some that follow each other. */
public interface StoredTasks {
    /** The number of tasks; from 1 on. */
    int count();

    /**
     * The tasks, encoded, by their numbers, in their order. May read a disk, for some milliseconds.
     *
     * @throws java.io.UncheckedIOException if they cannot be read
     */
    Map<Long, byte[]> load();
}
