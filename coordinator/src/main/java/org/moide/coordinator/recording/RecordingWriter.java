package org.moide.coordinator.recording;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.coordinator.journal.Held;
import org.moide.coordinator.journal.LazyDiskFile;

/**
 * Writes a recording to disk. A thread converts entries to bytes and writes them within a twentieth of a second.
 * Written entries survive when the process is killed. A disk that fails or is too slow ends the recording, but not the
 * run.
 *
 * <p>A recording consists of parts; the first part and the last two are kept. Each part can be read without the earlier
 * ones.
 *
 * <p>Concurrency: {@code queued}, {@code queuedBytes}, {@code over}, {@code closing} and {@code abandoned} are guarded
 * by {@code queued}. All other fields belong to the thread that writes.
 */
public final class RecordingWriter implements Recording, AutoCloseable {
    /** The text with which each part begins. Deflated entries follow, each after its length. */
    static final byte[] MAGIC = {'M', 'O', 'I', 'D', 'E', ' ', 'r', 'e', 'c', ' ', '2', '\n'};

    /**
     * The time for which entries are gathered for one write, since each write takes a processor from compute threads
     * for a moment.
     */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long CLOSE_MILLIS = 2_000;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Place place;
    private final Limits limits;
    private final Supplier<OutlineWriter> outlines;
    private final Consumer<String> trouble;
    private final Signal changed;
    private final Thread thread;
    private final List<Entry> queued = new ArrayList<>();
    private long queuedBytes;
    private boolean over;
    private boolean closing;
    private boolean abandoned;
    private int part;
    private long leftOfPart;
    private @Nullable OutlineWriter partOutlines;
    private @Nullable DataOutputStream file;

    /**
     * The limits of a recording, in bytes.
     *
     * @param firstPartBytes the size of the first part before it is deflated to about a tenth; only this part can
     *     be replayed, so it is larger
     * @param laterPartBytes the size of each later part before it is deflated
     * @param queuedBytes the most bytes that may wait to be written; if more wait, the recording ends
     */
    public record Limits(long firstPartBytes, long laterPartBytes, long queuedBytes) {
        public static final Limits OF_A_RUN = new Limits(192L << 20, 32L << 20, 64L << 20);
    }

    /**
     * The place of a recording on disk, and the limits before which nothing is written.
     *
     * @param folder the run's folder
     * @param life the number of this coordinator of the run, from 1
     * @param making creates the folder if it does not exist
     * @param held the time and bytes for which entries are held back before the folder is created
     */
    public record Place(Path folder, int life, LazyDiskFile.Folder making, Held held) {}

    /**
     * Starts a recording in a run's folder.
     *
     * @param outlines creates the writer of a part's entries
     * @param trouble receives one line that says why the recording ends early; called once at most, on the
     *     recording's thread
     */
    public RecordingWriter(
            Place place,
            Limits limits,
            Supplier<OutlineWriter> outlines,
            Consumer<String> trouble,
            Signal.Factory signals,
            ThreadFactory threads) {
        this.place = place;
        this.limits = limits;
        this.outlines = outlines;
        this.trouble = trouble;
        this.changed = signals.create();
        this.thread = threads.newThread(this::work);
        this.thread.setName("coordinator-recording");
        this.thread.start();
    }

    @Override
    public boolean append(Entry entry) {
        long bytes = entry.heldBytes();
        boolean wakes;
        synchronized (queued) {
            if (closing) {
                return false;
            }
            if (over || (queuedBytes + bytes > limits.queuedBytes() && !queued.isEmpty())) {
                over = true; // later entries make no sense without this one
                return false;
            }
            boolean wasMuch = queuedBytes > place.held().bytes();
            wakes = queued.isEmpty()
                    || (!wasMuch && queuedBytes + bytes > place.held().bytes());
            queued.add(entry);
            queuedBytes += bytes;
        }
        if (wakes) {
            changed.raise();
        }
        return true;
    }

    /** Ends the recording and drops entries that are not written yet. Any thread may call it; it never blocks. */
    public void abandon() {
        synchronized (queued) {
            closing = true;
            abandoned = true;
            queued.clear();
        }
        changed.raise();
    }

    /** Writes the queued entries and closes the file. Waits only a limited time for this. */
    @Override
    public void close() {
        synchronized (queued) {
            closing = true;
        }
        changed.raise();
        DaemonThreads.join(thread, CLOSE_MILLIS);
        thread.interrupt();
    }

    private void work() {
        @Nullable String problem = "a defect";
        try {
            writeAll();
            problem = isOver() ? "the disk does not keep up" : null;
        } catch (NotSerializableException defect) {
            problem = String.valueOf(defect.getMessage());
        } catch (IOException failed) {
            problem = FileTrouble.whenWriting(failed);
        } catch (InterruptedException hurried) {
            problem = null;
            Thread.currentThread().interrupt();
        } finally {
            synchronized (queued) {
                over = true;
                queued.clear();
            }
            if (problem != null) {
                trouble.accept(problem);
            }
        }
    }

    /** Writes entries until the recording is closed or has ended early. Runs on the recording's thread. */
    private void writeAll() throws IOException, InterruptedException {
        place.held().await(changed, this::isClosing, this::queuedBytes);
        if (isAbandoned()) {
            return;
        }
        place.making().make();
        open(limits.firstPartBytes());
        List<Entry> taken = take();
        while (taken != null) {
            for (Entry entry : taken) {
                write(entry);
            }
            opened().flush();
            changed.sleep(this::isClosing, GATHER_NANOS);
            taken = take();
        }
        if (!isOver()) {
            opened().writeInt(0);
        }
        opened().close();
    }

    /** Waits for entries and takes all of them. Returns null if the recording has ended and no entry is left. */
    private @Nullable List<Entry> take() throws InterruptedException {
        changed.sleep(this::hasWork, Long.MAX_VALUE);
        synchronized (queued) {
            if (queued.isEmpty()) {
                return null;
            }
            List<Entry> taken = List.copyOf(queued);
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

    private boolean isAbandoned() {
        synchronized (queued) {
            return abandoned;
        }
    }

    private long queuedBytes() {
        synchronized (queued) {
            return queuedBytes;
        }
    }

    private boolean isOver() {
        synchronized (queued) {
            return over;
        }
    }

    private void write(Entry entry) throws IOException {
        byte[][] bytes = entry.bytes(Objects.requireNonNull(partOutlines, "made with the part"));
        leftOfPart -= write(bytes, opened());
        if (leftOfPart < 0) {
            opened().writeInt(0);
            opened().close();
            part++;
            open(limits.laterPartBytes());
            if (part > 2) {
                Files.deleteIfExists(RecordingFiles.file(place.folder(), place.life(), part - 2));
            }
        }
    }

    private void open(long bytes) throws IOException {
        Path path = RecordingFiles.file(place.folder(), place.life(), part);
        Files.deleteIfExists(path);
        file = stream(Files.newOutputStream(OwnerOnly.makeFile(path)));
        partOutlines = outlines.get();
        leftOfPart = bytes;
    }

    private DataOutputStream opened() {
        return Objects.requireNonNull(file, "opened before it is written");
    }

    // --- the form of what is written ------------------------------------------------------------------------------

    /**
     * Returns a stream for the entries of a new part, which writes to {@code target}. A reader can read all entries
     * that were flushed, even if this process is killed.
     */
    public static DataOutputStream stream(OutputStream target) throws IOException {
        target.write(MAGIC);
        return new DataOutputStream(new BufferedOutputStream(
                new DeflaterOutputStream(target, new Deflater(Deflater.BEST_SPEED), BUFFER_BYTES, true), BUFFER_BYTES));
    }

    /** Writes an entry after its length. Returns the length. */
    public static int write(byte[][] entry, DataOutputStream stream) throws IOException {
        int bytes = 0;
        for (byte[] piece : entry) {
            bytes = Math.addExact(bytes, piece.length);
        }
        stream.writeInt(bytes);
        for (byte[] piece : entry) {
            stream.write(piece);
        }
        return bytes;
    }
}
