package org.moide.samples.programs.blockmatch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A film of numbered files in the format PGM (Netpbm's grey maps, binary: P5): from the first number there is up to the last
 * without a gap. Named by a pattern with {@code %d}, or such as {@code %04d} for numbers of four digits.
 */
final class PgmFilm implements Film {
    private static final int MOST_GAP_AT_FIRST = 1;
    private static final int MOST_PIXELS = 1 << 28;

    private final List<Path> files;
    private final int width;
    private final int height;

    private PgmFilm(List<Path> files, Frame first) {
        this.files = files;
        this.width = first.width();
        this.height = first.height();
    }

    /**
     * Finds the files, and reads the first.
     *
     * @throws IOException if there is none, or it is no such picture
     */
    static PgmFilm open(String pattern) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int number = 0; number <= MOST_GAP_AT_FIRST || !files.isEmpty(); number++) {
            Path file = Path.of(String.format(pattern, number));
            if (Files.isRegularFile(file)) {
                files.add(file);
            } else if (!files.isEmpty()) {
                break;
            }
        }
        if (files.isEmpty()) {
            throw new IOException("expected pictures from " + String.format(pattern, 0) + " or "
                    + String.format(pattern, 1) + " on, found neither");
        }
        return new PgmFilm(files, read(files.get(0)));
    }

    /** Whether this names numbered files. */
    static boolean isPattern(String name) {
        return name.matches("[^%]*%(0[0-9])?d[^%]*\\.pgm");
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public int frames() {
        return files.size();
    }

    @Override
    public Frame frame(int index) throws IOException {
        Frame frame = read(files.get(index));
        if (frame.width() != width || frame.height() != height) {
            throw new IOException(files.get(index) + ": expected " + width + " × " + height
                    + " pixels as in the first picture, found " + frame.width() + " × " + frame.height());
        }
        return frame;
    }

    static Frame read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Header header = new Header(file, bytes);
        String magic = header.word();
        if (!magic.equals("P5")) {
            throw new IOException(file + ": expected a binary grey map that begins with P5, found \""
                    + magic.substring(0, Math.min(10, magic.length())) + "\"");
        }
        int width = header.number("its width", MOST_PIXELS);
        int height = header.number("its height", MOST_PIXELS / width);
        int brightest = header.number("its brightest value", 255);
        int from = header.at + 1;
        if (bytes.length - from < width * height) {
            throw new IOException(file + ": expected " + width * height + " bytes of pixels, found "
                    + Math.max(0, bytes.length - from));
        }
        byte[] luma = Arrays.copyOfRange(bytes, from, from + width * height);
        if (brightest < 255) {
            for (int at = 0; at < luma.length; at++) {
                luma[at] = (byte) Math.min(255, (luma[at] & 0xFF) * 255 / brightest);
            }
        }
        return new Frame(width, height, luma);
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
