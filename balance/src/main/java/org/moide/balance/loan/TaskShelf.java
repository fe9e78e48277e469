package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;

/**
 * The port to where the root keeps the bytes of tasks that wait for long. Called by the thread that steps the root;
 * waits for a disk at most. What was kept is read once or never.
 */
public interface TaskShelf extends AutoCloseable {
    /**
     * Keeps bytes; where, for {@link #read}.
     *
     * @throws java.io.UncheckedIOException if there is no room, with where that is
     */
    long keep(byte[] bytes);

    /**
     * Reads this many bytes from a place on.
     *
     * @throws java.io.UncheckedIOException if they cannot be read
     */
    byte[] read(long place, int length);

    @Override
    void close();

    /** Makes a shelf in memory, for roots that are stepped where there is no disk. */
    static TaskShelf inMemory() {
        List<byte[]> kept = new ArrayList<>();
        return new TaskShelf() {
            @Override
            public long keep(byte[] bytes) {
                kept.add(bytes);
                return kept.size() - 1L;
            }

            @Override
            public byte[] read(long place, int length) {
                return kept.set((int) place, new byte[0]);
            }

            @Override
            public void close() {
                kept.clear();
            }
        };
    }
}
