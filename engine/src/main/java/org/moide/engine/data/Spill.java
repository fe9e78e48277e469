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
 * Writes data objects that an engine drops from memory to disk, and reads them back. It does so on its own threads,
 * because the control thread and compute threads must not wait for a disk. If the disk is full, objects must be fetched
 * or computed again.
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
    private final Map<Long, byte[]> leaving = new ConcurrentHashMap<>(); // objects that are being written to disk
    private final AtomicLong leavingBytes = new AtomicLong();

    /**
     * Begins with no object on disk.
     *
     * @param mostBytes the limit on the bytes of objects that wait to be written; beyond it, {@link #take} refuses
     *     objects. A single object may be larger
     * @param whenLost called on one of this object's threads with the ID of an object that could not be written
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
     * Queues a dropped object for writing. Does not block.
     *
     * @return false if too many bytes wait to be written
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
            leaving.remove(id); // removed only after it is on disk, so a reader always finds the object
            leavingBytes.addAndGet(-bytes.length);
        }
    }

    /** Returns whether an object is on disk or waits to be written. */
    boolean has(long id) {
        return leaving.containsKey(id) || disk.has(id);
    }

    /** Returns the bytes of an object; null if it is not available. Blocks while it reads the disk. */
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

    /** Forgets an object on disk. An object that is just being written stays there, and is never asked for. */
    void remove(long id) {
        disk.remove(id);
    }

    /**
     * Reads an object on one of this object's threads, and passes it to {@code into}; passes null if it is not
     * available. Does not block.
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
