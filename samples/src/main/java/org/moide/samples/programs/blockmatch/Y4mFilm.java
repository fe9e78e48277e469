package org.moide.samples.programs.blockmatch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A film in the format YUV4MPEG2 ({@code .y4m}), of eight bits a pixel: a line of parameters, then for each frame a line that
 * begins with FRAME, the brightness of all pixels, and the colours, which are left out here.
 */
final class Y4mFilm implements Film {
    private static final String MAGIC = "YUV4MPEG2";
    private static final String FRAME = "FRAME";
    private static final int LONGEST_LINE = 1_000;

    private final Path file;
    private final int width;
    private final int height;
    private final long colourBytes;
    private final List<Long> frames = new ArrayList<>(); // where the brightness begins

    private Y4mFilm(Path file, int width, int height, long colourBytes) {
        this.file = file;
        this.width = width;
        this.height = height;
        this.colourBytes = colourBytes;
    }

    /**
     * Reads the parameters, and where the frames are.
     *
     * @throws IOException if it cannot be read, or is no such film, with what was expected and where
     */
    static Y4mFilm open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            String header = line(channel, 0, file + ": its first line");
            Y4mFilm film = of(file, header);
            film.findFrames(channel, header.length() + 1L);
            return film;
        }
    }

    private static Y4mFilm of(Path file, String header) throws IOException {
        String[] words = header.split(" ", -1);
        if (!words[0].equals(MAGIC)) {
            throw new IOException(file + ": expected a first line that begins with " + MAGIC + ", found \""
                    + printable(words[0]) + "\"");
        }
        int width = 0;
        int height = 0;
        String colours = "420";
        for (String word : words) {
            switch (word.isEmpty() ? ' ' : word.charAt(0)) {
                case 'W' -> width = number(file, word);
                case 'H' -> height = number(file, word);
                case 'C' -> colours = word.substring(1).toLowerCase(Locale.ROOT);
                default -> {
                    // The name, frame rate, interlacing and the like are of no matter here.
                }
            }
        }
        if (width < 1 || height < 1 || (long) width * height > Frame.MOST_PIXELS) {
            throw new IOException(file + ": expected W and H in its first line, of at most " + Frame.MOST_PIXELS
                    + " pixels together, found " + width + " and " + height);
        }
        return new Y4mFilm(file, width, height, colourBytes(file, colours, width, height));
    }

    private static int number(Path file, String word) throws IOException {
        try {
            return Integer.parseInt(word.substring(1));
        } catch (NumberFormatException none) {
            throw new IOException(
                    file + ": expected a number behind " + word.charAt(0) + " in its first line, found \""
                            + printable(word) + "\"",
                    none);
        }
    }

    private static long colourBytes(Path file, String colours, int width, int height) throws IOException {
        long halfWidth = (width + 1L) / 2;
        long halfHeight = (height + 1L) / 2;
        return switch (colours) {
            case "420", "420jpeg", "420mpeg2", "420paldv" -> 2 * halfWidth * halfHeight;
            case "422" -> 2 * halfWidth * height;
            case "444" -> 2L * width * height;
            case "mono" -> 0;
            default ->
                throw new IOException(file + ": expected colours C420, C422, C444 or Cmono, of eight bits, found C"
                        + printable(colours));
        };
    }

    /** What a file says goes to a terminal, which must not obey it. */
    private static String printable(String found) {
        return found.substring(0, Math.min(20, found.length())).replaceAll("[^\\p{Graph} ]", "?");
    }

    private void findFrames(FileChannel channel, long from) throws IOException {
        long at = from;
        while (at < channel.size()) {
            String line = line(channel, at, file + ": the line before frame " + frames.size());
            if (!line.startsWith(FRAME)) {
                throw new IOException(file + ", frame " + frames.size() + ": expected a line that begins with " + FRAME
                        + " at byte " + at + ", found \"" + printable(line) + "\"");
            }
            long start = at + line.length() + 1;
            at = start + (long) width * height + colourBytes;
            if (at > channel.size()) {
                throw new IOException(file + ", frame " + frames.size() + ": expected "
                        + ((long) width * height + colourBytes) + " bytes, found " + (channel.size() - start));
            }
            frames.add(start);
        }
    }

    private static String line(FileChannel channel, long from, String what) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_LINE);
        channel.read(bytes, from);
        for (int at = 0; at < bytes.position(); at++) {
            if (bytes.get(at) == '\n') {
                return new String(bytes.array(), 0, at, StandardCharsets.ISO_8859_1);
            }
        }
        throw new IOException(what + ": expected its end within " + LONGEST_LINE + " bytes, found none");
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
        return frames.size();
    }

    @Override
    public Frame frame(int index) throws IOException {
        ByteBuffer luma = ByteBuffer.allocate(width * height);
        try (FileChannel channel = FileChannel.open(file)) {
            while (luma.hasRemaining()) {
                if (channel.read(luma, frames.get(index) + luma.position()) < 0) {
                    throw new IOException(file + ", frame " + index + ": it has become shorter");
                }
            }
        }
        return new Frame(width, height, luma.array());
    }
}
