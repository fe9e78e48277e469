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
 * Reads one part of a recording, entry by entry. If the process that recorded was killed, the part may end anywhere;
 * the reader returns all entries that are complete. An entry that claims to be longer than the file takes no memory.
 * Not thread-safe.
 */
public final class RecordingReader implements AutoCloseable {
    private static final int MOST_ENTRY_BYTES = 1 << 28;

    /**
     * The number by which the JVM's memory is divided to get the greatest length of an entry. Reading an entry in
     * pieces, joining the pieces and decoding the content takes three times the entry's length.
     */
    private static final int PART_OF_MEMORY = 16;

    private final DataInputStream in;
    private final int mostEntryBytes;
    private boolean whole;

    /**
     * Opens a part; closing the reader closes the stream.
     *
     * @throws IOException if the stream is no recording; the message says what was expected
     */
    public RecordingReader(InputStream stream) throws IOException {
        this(stream, mostEntryBytes(Runtime.getRuntime().maxMemory()));
    }

    /** Opens a part with a limit for the length of an entry. */
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
     * Returns the greatest length of an entry that is read in a JVM with this much memory. The limit is needed because
     * an entry is compressed on disk, where a thousandth of its length may suffice.
     */
    public static int mostEntryBytes(long memoryBytes) {
        return (int) Math.min(MOST_ENTRY_BYTES, memoryBytes / PART_OF_MEMORY);
    }

    /** Returns the bytes of the next entry; null at the end of the part. */
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

    /**
     * Returns whether the reader has come to the end mark of a part. The mark is missing if the recording process was
     * killed.
     */
    public boolean isWhole() {
        return whole;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
