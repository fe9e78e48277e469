package org.moide.coordinator.recording;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads one part of a recording, entry by entry. The recording of a killed process may end anywhere: all whole entries
 * are read. An entry that claims to be longer than the file takes no memory. One thread.
 */
public final class RecordingReader implements AutoCloseable {
    private static final int MOST_ENTRY_BYTES = 1 << 28;

    /**
     * The part of the memory that an entry may take. An entry is read in pieces, which are put together, and its
     * content is made from them, so it takes three times its length.
     */
    private static final int PART_OF_MEMORY = 16;

    private final DataInputStream in;
    private final int mostEntryBytes;
    private boolean whole;

    /**
     * Opens a recording on this stream. Closes the stream with it.
     *
     * @throws IOException if it is no recording; the message says what was expected
     */
    public RecordingReader(InputStream stream) throws IOException {
        this(stream, mostEntryBytes(Runtime.getRuntime().maxMemory()));
    }

    /** Opens a recording with a limit for the length of its entries. */
    public RecordingReader(InputStream stream, int mostEntryBytes) throws IOException {
        this.mostEntryBytes = mostEntryBytes;
        byte[] magic = stream.readNBytes(RecordingWriter.MAGIC.length);
        if (!Arrays.equals(magic, RecordingWriter.MAGIC)) {
            stream.close();
            throw new IOException("expected a recording of this version of MOIDE, found "
                    + (new String(magic, StandardCharsets.ISO_8859_1).startsWith("MOIDE rec ")
                            ? "one of another version: replay it with that version"
                            : "something else"));
        }
        this.in = new DataInputStream(new BufferedInputStream(new InflaterInputStream(stream)));
    }

    /**
     * Returns the greatest length of an entry for a size of memory. A limit is needed, since deflated bytes on disk may
     * become a thousand times as many.
     */
    public static int mostEntryBytes(long memoryBytes) {
        return (int) Math.min(MOST_ENTRY_BYTES, memoryBytes / PART_OF_MEMORY);
    }

    /** Returns the next entry; null if there is none. */
    public byte @Nullable [] next() throws IOException {
        if (whole) {
            return null;
        }
        try {
            int length = in.readInt();
            whole = length == 0;
            if (length < 0 || length > mostEntryBytes) {
                throw new IOException("expected an entry of at most " + mostEntryBytes + " bytes, found " + length);
            }
            byte[] entry = in.readNBytes(length);
            return whole || entry.length < length ? null : entry;
        } catch (EOFException cutOff) {
            return null;
        } catch (ZipException damaged) {
            throw new IOException("expected a whole recording, found one that is damaged: " + damaged.getMessage());
        }
    }

    /** Returns whether the recording's own end came after the last entry. If so, its process was not killed. */
    public boolean isWhole() {
        return whole;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
