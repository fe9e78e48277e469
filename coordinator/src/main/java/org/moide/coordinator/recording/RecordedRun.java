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

/** The recordings of one run, in its folder or in a bundle. One thread. */
public final class RecordedRun implements Closeable {
    /**
     * The most bytes of the list in a zip file. A bundle has a dozen files, which take a hundred bytes each in that
     * list.
     */
    private static final long MOST_LIST_BYTES = 1 << 20;

    /** The bytes of the end record of a zip file, without the comment behind it. */
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
     * Opens the recordings in a run's folder or in a bundle's file.
     *
     * @throws PlanException if there are none
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
     * Refuses a bundle with a long list of files. The list is read as a whole and takes five times its length in
     * memory. The file's last bytes say where it lies.
     */
    private static void requireShortList(Path bundle) throws IOException {
        try (SeekableByteChannel in = Files.newByteChannel(bundle)) {
            ByteBuffer last = ByteBuffer.allocate((int) Math.min(in.size(), END_BYTES + MOST_COMMENT_BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            in.position(in.size() - last.capacity());
            while (last.hasRemaining() && in.read(last) >= 0) {
                // It may come in pieces.
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

    /** Returns all parts, in the order in which they were written. */
    public List<RecordingFiles.Part> parts() {
        return parts;
    }

    /** Returns the number of coordinators that the run had. */
    public int lives() {
        return parts.get(parts.size() - 1).life();
    }

    /**
     * Opens the beginning of the recording of one of its coordinators.
     *
     * @param life from 1
     * @throws PlanException if that recording is not there
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

    /** Returns whether more was recorded of one of its coordinators than the beginning, which can be replayed. */
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
            // It was only read.
        }
    }
}
