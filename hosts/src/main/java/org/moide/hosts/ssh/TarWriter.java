package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writer of files as a tar (POSIX ustar), which every system can unpack. The same files give the same bytes. One
 * thread.
 */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final int MOST_NAME = 100;
    private static final int MOST_PREFIX = 155;
    private static final int PREFIX_AT = 345;
    private static final int SUM_AT = 148;

    /** Most bytes of a file: eleven octal digits. */
    private static final long MOST_BYTES = (1L << 33) - 1;

    private final OutputStream to;

    /** Creates a writer to a stream, which it does not close. */
    TarWriter(OutputStream to) {
        this.to = to;
    }

    /**
     * Writes a file with its content.
     *
     * @param name the file's name with slashes, below the folder where it is unpacked
     * @throws IOException if it cannot be read or written, its name is too long, or it changes meanwhile
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

    /** Writes the end: nothing follows. */
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

    /** Returns where a long name is cut in two that fit; −1 if nowhere. */
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
