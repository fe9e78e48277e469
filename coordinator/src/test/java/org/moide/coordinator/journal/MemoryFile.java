package org.moide.coordinator.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The file of a journal in memory. It records which bytes were synced. A test can make writing and syncing fail.
 * Guarded by this object.
 */
class MemoryFile implements JournalFile {
    private byte[] bytes = new byte[0];
    private byte[] syncedBytes = new byte[0];
    private boolean full;
    private boolean syncFails;
    private int syncs;
    private boolean held;
    private boolean waiting;

    MemoryFile(byte... content) {
        bytes = content.clone();
        syncedBytes = content.clone();
    }

    synchronized byte[] afterPowerLoss() {
        return syncedBytes.clone();
    }

    synchronized byte[] content() {
        return bytes.clone();
    }

    synchronized int syncs() {
        return syncs;
    }

    /** Makes writes fail half-way from now on, as on a full disk, or succeed again. */
    synchronized void fill(boolean now) {
        full = now;
    }

    synchronized void failSync(boolean now) {
        syncFails = now;
    }

    /** Makes each sync wait from now on, until {@link #release} is called. */
    synchronized void hold() {
        held = true;
    }

    synchronized void release() {
        held = false;
        notifyAll();
    }

    /** Blocks until a thread is in a sync that waits for {@link #release}. */
    synchronized void awaitHeld() throws InterruptedException {
        while (!waiting) {
            wait(10_000);
        }
    }

    @Override
    public synchronized long length() {
        return bytes.length;
    }

    @Override
    public synchronized int read(ByteBuffer into, long position) {
        int count = Math.max(0, Math.min(into.remaining(), bytes.length - (int) position));
        into.put(bytes, (int) position, count);
        return count;
    }

    @Override
    public synchronized void write(ByteBuffer from, long position) throws IOException {
        int count = full ? from.remaining() / 2 : from.remaining();
        if (bytes.length < position + count) {
            bytes = Arrays.copyOf(bytes, (int) position + count);
        }
        from.get(bytes, (int) position, count);
        if (full) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public synchronized void truncate(long length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(length, bytes.length));
    }

    @Override
    public synchronized void sync() throws IOException {
        waiting = true;
        notifyAll();
        while (held) {
            try {
                wait(10_000);
            } catch (InterruptedException closed) {
                throw new IOException(closed);
            }
        }
        waiting = false;
        syncs++;
        if (syncFails) {
            throw new IOException("Input/output error");
        }
        syncedBytes = bytes.clone();
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
