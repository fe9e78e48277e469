package org.moide.samples.programs.blockmatch;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.moide.samples.text.FirstBytes;
import org.moide.samples.text.Numbers;
import org.moide.samples.text.TextLines;

/**
 * A picture in the format PGM (Netpbm's grey maps), binary (P5) or plain (P2). A pixel is a number from 0 to at most
 * 65535.
 *
 * @param isPlain whether the pixels are decimal numbers
 * @param brightest the value that stands for white
 * @param from the byte at which the pixels begin
 */
record PgmPicture(Path file, boolean isPlain, int width, int height, int brightest, int from) {
    /** The most bytes of a header that are read. Numbers and comments need far less. */
    private static final int LONGEST_HEADER = 1 << 16;

    private static final int MOST_OF_ONE_BYTE = 255;
    private static final int MOST_OF_TWO_BYTES = 65535;
    private static final int AT_ONCE = 1 << 16;

    /**
     * Reads the header, and checks that the file is complete.
     *
     * @throws IOException if the file cannot be read or is not such a picture
     */
    static PgmPicture open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            byte[] start = bytes(file, channel, 0, (int) Math.min(LONGEST_HEADER, channel.size()));
            Header header = new Header(file, start);
            boolean isPlain = isPlain(file, start);
            header.at = 2;
            int width = header.number("its width", Frame.MOST_PIXELS);
            int height = header.number("its height", Frame.MOST_PIXELS / width);
            int brightest = header.number("its brightest value", MOST_OF_TWO_BYTES);
            PgmPicture picture = new PgmPicture(file, isPlain, width, height, brightest, header.at);
            if (isPlain) {
                picture.requirePlain(channel.size() - header.at);
                return picture;
            }
            header.skipBlank();
            return picture.at(header, channel);
        }
    }

    private static boolean isPlain(Path file, byte[] start) throws IOException {
        String magic = new String(start, 0, Math.min(2, start.length), StandardCharsets.ISO_8859_1);
        String other = switch (magic) {
            case "P2", "P5" -> "";
            case "P1", "P4" -> "a picture in black and white (PBM); pbmtopgm makes it one";
            case "P3", "P6" -> "a coloured picture (PPM); ppmtopgm makes it one";
            case "P7" -> "a picture of another kind (PAM); pamtopnm makes it one";
            default ->
                FirstBytes.of(start).isGzip()
                        ? "gzip's format; gunzip unpacks it"
                        : "\"" + TextLines.plain(magic) + "\"";
        };
        if (!other.isEmpty()) {
            throw new IOException(file + ": expected a grey map that begins with P5 or P2, found " + other);
        }
        return magic.equals("P2");
    }

    private long sampleBytes() {
        return brightest > MOST_OF_ONE_BYTE ? 2 : 1;
    }

    /** Checks that the file has the pixels after the header and nothing else, and returns the picture. */
    private PgmPicture at(Header header, FileChannel channel) throws IOException {
        long needed = sampleBytes() * width * height;
        int from = header.at;
        if (header.endsLineTwice() && channel.size() - from == needed + 1) {
            from++; // a Windows line end, although the format allows one blank only
        }
        long found = channel.size() - from;
        if (found < needed) {
            throw new IOException(file + ": expected " + needed + " bytes of pixels, found " + Math.max(0, found)
                    + "; it is cut off");
        }
        if (found > needed) {
            byte[] more = bytes(file, channel, from + needed, (int) Math.min(AT_ONCE, found - needed));
            String rest = new String(more, StandardCharsets.ISO_8859_1);
            if (rest.startsWith("P5") || rest.startsWith("P2")) {
                throw new IOException(
                        file + ": expected one picture, found another one behind it; pamsplit puts each into a file");
            }
            if (found - needed > AT_ONCE || !rest.isBlank()) {
                throw new IOException(file + ": expected " + needed + " bytes of pixels, found " + found
                        + "; its width, height or brightest value is wrong, or it is no picture");
            }
        }
        return new PgmPicture(file, isPlain, width, height, brightest, from);
    }

    /**
     * Refuses a plain picture that is too short: it must have at least one digit for each pixel, and one character
     * between two pixels.
     */
    private void requirePlain(long found) throws IOException {
        long needed = 2L * width * height;
        if (found < needed) {
            throw new IOException(file + ": expected " + (long) width * height + " numbers, found " + found
                    + " bytes of them; it is cut off");
        }
    }

    /** Returns the brightness of each pixel from 0 to 255, row by row from the upper left corner. */
    byte[] luma() throws IOException {
        byte[] luma = new byte[width * height];
        if (isPlain) {
            readPlain(luma);
            return luma;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            int step = (int) sampleBytes();
            for (int done = 0; done < luma.length; ) {
                int count = Math.min(AT_ONCE, luma.length - done);
                byte[] samples = bytes(file, channel, from + (long) step * done, step * count);
                for (int i = 0; i < count; i++) {
                    int sample = samples[step * i] & 0xFF;
                    luma[done + i] = scaled(step == 1 ? sample : (sample << 8) | (samples[2 * i + 1] & 0xFF), done + i);
                }
                done += count;
            }
        }
        return luma;
    }

    private byte scaled(int sample, int pixel) throws IOException {
        if (sample > brightest) {
            throw new IOException(file + ": expected pixels from 0 to " + brightest + ", found " + sample + " in row "
                    + pixel / width + ", column " + pixel % width);
        }
        return (byte) ((sample * MOST_OF_ONE_BYTE + brightest / 2) / brightest);
    }

    private void readPlain(byte[] luma) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long at = from;
            int pixel = 0;
            int sample = -1;
            boolean isComment = false;
            while (at < channel.size()) {
                byte[] some = bytes(file, channel, at, (int) Math.min(AT_ONCE, channel.size() - at));
                for (byte letter : some) {
                    isComment = letter == '#' || (isComment && letter != '\n' && letter != '\r');
                    if (!isComment && letter >= '0' && letter <= '9') {
                        sample = Math.min(MOST_OF_TWO_BYTES + 1, 10 * Math.max(0, sample) + letter - '0');
                    } else if (!isComment && !Header.isBlank(letter)) {
                        throw new IOException(file + ": expected numbers of pixels, found \""
                                + TextLines.plain(String.valueOf((char) (letter & 0xFF))) + "\" behind " + pixel
                                + " of them");
                    } else if (sample >= 0) {
                        put(luma, pixel++, sample);
                        sample = -1;
                    }
                }
                at += some.length;
            }
            if (sample >= 0) {
                put(luma, pixel++, sample);
            }
            if (pixel < luma.length) {
                throw new IOException(
                        file + ": expected " + luma.length + " numbers, found " + pixel + "; it is cut off");
            }
        }
    }

    private void put(byte[] luma, int pixel, int sample) throws IOException {
        if (pixel == luma.length) {
            throw new IOException(file + ": expected " + luma.length + " numbers, found more");
        }
        luma[pixel] = scaled(sample, pixel);
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

    /**
     * The reader of a file's header, which has the numbers before the pixels. {@code #} begins a comment, also directly
     * after a number.
     */
    private static final class Header {
        private final Path file;
        private final byte[] bytes;
        private int at;

        Header(Path file, byte[] bytes) {
            this.file = file;
            this.bytes = bytes;
        }

        static boolean isBlank(byte letter) {
            return letter == ' ' || (letter >= '\t' && letter <= '\r');
        }

        private void skipComment() {
            while (at < bytes.length && bytes[at] != '\n' && bytes[at] != '\r') {
                at++;
            }
        }

        /**
         * Skips the one character of white space between the header and the pixels, or a comment up to the end of its
         * line.
         */
        void skipBlank() throws IOException {
            if (at < bytes.length && bytes[at] == '#') {
                skipComment();
            }
            if (at < bytes.length && !isBlank(bytes[at])) {
                throw new IOException(file + ": expected a blank before the pixels, at byte " + at + ", found none");
            }
            at++;
        }

        /** Returns whether the character that was skipped is the first of the two characters of a line end. */
        boolean endsLineTwice() {
            return at < bytes.length && bytes[at - 1] == '\r' && bytes[at] == '\n';
        }

        int number(String what, int most) throws IOException {
            while (at < bytes.length && (isBlank(bytes[at]) || bytes[at] == '#')) {
                if (bytes[at] == '#') {
                    skipComment();
                } else {
                    at++;
                }
            }
            int from = at;
            while (at < bytes.length && !isBlank(bytes[at]) && bytes[at] != '#') {
                at++;
            }
            long number = Numbers.whole(bytes, from, at);
            if (number < 1 || number > most) {
                String word = new String(bytes, from, at - from, StandardCharsets.ISO_8859_1);
                throw new IOException(file + ": expected " + what + " from 1 to " + most + " at byte " + from
                        + ", found '" + TextLines.shown(word) + "'");
            }
            return (int) number;
        }
    }
}
