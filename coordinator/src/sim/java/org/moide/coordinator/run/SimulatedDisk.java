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
 * A file on a simulated disk. A process that is killed leaves all that it wrote; when the power is lost, what was synced is
 * there, and of each sector that was not either the old content or the new. A sync that fails drops what it should have
 * written and forgets that it has to be, as kernels do: only what is written anew reaches the disk by the next. Used by the
 * holder of the baton only.
 */
final class SimulatedDisk implements JournalFile {
    private static final int SECTOR_BYTES = 512;
    private static final int GROWTH = 2;

    private final DiskHealth health;
    private final RandomGenerator chance;
    private byte[] bytes = new byte[0]; // of which the first are the file
    private int length;
    private byte[] synced = new byte[0]; // never changed, but replaced
    private final BitSet unsynced = new BitSet(); // sectors
    private Sleep sleep = span -> {};

    /** How the calling thread spends simulated time. */
    @FunctionalInterface
    interface Sleep {
        void spend(Duration span);
    }

    SimulatedDisk(DiskHealth health, RandomGenerator chance) {
        this.health = health;
        this.chance = chance;
    }

    /** Who writes from now on spends time like this. */
    SimulatedDisk usedBy(Sleep user) {
        sleep = user;
        return this;
    }

    /** What would be there if the power were lost now, at least; not to be changed. */
    byte[] synced() {
        return synced;
    }

    /** What is there, synced or not. */
    byte[] written() {
        return Arrays.copyOf(bytes, length);
    }

    /** What reads it while another writes to its end. */
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

    /** A file of such contents, to be read. */
    static JournalFile of(byte[] contents) {
        SimulatedDisk disk = new SimulatedDisk(new DiskHealth(new SplittableRandom()), new SplittableRandom());
        disk.bytes = contents;
        disk.length = contents.length;
        return disk;
    }

    /** Sectors that were not synced are old or new, and so is the length. */
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
        // The file stays.
    }
}
