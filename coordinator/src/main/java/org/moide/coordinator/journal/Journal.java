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
 * Writes a journal. Callers append records without blocking. One thread writes and syncs the records in groups; a group
 * consists of the records that arrived while the previous group was synced. If the disk fails, the journal reports that
 * once, keeps the unsynced records in memory, and tries again. It reports a record as synced only when the record is on
 * disk.
 *
 * <p>The queue of records needs no limit. It contains returns of loans, of which large ones are only accepted when
 * earlier ones are on disk, and created tasks, whose creation waits while many are not on disk.
 *
 * <p>Concurrency: {@code queued}, {@code queuedBytes}, {@code appended}, {@code abandoned} and {@code closing} are
 * guarded by {@code queued}. All other fields belong to the journal's thread, which also calls the listener.
 */
public final class Journal implements AutoCloseable {
    /**
     * The limit on the number of bytes of a group of records. With it, one sync takes about a second on a slow disk.
     */
    private static final int GROUP_BYTES = 16 << 20;

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The number of bytes that are written in one call. It is limited because the JDK copies them. It is also the size
     * of the buffer for writing again what an earlier process wrote.
     */
    private static final int PIECE_BYTES = 1 << 20;

    /** The number of milliseconds that {@link #close} waits until the last group is written. */
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
    private boolean tail = true; // whether the file may have bytes after its complete records
    private boolean doubtful; // whether an earlier process wrote the complete records, and may not have synced them

    /**
     * Syncs the other files to which records refer, such as those with data objects. The journal's thread calls it
     * before it writes such records.
     */
    @FunctionalInterface
    public interface Syncing {
        void sync() throws IOException;
    }

    /** Receives the journal's reports about the disk. Its methods are called on the journal's thread. */
    public interface Listener {
        /**
         * Reports that all records up to number {@code upTo} are on disk. The first record of this process has the
         * number 1.
         */
        void synced(long upTo);

        /**
         * Reports that the disk fails. Is not called again before {@link #recovered}.
         *
         * @param why the reason in one line
         */
        void failing(String why);

        /** Reports that the disk works again. */
        void recovered();
    }

    /**
     * Starts the thread.
     *
     * @param wholeBytes the length of the journal's complete records, as a {@link JournalReader} returns it, after
     *     which to continue; 0 for a new journal
     * @param first is called before records are written, to sync files to which they refer
     * @param held the limits within which nothing is written
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

    /** Queues a record and returns its number; the first is 1. Any thread, never blocks. */
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

    /** Drops the records that are queued, since the run will not be resumed. Any thread, never blocks. */
    public void abandon() {
        synchronized (queued) {
            abandoned = true;
            queued.clear();
            queuedBytes = 0;
        }
    }

    /**
     * Writes the queued records, if the disk allows it, and closes the file. If writing takes too long, closes the file
     * without having written all records.
     */
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
                    return; // closing, and no record is left
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
     * Waits, and goes on to wait when the thread is interrupted, since an application may interrupt every thread of its
     * process. Only during {@link #close} does an interrupt end the wait.
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

    /** Moves the next records from the queue to a group. Returns the number of the last one. */
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
     * Writes a group of records. First removes what a failed attempt may have left in the file. Returns whether the
     * group is on disk.
     */
    private boolean write(List<List<byte[]>> group) {
        try {
            first.sync(); // must come first, since even unsynced records may reach the disk
            long at = wholeBytes;
            if (tail) {
                // Frames of a failed attempt must not be taken for the frames that follow.
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
     * Writes again what an earlier process wrote, byte by byte to the same place, before any new record is reported as
     * synced. The earlier bytes may be in the system's memory only: after a failed sync the system considers bytes as
     * written, so that the next sync would succeed although they are not on disk.
     */
    private void writeAgain() throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, wholeBytes));
        for (long at = 0; at < wholeBytes; at += piece.limit()) {
            piece.clear().limit((int) Math.min(piece.capacity(), wholeBytes - at));
            while (piece.hasRemaining() && file.read(piece, at + piece.position()) > 0) {
                // One read may return only some of the bytes.
            }
            if (piece.hasRemaining()) {
                throw new IOException(
                        "expected " + wholeBytes + " bytes of a journal, found " + (at + piece.position()));
            }
            file.write(piece.flip(), at);
        }
    }
}
