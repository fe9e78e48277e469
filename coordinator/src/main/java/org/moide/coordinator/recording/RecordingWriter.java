package org.moide.coordinator.recording;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.gate.OwnerOnly;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.FileTrouble;

/**
 * A recording on disk. A thread of its own writes what has come, some milliseconds after it came: what the process has written is
 * there when it is killed. A disk that fails, or does not keep up, ends the recording and nothing else.
 *
 * <p>Concurrency: {@code queued}, {@code queuedBytes}, {@code over} and {@code closing} are guarded by {@code queued}; the files
 * belong to the thread.
 */
public final class RecordingWriter implements Recording, AutoCloseable {
    /** What it begins with: text, then entries, each behind its length, deflated. */
    static final byte[] MAGIC = {'M', 'O', 'I', 'D', 'E', ' ', 'r', 'e', 'c', ' ', '1', '\n'};

    /** A disk that is so far behind is not waited for. */
    private static final long MOST_QUEUED_BYTES = 32 << 20;

    /** So long what comes is gathered: one write for all of it. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long CLOSE_MILLIS = 2_000;
    private static final int BUFFER_BYTES = 1 << 16;

    /** Stands in the queue where the next part begins. */
    private static final byte[][] NEXT_PART = {};

    private final Path folder;
    private final int life;
    private final Consumer<String> trouble;
    private final Signal changed;
    private final Thread thread;
    private final List<byte[][]> queued = new ArrayList<>();
    private long queuedBytes;
    private boolean over;
    private boolean closing;
    private int part;
    private @Nullable DataOutputStream file;

    /**
     * Begins a recording in a run's folder.
     *
     * @param life which of the run's coordinators this is, from 1
     * @param trouble told in a line, once, on the thread, why there is no more of it
     */
    public RecordingWriter(
            Path folder, int life, Consumer<String> trouble, Signal.Factory signals, ThreadFactory threads) {
        this.folder = folder;
        this.life = life;
        this.trouble = trouble;
        this.changed = signals.create();
        this.thread = threads.newThread(this::work);
        this.thread.setName("coordinator-recording");
        this.thread.start();
    }

    @Override
    public boolean append(byte[][] entry) {
        long bytes = 0;
        for (byte[] piece : entry) {
            bytes += piece.length;
        }
        return queue(entry, bytes);
    }

    @Override
    public void nextPart() {
        queue(NEXT_PART, 0);
    }

    private boolean queue(byte[][] entry, long bytes) {
        boolean first;
        synchronized (queued) {
            if (closing) {
                return false;
            }
            if (over || (queuedBytes + bytes > MOST_QUEUED_BYTES && !queued.isEmpty())) {
                over = true; // what came later would make no sense without this
                return false;
            }
            first = queued.isEmpty();
            queued.add(entry);
            queuedBytes += bytes;
        }
        if (first) {
            changed.raise();
        }
        return true;
    }

    /** Writes what is queued, if the disk lets it, and closes the file. */
    @Override
    public void close() {
        synchronized (queued) {
            closing = true;
        }
        changed.raise();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    private void work() {
        try {
            file = open();
            List<byte[][]> taken = take();
            while (taken != null) {
                for (byte[][] entry : taken) {
                    write(entry);
                }
                opened().flush();
                changed.sleep(this::isClosing, GATHER_NANOS);
                taken = take();
            }
            if (isOver()) {
                throw new IOException("the disk does not keep up");
            }
            opened().writeInt(0);
            opened().close();
        } catch (IOException failed) {
            synchronized (queued) {
                over = true;
                queued.clear();
            }
            trouble.accept(FileTrouble.whenWriting(failed));
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null when it is closing, or over, and nothing is left. */
    private @Nullable List<byte[][]> take() throws InterruptedException {
        changed.sleep(this::hasWork, Long.MAX_VALUE);
        synchronized (queued) {
            if (queued.isEmpty()) {
                return null;
            }
            List<byte[][]> taken = List.copyOf(queued);
            queued.clear();
            queuedBytes = 0;
            return taken;
        }
    }

    private boolean hasWork() {
        synchronized (queued) {
            return closing || over || !queued.isEmpty();
        }
    }

    private boolean isClosing() {
        synchronized (queued) {
            return closing;
        }
    }

    private boolean isOver() {
        synchronized (queued) {
            return over;
        }
    }

    private void write(byte[][] entry) throws IOException {
        if (entry == NEXT_PART) {
            opened().writeInt(0);
            opened().close();
            part++;
            file = open();
            if (part > 2) {
                Files.deleteIfExists(RecordingFiles.file(folder, life, part - 2));
            }
            return;
        }
        write(entry, opened());
    }

    private DataOutputStream open() throws IOException {
        Path path = RecordingFiles.file(folder, life, part);
        Files.deleteIfExists(path);
        return stream(Files.newOutputStream(OwnerOnly.makeFile(path)));
    }

    private DataOutputStream opened() {
        return Objects.requireNonNull(file, "opened before it is written");
    }

    // --- the form of what is written ------------------------------------------------------------------------------

    /** The beginning of a part; what is flushed can be read, whatever becomes of the process. */
    public static DataOutputStream stream(OutputStream target) throws IOException {
        target.write(MAGIC);
        return new DataOutputStream(new BufferedOutputStream(
                new DeflaterOutputStream(target, new Deflater(Deflater.BEST_SPEED), BUFFER_BYTES, true), BUFFER_BYTES));
    }

    /** An entry. */
    public static void write(byte[][] entry, DataOutputStream stream) throws IOException {
        int bytes = 0;
        for (byte[] piece : entry) {
            bytes = Math.addExact(bytes, piece.length);
        }
        stream.writeInt(bytes);
        for (byte[] piece : entry) {
            stream.write(piece);
        }
    }
}
