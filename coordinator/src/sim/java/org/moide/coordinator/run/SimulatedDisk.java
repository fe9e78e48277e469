package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.moide.balance.loan.TaskShelf;
import org.moide.coordinator.journal.JournalFile;

/**
 * A file on a simulated disk. When a process is killed, everything that it wrote remains. After a power loss, synced
 * bytes remain, and each unsynced sector has its old or its new content. A failed sync loses the bytes that it should
 * have written, as with real kernels: only bytes that are written again reach the disk at the next sync. Used by one
 * simulated thread at a time.
 */
final class SimulatedDisk implements JournalFile {
    private static final int SECTOR_BYTES = 512;
    private static final int GROWTH = 2;

    private final DiskHealth health;
    private final RandomGenerator chance;
    private byte[] bytes = new byte[0]; // the file's content and spare space
    private int length;
    private byte[] synced = new byte[0]; // never changed, only replaced
    private final BitSet unsynced = new BitSet(); // numbers of the unsynced sectors
    private Sleep sleep = span -> {};

    /** Lets simulated time pass in the thread that calls it. */
    @FunctionalInterface
    interface Sleep {
        void spend(Duration span);
    }

    SimulatedDisk(DiskHealth health, RandomGenerator chance) {
        this.health = health;
        this.chance = chance;
    }

    /**
     * Sets how simulated time passes while a write goes on. This depends on the process that writes. Returns this
     * object.
     */
    SimulatedDisk usedBy(Sleep user) {
        sleep = user;
        return this;
    }

    /** Returns the bytes that would certainly remain after a power loss now. The array must not be changed. */
    byte[] synced() {
        return synced;
    }

    /** Returns the content, synced or not. */
    byte[] written() {
        return Arrays.copyOf(bytes, length);
    }

    /** Returns a reader of the file, which may be used while the file grows. */
    TaskShelf shelf() {
        return new TaskShelf() {
            @Override
            public long keep(byte[] kept) {
                throw new IllegalStateException("expected a file that is read only");
            }

            @Override
            public byte[] read(long place, int count) {
                return Arrays.copyOfRange(bytes, (int) place, (int) place + count);
            }

            @Override
            public void close() {}
        };
    }

    /** Returns a file with this content, for reading. */
    static JournalFile of(byte[] contents) {
        SimulatedDisk disk = new SimulatedDisk(new DiskHealth(new SplittableRandom()), new SplittableRandom());
        disk.bytes = contents;
        disk.length = contents.length;
        return disk;
    }

    /**
     * Simulates a power loss: each unsynced sector gets its old or its new content, and the file its old or its new
     * length.
     */
    void losePower() {
        byte[] left = Arrays.copyOf(synced, chance.nextBoolean() ? length : synced.length);
        unsynced.stream().filter(sector -> chance.nextBoolean()).forEach(sector -> copySector(sector, left));
        bytes = left;
        length = left.length;
        synced = left.clone();
        unsynced.clear();
    }

    private void copySector(int sector, byte[] to) {
        int from = sector * SECTOR_BYTES;
        int count = Math.min(SECTOR_BYTES, Math.min(length, to.length) - from);
        if (count > 0) {
            System.arraycopy(bytes, from, to, from, count);
        }
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int read(ByteBuffer into, long position) {
        int count = Math.max(0, Math.min(into.remaining(), length - (int) position));
        into.put(bytes, (int) position, count);
        return count;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        int count = health.isFull() ? from.remaining() / 2 : from.remaining();
        int end = (int) position + count;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, GROWTH * bytes.length));
        }
        if (position > length) {
            Arrays.fill(bytes, length, (int) position, (byte) 0);
        }
        length = Math.max(length, end);
        from.get(bytes, (int) position, count);
        unsynced.set((int) position / SECTOR_BYTES, (end + SECTOR_BYTES - 1) / SECTOR_BYTES);
        health.requireRoom();
    }

    @Override
    public void truncate(long most) {
        length = (int) Math.min(most, length);
    }

    @Override
    public void sync() throws IOException {
        health.spend(sleep);
        boolean fails = health.isFailing();
        byte[] now = Arrays.copyOf(synced, length);
        unsynced.stream().filter(sector -> !fails || chance.nextBoolean()).forEach(sector -> copySector(sector, now));
        synced = now;
        unsynced.clear();
        if (fails) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public void close() {
        // The file remains.
    }
}
