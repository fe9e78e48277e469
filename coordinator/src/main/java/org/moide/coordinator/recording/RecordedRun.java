package org.moide.coordinator.recording;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;

/** The recordings of one run's coordinators, in the run's folder or in a bundle, a zip file. Not thread-safe. */
public final class RecordedRun implements Closeable {
    /**
     * The limit on the number of bytes of a zip file's list of entries. A bundle has a dozen files, and each takes
     * about a hundred bytes of that list.
     */
    private static final long MOST_LIST_BYTES = 1 << 20;

    /** The size of the record at the end of a zip file, without the comment that may follow the record. */
    private static final int END_BYTES = 22;

    private static final int END_SIGN = 0x06054b50;
    private static final int LIST_BYTES_AT = 12;
    private static final int MOST_COMMENT_BYTES = 0xFFFF;

    private final String name;
    private final @Nullable FileSystem bundle;
    private final List<RecordingFiles.Part> parts;

    private RecordedRun(String name, @Nullable FileSystem bundle, List<RecordingFiles.Part> parts) {
        this.name = name;
        this.bundle = bundle;
        this.parts = parts;
    }

    /**
     * Opens the recordings in a run's folder or in a bundle.
     *
     * @throws PlanException if there are no recordings
     */
    public static RecordedRun in(Path place) {
        FileSystem opened = null;
        try {
            boolean folder = Files.isDirectory(place);
            if (!folder) {
                requireShortList(place);
            }
            opened = folder ? null : FileSystems.newFileSystem(place);
            List<RecordingFiles.Part> parts = RecordingFiles.in(opened == null ? place : opened.getPath("/"));
            if (parts.isEmpty()) {
                throw new PlanException("expected a recording in " + place + ", found none: the run was started with"
                        + " --no-recording, by an older version, or never began");
            }
            FileSystem kept = opened;
            opened = null;
            return new RecordedRun(String.valueOf(place.getFileName()), kept, parts);
        } catch (IOException unreadable) {
            throw new PlanException("expected a run's folder or a bundle of 'moide bundle', found " + place
                    + ", which cannot be read: " + unreadable.getMessage());
        } catch (ProviderNotFoundException neither) {
            throw new PlanException(
                    "expected a run's folder or a bundle of 'moide bundle', found " + place + ", which is neither",
                    neither);
        } finally {
            closeQuietly(opened);
        }
    }

    /**
     * Refuses a zip file with a long list of entries. Java reads the whole list and takes five times its length in
     * memory. The end record of the file has the list's length.
     */
    private static void requireShortList(Path bundle) throws IOException {
        try (SeekableByteChannel in = Files.newByteChannel(bundle)) {
            ByteBuffer last = ByteBuffer.allocate((int) Math.min(in.size(), END_BYTES + MOST_COMMENT_BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            in.position(in.size() - last.capacity());
            while (last.hasRemaining() && in.read(last) >= 0) {
                // One read may return only some of the bytes.
            }
            for (int at = 0; at <= last.capacity() - END_BYTES; at++) {
                long list = Integer.toUnsignedLong(last.getInt(at + LIST_BYTES_AT));
                if (last.getInt(at) == END_SIGN && list > MOST_LIST_BYTES) {
                    throw new PlanException("expected a bundle of 'moide bundle', whose list of files takes at most "
                            + MOST_LIST_BYTES + " bytes, found " + bundle + ", in which it takes " + list);
                }
            }
        }
    }

    /** Returns all parts of the recordings in the order in which they were written. */
    public List<RecordingFiles.Part> parts() {
        return parts;
    }

    /** Returns how many coordinators the run had, one after the other. */
    public int lives() {
        return parts.get(parts.size() - 1).life();
    }

    /**
     * Opens the first part of the recording of one coordinator.
     *
     * @param life the number of the coordinator, from 1
     * @throws PlanException if that part does not exist
     */
    public InputStream beginning(int life) throws IOException {
        for (RecordingFiles.Part part : parts) {
            if (part.life() == life && part.part() == 0) {
                return Files.newInputStream(part.file());
            }
        }
        throw new PlanException("expected a recording of coordinator 1 to " + lives() + " in " + name
                + ", found none of coordinator " + life);
    }

    /**
     * Returns whether a coordinator recorded more than the first part of its recording. Only the first part can be
     * replayed.
     *
     * @param life the number of the coordinator, from 1
     */
    public boolean goesOn(int life) {
        return parts.stream().anyMatch(part -> part.life() == life && part.part() > 0);
    }

    @Override
    public void close() throws IOException {
        if (bundle != null) {
            bundle.close();
        }
    }

    private static void closeQuietly(@Nullable FileSystem opened) {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (IOException closed) {
            // Closing matters little, since the file was only read.
        }
    }
}
