package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;

/**
 * A store, on disk or in memory, for the bytes of tasks that wait long. The root's control thread calls it; a call may
 * wait for the disk, but for nothing else. Each stored piece is read once or never.
 */
public interface TaskShelf extends AutoCloseable {
    /**
     * Stores bytes.
     *
     * @return the place of the bytes, for {@link #read}
     * @throws java.io.UncheckedIOException if there is no room; the message names the disk
     */
    long keep(byte[] bytes);

    /**
     * Reads {@code length} bytes from a place that {@link #keep} returned.
     *
     * @throws java.io.UncheckedIOException if they cannot be read
     */
    byte[] read(long place, int length);

    @Override
    void close();

    /** Makes a store in memory, for runs without a disk. */
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
