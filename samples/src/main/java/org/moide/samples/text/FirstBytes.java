package org.moide.samples.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.engine.UsageException;

/** The first bytes of a file, which show what kind of file it is, whatever its name is. Immutable. */
public final class FirstBytes {
    /** The number of bytes that are examined. */
    static final int COUNT = 4;

    private static final Map<String, byte[]> PACKED = new LinkedHashMap<>();

    static {
        PACKED.put("a zip archive", bytes('P', 'K', 3, 4));
        PACKED.put("bzip2's format", bytes('B', 'Z', 'h'));
        PACKED.put("xz's format", bytes(0xFD, '7', 'z', 'X'));
        PACKED.put("7-Zip's format", bytes('7', 'z', 0xBC, 0xAF));
        PACKED.put("Zstandard's format", bytes(0x28, 0xB5, 0x2F, 0xFD));
        PACKED.put("compress's format", bytes(0x1F, 0x9D));
        PACKED.put("an HDF5 file", bytes(0x89, 'H', 'D', 'F'));
        PACKED.put("NumPy's format", bytes(0x93, 'N', 'U', 'M'));
        PACKED.put("gzip's format", bytes(0x1F, 0x8B));
    }

    private final byte[] bytes;

    private FirstBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the first bytes of an array. */
    public static FirstBytes of(byte[] all) {
        return new FirstBytes(Arrays.copyOf(all, Math.min(COUNT, all.length)));
    }

    /** Returns the next bytes of a stream without removing them from the stream. */
    static FirstBytes peek(PushbackInputStream in) throws IOException {
        byte[] bytes = in.readNBytes(COUNT);
        in.unread(bytes);
        return new FirstBytes(bytes);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private boolean begin(byte[] with) {
        return bytes.length >= with.length && Arrays.equals(bytes, 0, with.length, with, 0, with.length);
    }

    public boolean isGzip() {
        return begin(bytes(0x1F, 0x8B));
    }

    /**
     * Returns the kind of the file as a phrase for messages; null if it may be plain text, or if its kind is not known.
     */
    public @Nullable String kind() {
        return PACKED.entrySet().stream()
                .filter(known -> begin(known.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private boolean isUtf16() {
        return begin(bytes(0xFE, 0xFF)) || begin(bytes(0xFF, 0xFE));
    }

    /**
     * Checks that a text may begin with these bytes.
     *
     * @throws UsageException if no text begins like that
     */
    void requireText(String source) {
        String kind = kind();
        if (kind != null) {
            throw new UsageException(source + ": expected text, plain or gzipped, found " + kind
                    + (isGzip() ? " twice" : ": unpack it first"));
        }
        for (int at = 0; at < bytes.length && !isUtf16(); at++) {
            if (bytes[at] == 0) {
                throw new UsageException(source + ": expected text in UTF-8, in Latin-1, or in UTF-16 with a byte order"
                        + " mark, found a zero as byte " + (at + 1));
            }
        }
    }

    /**
     * Returns the text of a stream as bytes of UTF-8, or of another encoding that includes ASCII, without a byte order
     * mark.
     */
    InputStream decoded(PushbackInputStream in) throws IOException {
        if (isUtf16()) {
            return new Utf8(new InputStreamReader(in, StandardCharsets.UTF_16));
        }
        if (begin(bytes(0xEF, 0xBB, 0xBF))) {
            in.skipNBytes(3);
        }
        return in;
    }

    /** Encodes text as UTF-8. */
    private static final class Utf8 extends InputStream {
        private final Reader reader;
        private final char[] letters = new char[1 << 13];
        private byte[] encoded = {};
        private int at;
        /** 1 if {@code letters} begins with half of a surrogate pair that was not encoded yet; otherwise 0. */
        private int kept;

        Utf8(Reader reader) {
            this.reader = reader;
        }

        private boolean isOver() throws IOException {
            while (at == encoded.length) {
                int read = reader.read(letters, kept, letters.length - kept);
                if (read < 0 && kept == 0) {
                    return true;
                }
                int count = kept + Math.max(0, read);
                kept = read > 0 && Character.isHighSurrogate(letters[count - 1]) ? 1 : 0;
                encoded = new String(letters, 0, count - kept).getBytes(StandardCharsets.UTF_8);
                letters[0] = letters[count - 1];
                at = 0;
            }
            return false;
        }

        @Override
        public int read() throws IOException {
            return isOver() ? -1 : encoded[at++] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            if (isOver()) {
                return -1;
            }
            int some = Math.min(count, encoded.length - at);
            System.arraycopy(encoded, at, into, from, some);
            at += some;
            return some;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
