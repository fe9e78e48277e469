package org.moide.samples.programs.blockmatch;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A picture in the format PGM (Netpbm's grey maps, binary: P5), of eight bits a pixel.
 *
 * @param brightest the value of white
 * @param from where its pixels begin
 */
record PgmPicture(Path file, int width, int height, int brightest, int from) {
    /** More than words and comments need. */
    private static final int LONGEST_HEADER = 4096;

    /**
     * Reads the header, and looks whether the file is complete.
     *
     * @throws IOException if it cannot be read or is no such picture
     */
    static PgmPicture open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            Header header = new Header(file, bytes(file, channel, 0, (int) Math.min(LONGEST_HEADER, channel.size())));
            String magic = header.word();
            if (!magic.equals("P5")) {
                throw new IOException(
                        file + ": expected a binary grey map that begins with P5, found \"" + magic + "\"");
            }
            int width = header.number("its width", Frame.MOST_PIXELS);
            int height = header.number("its height", Frame.MOST_PIXELS / width);
            int brightest = header.number("its brightest value", 255);
            int from = header.at + 1;
            if (channel.size() - from < (long) width * height) {
                throw new IOException(file + ": expected " + width * height + " bytes of pixels, found "
                        + Math.max(0, channel.size() - from));
            }
            return new PgmPicture(file, width, height, brightest, from);
        }
    }

    /** The brightness of each pixel, row by row from the upper left corner, 0 to 255. */
    byte[] luma() throws IOException {
        byte[] luma;
        try (FileChannel channel = FileChannel.open(file)) {
            luma = bytes(file, channel, from, width * height);
        }
        if (brightest < 255) {
            for (int at = 0; at < luma.length; at++) {
                luma[at] = (byte) Math.min(255, (luma[at] & 0xFF) * 255 / brightest);
            }
        }
        return luma;
    }

    private static byte[] bytes(Path file, FileChannel channel, long from, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new EOFException(file + ": it has become shorter");
            }
        }
        return bytes.array();
    }

    /** The words before the pixels; {@code #} begins a comment. */
    private static final class Header {
        private final Path file;
        private final byte[] bytes;
        private int at;

        Header(Path file, byte[] bytes) {
            this.file = file;
            this.bytes = bytes;
        }

        String word() {
            while (at < bytes.length && (bytes[at] <= ' ' || bytes[at] == '#')) {
                boolean comment = bytes[at] == '#';
                at++;
                while (comment && at < bytes.length && bytes[at] != '\n') {
                    at++;
                }
            }
            int from = at;
            while (at < bytes.length && bytes[at] > ' ' && at - from < 20) {
                at++;
            }
            return new String(bytes, from, at - from, StandardCharsets.ISO_8859_1);
        }

        int number(String what, int most) throws IOException {
            String word = word();
            try {
                int number = Integer.parseInt(word);
                if (number >= 1 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException none) {
                // said below, as for a number out of range
            }
            throw new IOException(
                    file + ": expected " + what + " from 1 to " + most + " at byte " + at + ", found \"" + word + "\"");
        }
    }
}
