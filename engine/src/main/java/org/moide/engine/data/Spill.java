package org.moide.engine.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Surroundings;

/**
 * Data objects that an engine drops go to disk here and come back from there, on threads of their own: neither the
 * control thread nor compute threads wait for a disk. If the disk is full, these objects are only fetched or made
 * again.
 *
 * <p>Concurrency: any thread; {@code leaving} is concurrent.
 */
final class Spill implements AutoCloseable {
    private static final int THREADS = 2;

    private final SpilledObjects disk;
    private final DataThreads threads;
    private final long mostBytes;
    private final DataCounts counts;
    private final LongConsumer whenLost;
    private final Map<Long, byte[]> leaving = new ConcurrentHashMap<>(); // on their way to disk
    private final AtomicLong leavingBytes = new AtomicLong();

    /**
     * Begins with nothing on disk.
     *
     * @param mostBytes the most bytes of objects that wait to be written, unless a single one is larger; further
     *     objects are not written
     * @param whenLost told, on a thread of its own, of an object that could not be written
     */
    Spill(
            String role,
            SpilledObjects disk,
            long mostBytes,
            DataCounts counts,
            LongConsumer whenLost,
            Surroundings around) {
        this.disk = disk;
        this.mostBytes = mostBytes;
        this.counts = counts;
        this.whenLost = whenLost;
        this.threads = new DataThreads(role + "-data-spill", THREADS, unreachable -> {}, around);
    }

    /**
     * Takes an object that is dropped. Does not block.
     *
     * @return false if it is not taken, since the disk is too slow
     */
    boolean take(long id, byte[] bytes) {
        if (has(id)) {
            return true;
        }
        if (leavingBytes.get() > 0 && leavingBytes.get() + bytes.length > mostBytes) {
            return false;
        }
        leavingBytes.addAndGet(bytes.length);
        leaving.put(id, bytes);
        threads.add(() -> write(id, bytes));
        return true;
    }

    private void write(long id, byte[] bytes) {
        try {
            disk.write(id, bytes);
            counts.spilled(bytes.length);
        } catch (IOException full) {
            whenLost.accept(id);
        } finally {
            leaving.remove(id); // on disk before it is not here any more
            leavingBytes.addAndGet(-bytes.length);
        }
    }

    /** Returns whether an object is on disk, or on its way there. */
    boolean has(long id) {
        return leaving.containsKey(id) || disk.has(id);
    }

    /** Returns all bytes of an object; null if it is not here. Blocks for the disk. */
    byte @Nullable [] bytes(long id) {
        byte[] inMemory = leaving.get(id);
        if (inMemory != null) {
            return inMemory;
        }
        try {
            return disk.read(id);
        } catch (UncheckedIOException unreadable) {
            disk.remove(id);
            return null;
        }
    }

    /** Forgets an object; one that is being written stays where it is, and is never asked for. */
    void remove(long id) {
        disk.remove(id);
    }

    /**
     * Reads an object and gives it to {@code into}, on a thread of its own; gives null if it is not here. Does not
     * block.
     */
    void readBack(long id, Consumer<byte @Nullable []> into) {
        threads.add(() -> {
            byte[] bytes = bytes(id);
            if (bytes != null) {
                counts.readBack();
            }
            into.accept(bytes);
        });
    }

    @Override
    public void close() {
        threads.close();
        disk.close();
    }
}
