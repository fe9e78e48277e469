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
 * A recording on disk. Its own thread makes bytes of what has come and writes them at most a twentieth of a second
 * later. What the process has written stays when it is killed. A disk that fails, or does not keep up, ends the
 * recording and nothing else.
 *
 * <p>The first part is kept, and the last two of the others. Each part can be read without those before it.
 *
 * <p>Concurrency: {@code queued}, {@code queuedBytes}, {@code over}, {@code closing} and {@code abandoned} are guarded
 * by {@code queued}; the rest belongs to the thread.
 */
public final class RecordingWriter implements Recording, AutoCloseable {
    /** The beginning of each part: a text. Deflated entries follow, each behind its length. */
    static final byte[] MAGIC = {'M', 'O', 'I', 'D', 'E', ' ', 'r', 'e', 'c', ' ', '2', '\n'};

    /** The time for which entries are gathered for one write, since each write wakes a thread where others compute. */
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
     * The limits of a recording.
     *
     * @param firstPartBytes the bytes of the beginning, before it is deflated to a tenth; only the beginning can be
     *     replayed, so it gets more room
     * @param laterPartBytes the bytes of each other part
     * @param queuedBytes the most bytes that wait to be written; a disk that is further behind ends the recording
     */
    public record Limits(long firstPartBytes, long laterPartBytes, long queuedBytes) {
        /** The limits of the recording of a run. */
        public static final Limits OF_A_RUN = new Limits(192L << 20, 32L << 20, 64L << 20);
    }

    /**
     * The place and the time at which a recording is written.
     *
     * @param folder the run's folder
     * @param life which of the run's coordinators this is, from 1
     * @param making creates the folder
     * @param held the limits for holding back what comes
     */
    public record Place(Path folder, int life, LazyDiskFile.Folder making, Held held) {}

    /**
     * Begins a recording in a run's folder.
     *
     * @param outlines makes what writes a part's entries
     * @param trouble told once, in a line, on the thread, why the recording ends
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
                over = true; // what came later would make no sense without this
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

    /** Drops what is not written yet, since nobody will look at it. Any thread, never blocks. */
    public void abandon() {
        synchronized (queued) {
            closing = true;
            abandoned = true;
            queued.clear();
        }
        changed.raise();
    }

    /** Writes what is queued, if the disk allows it, and closes the file. */
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

    /** Writes entries until the recording is closed or over. */
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

    /** Waits for entries and takes them. Returns null if the recording is closing or over and nothing is left. */
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

    /** Begins a part on a stream. What is flushed can be read, even if the process is killed. */
    public static DataOutputStream stream(OutputStream target) throws IOException {
        target.write(MAGIC);
        return new DataOutputStream(new BufferedOutputStream(
                new DeflaterOutputStream(target, new Deflater(Deflater.BEST_SPEED), BUFFER_BYTES, true), BUFFER_BYTES));
    }

    /** Writes an entry and returns its number of bytes. */
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
