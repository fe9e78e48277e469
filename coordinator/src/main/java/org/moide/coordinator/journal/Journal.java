package org.moide.coordinator.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;

/**
 * A journal that is being written. Callers append records without blocking. One thread writes and syncs them in groups;
 * a group is what has come while the last one was synced. When the disk fails, the journal reports it once, keeps in
 * memory what is not synced, and tries again. It never reports as synced what is not.
 *
 * <p>The queue has no limit of its own. It holds returns of loans, of which the large ones wait until those before them
 * are on disk, and tasks that were put, which wait while many are not on disk.
 *
 * <p>Concurrency: {@code queued}, {@code queuedBytes}, {@code appended}, {@code abandoned} and {@code closing} are
 * guarded by {@code queued}; the rest belongs to the thread, which calls the listener.
 */
public final class Journal implements AutoCloseable {
    /**
     * The size of the largest group. A larger one is written in several, so that one sync takes a slow disk a second at
     * most.
     */
    private static final int GROUP_BYTES = 16 << 20;

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The number of bytes that are given to the disk at a time, since the JDK copies them. Also the number of bytes of
     * an earlier journal that are in memory while it is written again.
     */
    private static final int PIECE_BYTES = 1 << 20;

    /** The time that the last group gets when the journal is closed. */
    private static final long CLOSE_MILLIS = 2_000;

    private final JournalFile file;
    private final Syncing first;
    private final Held held;
    private final Listener listener;
    private final FaultHandler faults;
    private final Signal changed;
    private final Thread thread;
    private final Deque<List<byte[]>> queued = new ArrayDeque<>();
    private long appended;
    private long queuedBytes;
    private boolean abandoned;
    private volatile boolean closing;
    private long synced;
    private long wholeBytes;
    private boolean failing;
    private boolean tail = true; // whether something may lie behind what is whole
    private boolean doubtful; // whether an earlier process wrote what is whole, and may not have synced it

    /**
     * The sync of the other files on disk to which records refer. The journal's thread calls it before it writes these
     * records.
     */
    @FunctionalInterface
    public interface Syncing {
        void sync() throws IOException;
    }

    /** Reports to the journal's owner, on the journal's thread. */
    public interface Listener {
        /** Reports that all records up to this one, counted from 1 in this process, are on disk. */
        void synced(long upTo);

        /** Reports that the disk fails. Called once until the disk works again. {@code why} is one line. */
        void failing(String why);

        /** Reports that the disk works again. */
        void recovered();
    }

    /**
     * Starts the thread.
     *
     * @param wholeBytes where to go on writing, as a {@link JournalReader} says; 0 for a new journal
     * @param first called before records are written
     * @param held what is written later than it comes
     */
    public Journal(
            JournalFile file, long wholeBytes, Syncing first, Held held, Listener listener, Surroundings around) {
        this.file = file;
        this.wholeBytes = wholeBytes;
        this.doubtful = wholeBytes > 0;
        this.first = first;
        this.held = held;
        this.listener = listener;
        this.faults = around.faults();
        this.changed = around.signals().create();
        if (wholeBytes == 0) {
            queued.add(List.of(RecordBytes.HEADER));
            queuedBytes = RecordBytes.HEADER.length;
        }
        this.thread = around.threads().newThread(Loop.lasting(this::work));
        this.thread.setName("coordinator-journal");
        this.thread.start();
    }

    /** Queues a record and returns its number, counted from 1. Any thread, never blocks. */
    public long append(JournalRecord journalRecord) {
        List<byte[]> frame = RecordBytes.frame(journalRecord);
        long bytes = RecordBytes.bytes(frame);
        long number;
        synchronized (queued) {
            if (!abandoned) {
                queued.add(frame);
                queuedBytes += bytes;
            }
            number = ++appended;
        }
        changed.raise();
        return number;
    }

    /** Drops what is queued, since nobody will resume this run. Any thread, never blocks. */
    public void abandon() {
        synchronized (queued) {
            abandoned = true;
            queued.clear();
            queuedBytes = 0;
        }
    }

    /** Writes what is queued, if the disk allows it, and closes the file. */
    @Override
    public void close() {
        closing = true;
        changed.raise();
        DaemonThreads.join(thread, CLOSE_MILLIS);
        thread.interrupt();
    }

    private void work() {
        try (file) {
            uninterrupted(() -> held.await(changed, () -> closing, this::queuedBytes));
            List<List<byte[]>> group = new ArrayList<>();
            while (true) {
                uninterrupted(() -> changed.await(() -> closing || hasQueued(), Long.MAX_VALUE));
                long upTo = take(group);
                if (group.isEmpty()) {
                    return; // closing, and nothing is left
                }
                while (!write(group)) {
                    if (closing) {
                        return;
                    }
                    uninterrupted(() -> changed.await(() -> closing, RETRY_NANOS));
                }
                group.clear();
                synced = upTo;
                listener.synced(synced);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (IOException notClosed) {
            faults.onFault("coordinator-journal", notClosed);
        }
    }

    private interface Wait {
        void pass() throws InterruptedException;
    }

    /**
     * Waits although an application may interrupt every thread of its process; only the interrupt at the journal's end
     * is ours.
     */
    private void uninterrupted(Wait wait) throws InterruptedException {
        while (true) {
            try {
                wait.pass();
                return;
            } catch (InterruptedException stray) {
                if (closing) {
                    throw stray;
                }
            }
        }
    }

    private long queuedBytes() {
        synchronized (queued) {
            return queuedBytes;
        }
    }

    private boolean hasQueued() {
        synchronized (queued) {
            return !queued.isEmpty();
        }
    }

    /** Takes the next group and returns the number of its last record. */
    private long take(List<List<byte[]>> group) {
        synchronized (queued) {
            long bytes = 0;
            while (!queued.isEmpty() && bytes < GROUP_BYTES) {
                List<byte[]> frame = queued.remove();
                bytes += RecordBytes.bytes(frame);
                group.add(frame);
            }
            queuedBytes -= bytes;
            return appended - queued.size();
        }
    }

    /**
     * Writes a group and returns whether it is on disk now. Before that, it cuts off what a failed attempt has left.
     */
    private boolean write(List<List<byte[]>> group) {
        try {
            first.sync(); // before anything is written: what is not synced may be on disk all the same
            long at = wholeBytes;
            if (tail) {
                // Frames of an earlier attempt must not be taken for the next of ours.
                file.truncate(at);
            }
            tail = true;
            if (doubtful) {
                writeAgain();
            }
            for (List<byte[]> frame : group) {
                for (byte[] bytes : frame) {
                    write(bytes, at);
                    at += bytes.length;
                }
            }
            file.sync();
            wholeBytes = at;
            tail = false;
            doubtful = false;
        } catch (IOException failed) {
            if (!failing) {
                failing = true;
                listener.failing(String.valueOf(failed.getMessage()));
            }
            return false;
        }
        if (failing) {
            failing = false;
            listener.recovered();
        }
        return true;
    }

    private void write(byte[] bytes, long at) throws IOException {
        for (long from = 0; from < bytes.length; from += PIECE_BYTES) {
            int length = (int) Math.min(PIECE_BYTES, bytes.length - from);
            file.write(ByteBuffer.wrap(bytes, (int) from, length), at + from);
        }
    }

    /**
     * Writes once more what an earlier process wrote and we have read, each byte to its place. That may be only in the
     * system's memory: after a sync that failed, the system treats what it could not write as written, and the next
     * sync succeeds without it. So this comes before anything of ours is called synced.
     */
    private void writeAgain() throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, wholeBytes));
        for (long at = 0; at < wholeBytes; at += piece.limit()) {
            piece.clear().limit((int) Math.min(piece.capacity(), wholeBytes - at));
            while (piece.hasRemaining() && file.read(piece, at + piece.position()) > 0) {
                // It reads on where it stopped.
            }
            if (piece.hasRemaining()) {
                throw new IOException(
                        "expected " + wholeBytes + " bytes of a journal, found " + (at + piece.position()));
            }
            file.write(piece.flip(), at);
        }
    }
}
