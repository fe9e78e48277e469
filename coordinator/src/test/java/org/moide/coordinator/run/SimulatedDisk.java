package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.moide.coordinator.journal.JournalFile;

/**
 * A file on a simulated disk. A process that is killed leaves all that it wrote; when the power is lost, what was synced is
 * there and of the rest any part. Used by the holder of the baton only.
 */
final class SimulatedDisk implements JournalFile {
    private static final int SECTOR_BYTES = 512;

    private final RandomGenerator chance;
    private byte[] bytes = new byte[0];
    private int syncedBytes;
    private boolean full;
    private Sleep sleep = span -> {};

    /** How the calling thread spends simulated time. */
    @FunctionalInterface
    interface Sleep {
        void spend(Duration span);
    }

    SimulatedDisk(RandomGenerator chance) {
        this.chance = chance;
    }

    /** Who writes from now on spends time like this. */
    SimulatedDisk usedBy(Sleep user) {
        sleep = user;
        return this;
    }

    /** Nothing can be written from now on, or again. */
    void fill(boolean now) {
        full = now;
    }

    /** What would be there if the power were lost now, at least. */
    SimulatedDisk synced() {
        SimulatedDisk left = new SimulatedDisk(chance);
        left.bytes = Arrays.copyOf(bytes, syncedBytes);
        left.syncedBytes = syncedBytes;
        return left;
    }

    /** Any part of what was not synced is gone: the end of it, and now and then sectors before that. */
    void losePower() {
        bytes = Arrays.copyOf(bytes, syncedBytes + chance.nextInt(bytes.length - syncedBytes + 1));
        for (int from = syncedBytes; from < bytes.length; from += SECTOR_BYTES) {
            if (chance.nextInt(4) == 0) {
                Arrays.fill(bytes, from, Math.min(from + SECTOR_BYTES, bytes.length), (byte) 0);
            }
        }
        syncedBytes = bytes.length;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public int read(ByteBuffer into, long position) {
        int count = Math.max(0, Math.min(into.remaining(), bytes.length - (int) position));
        into.put(bytes, (int) position, count);
        return count;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        int count = full ? from.remaining() / 2 : from.remaining();
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length, (int) position + count));
        from.get(bytes, (int) position, count);
        syncedBytes = Math.min(syncedBytes, (int) position);
        if (full) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public void truncate(long length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(length, bytes.length));
        syncedBytes = Math.min(syncedBytes, bytes.length);
    }

    @Override
    public void sync() {
        int written = bytes.length;
        sleep.spend(Duration.ofNanos(50_000 + chance.nextInt(5_000_000)));
        syncedBytes = Math.max(syncedBytes, Math.min(written, bytes.length));
    }

    @Override
    public void close() {
        // The file stays.
    }
}
