package org.moide.coordinator.recording;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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

    private final DataInputStream in;
    private boolean whole;

    /**
     * Reads from this stream, and closes it.
     *
     * @throws IOException if it is no recording, with what was expected
     */
    public RecordingReader(InputStream stream) throws IOException {
        byte[] magic = stream.readNBytes(RecordingWriter.MAGIC.length);
        if (!Arrays.equals(magic, RecordingWriter.MAGIC)) {
            stream.close();
            throw new IOException("expected a recording of MOIDE's, found something else");
        }
        this.in = new DataInputStream(new BufferedInputStream(new InflaterInputStream(stream)));
    }

    /** The next entry; null if there is none. */
    public byte @Nullable [] next() throws IOException {
        if (whole) {
            return null;
        }
        try {
            int length = in.readInt();
            whole = length == 0;
            if (length < 0 || length > MOST_ENTRY_BYTES) {
                throw new IOException("expected an entry of at most " + MOST_ENTRY_BYTES + " bytes, found " + length);
            }
            byte[] entry = in.readNBytes(length);
            return whole || entry.length < length ? null : entry;
        } catch (EOFException cutOff) {
            return null;
        } catch (ZipException damaged) {
            throw new IOException("expected a whole recording, found one that is damaged: " + damaged.getMessage());
        }
    }

    /** Whether the last entry was followed by the recording's own end: its process was not killed. */
    public boolean isWhole() {
        return whole;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
