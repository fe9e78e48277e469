package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes files as a tar (POSIX ustar), which every system can unpack. The same files give the same bytes. Used by one
 * thread.
 */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final int MOST_NAME = 100;
    private static final int MOST_PREFIX = 155;
    private static final int PREFIX_AT = 345;
    private static final int SUM_AT = 148;

    /** The greatest size of a file in bytes. The tar header has eleven octal digits for the size. */
    private static final long MOST_BYTES = (1L << 33) - 1;

    private final OutputStream to;

    /** Creates a writer to a stream. The writer does not close the stream. */
    TarWriter(OutputStream to) {
        this.to = to;
    }

    /**
     * Writes a file's header and content.
     *
     * @param name the path in the tar, with slashes
     * @throws IOException if the file cannot be read, the stream cannot be written, the name is too long, or the file's
     *     size changes meanwhile
     */
    void file(String name, Path file, boolean executable) throws IOException {
        long bytes = Files.size(file);
        to.write(header(name, bytes, executable ? 0755 : 0644));
        try (InputStream in = Files.newInputStream(file)) {
            long written = in.transferTo(to);
            if (written != bytes) {
                throw new IOException(
                        "expected " + bytes + " bytes in " + file + ", found " + written + ": it changes meanwhile");
            }
        }
        to.write(new byte[(int) ((BLOCK - bytes % BLOCK) % BLOCK)]);
    }

    /** Writes the end of the tar. */
    void end() throws IOException {
        to.write(new byte[2 * BLOCK]);
        to.flush();
    }

    private static byte[] header(String name, long bytes, int mode) throws IOException {
        if (bytes > MOST_BYTES) {
            throw new IOException("expected files of at most 8 GiB, found " + name + " of " + bytes + " bytes");
        }
        byte[] whole = name.getBytes(StandardCharsets.UTF_8);
        int cut = whole.length <= MOST_NAME ? -1 : slash(whole);
        if (whole.length > MOST_NAME && cut < 0) {
            throw new IOException("expected names of at most " + MOST_NAME + " bytes, found " + name);
        }
        byte[] header = new byte[BLOCK];
        put(header, 0, Arrays.copyOfRange(whole, cut + 1, whole.length));
        put(header, PREFIX_AT, Arrays.copyOf(whole, Math.max(cut, 0)));
        octal(header, 100, 7, mode);
        octal(header, 108, 7, 0);
        octal(header, 116, 7, 0);
        octal(header, 124, 11, bytes);
        octal(header, 136, 11, 0);
        header[156] = '0';
        put(header, 257, "ustar\00000".getBytes(StandardCharsets.US_ASCII));
        Arrays.fill(header, SUM_AT, SUM_AT + 8, (byte) ' ');
        int sum = 0;
        for (byte each : header) {
            sum += Byte.toUnsignedInt(each);
        }
        octal(header, SUM_AT, 6, sum);
        header[SUM_AT + 6] = 0;
        return header;
    }

    /**
     * Returns the index of a slash at which a long name splits into two parts that fit the header; −1 if there is none.
     */
    private static int slash(byte[] name) {
        for (int at = Math.max(0, name.length - MOST_NAME - 1); at < name.length && at <= MOST_PREFIX; at++) {
            if (name[at] == '/') {
                return at;
            }
        }
        return -1;
    }

    private static void put(byte[] header, int at, byte[] bytes) {
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static void octal(byte[] header, int at, int digits, long value) {
        String text = Long.toOctalString(value);
        put(header, at, ("0".repeat(digits - text.length()) + text).getBytes(StandardCharsets.US_ASCII));
    }
}
