package org.moide.samples.programs.blockmatch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.moide.samples.text.FirstBytes;
import org.moide.samples.text.Numbers;
import org.moide.samples.text.TextLines;

/**
 * A film in the format YUV4MPEG2 ({@code .y4m}), with eight bits for each pixel: a line of parameters, then for each
 * frame a line that begins with FRAME, the brightness of all pixels, and the colours, which are ignored here.
 */
final class Y4mFilm implements Film {
    private static final String MAGIC = "YUV4MPEG2";
    private static final String FRAME = "FRAME";
    private static final String COLOURS = "XYSCSS=";
    private static final String USUAL_COLOURS = "420";
    private static final int LONGEST_LINE = 1_000;

    /** The most frames of a film, since the position of each is kept in memory. */
    private static final int MOST_FRAMES = 1_000_000;

    private final Path file;
    private final int width;
    private final int height;
    private final long colourBytes;
    private final List<Long> frames = new ArrayList<>(); // the position of each frame's brightness

    private Y4mFilm(Path file, int width, int height, long colourBytes) {
        this.file = file;
        this.width = width;
        this.height = height;
        this.colourBytes = colourBytes;
    }

    /**
     * Reads the parameters, and finds the positions of the frames.
     *
     * @throws IOException if the file cannot be read or is not such a film; the message says what was expected and
     *     where
     */
    static Y4mFilm open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer start = ByteBuffer.allocate(2);
            channel.read(start, 0);
            if (FirstBytes.of(start.array()).isGzip()) {
                throw new IOException(file + ": expected a film, found gzip's format; gunzip unpacks it");
            }
            String header = line(channel, 0, file + ": its first line", "it is no such film");
            Y4mFilm film = of(file, header);
            film.findFrames(channel, header.length() + 1L);
            return film;
        }
    }

    private static Y4mFilm of(Path file, String header) throws IOException {
        String[] words = header.split(" ", -1);
        if (!words[0].equals(MAGIC)) {
            throw new IOException(file + ": expected a first line that begins with " + MAGIC + ", found \""
                    + TextLines.shown(words[0]) + "\"");
        }
        int width = 0;
        int height = 0;
        String colours = "";
        String comment = "";
        Set<Character> seen = new HashSet<>();
        for (int i = 1; i < words.length; i++) {
            String word = words[i];
            char letter = word.isEmpty() ? ' ' : word.charAt(0);
            if (word.equals("C")) {
                throw unknown(file, word);
            }
            if (letter != ' ' && letter != 'X' && !seen.add(letter)) {
                throw new IOException(file + ": expected " + letter + " once in its first line, found it again");
            }
            switch (letter) {
                case 'W' -> width = number(file, word);
                case 'H' -> height = number(file, word);
                case 'C' -> colours = word.substring(1).toLowerCase(Locale.ROOT);
                case 'X' -> comment = word.startsWith(COLOURS) ? word.substring(COLOURS.length()) : comment;
                case 'I', 'F', 'A', ' ' -> {
                    // How fields and pixels are shown, and when, changes none of their values.
                }
                default -> throw unknown(file, word);
            }
        }
        if (width < 1 || height < 1 || (long) width * height > Frame.MOST_PIXELS) {
            throw new IOException(file + ": expected W and H in its first line, of at most " + Frame.MOST_PIXELS
                    + " pixels together, found " + width + " and " + height);
        }
        // Old programs write it in a comment only.
        String said = colours.isEmpty() ? comment.toLowerCase(Locale.ROOT) : colours;
        return new Y4mFilm(
                file, width, height, colourBytes(file, said.isEmpty() ? USUAL_COLOURS : said, width, height));
    }

    private static IOException unknown(Path file, String word) {
        return new IOException(file + ": expected W, H, C, I, F, A or X with a value in its first line, found \""
                + TextLines.shown(word) + "\"");
    }

    private static int number(Path file, String word) throws IOException {
        long number = word.matches(".[0-9]+") ? Numbers.whole(word.substring(1)) : Numbers.NONE;
        if (number == Numbers.NONE) {
            throw new IOException(file + ": expected a number behind " + word.charAt(0) + " in its first line, found \""
                    + TextLines.shown(word) + "\"");
        }
        return (int) Math.min(Integer.MAX_VALUE, number);
    }

    private static long colourBytes(Path file, String colours, int width, int height) throws IOException {
        long halfWidth = (width + 1L) / 2;
        long halfHeight = (height + 1L) / 2;
        long quarterWidth = (width + 3L) / 4;
        long quarterHeight = (height + 3L) / 4;
        return switch (colours) {
            case "420", "420jpeg", "420mpeg2", "420paldv" -> 2 * halfWidth * halfHeight;
            case "422" -> 2 * halfWidth * height;
            case "444" -> 2L * width * height;
            case "411" -> 2 * quarterWidth * height;
            case "410" -> 2 * quarterWidth * quarterHeight;
            case "mono" -> 0;
            default -> {
                String why = colours.endsWith("alpha")
                        ? ", with transparency"
                        : colours.matches("(mono|420p|422p|444p)[0-9]{1,2}") ? ", of more than eight bits" : "";
                throw new IOException(file + ": expected colours C420, C422, C444, C411, C410 or Cmono, of eight bits,"
                        + " found C" + TextLines.shown(colours) + why + "; ffmpeg -pix_fmt yuv420p converts it");
            }
        };
    }

    private void findFrames(FileChannel channel, long from) throws IOException {
        long at = from;
        while (at < channel.size()) {
            String hint =
                    frames.isEmpty() ? "it is no such film" : "W, H or C in its first line is wrong, or it is damaged";
            String line = line(channel, at, file + ": the line before frame " + frames.size(), hint);
            if (!line.equals(FRAME) && !line.startsWith(FRAME + " ")) {
                throw new IOException(file + ", frame " + frames.size() + ": expected a line that begins with " + FRAME
                        + " at byte " + at + ", found \"" + TextLines.shown(line) + "\"; "
                        + hint);
            }
            if (frames.size() == MOST_FRAMES) {
                throw new IOException(file + ": expected at most " + MOST_FRAMES + " frames, found one more");
            }
            long start = at + line.length() + 1;
            at = start + (long) width * height + colourBytes;
            if (at > channel.size()) {
                throw new IOException(file + ", frame " + frames.size() + ": expected "
                        + ((long) width * height + colourBytes) + " bytes, found " + (channel.size() - start)
                        + "; it is cut off, or W, H or C in its first line is wrong");
            }
            frames.add(start);
        }
    }

    private static String line(FileChannel channel, long from, String what, String hint) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_LINE);
        channel.read(bytes, from);
        for (int at = 0; at < bytes.position(); at++) {
            if (bytes.get(at) == '\n') {
                return new String(bytes.array(), 0, at, StandardCharsets.ISO_8859_1);
            }
        }
        throw new IOException(what + ": expected its end within " + LONGEST_LINE + " bytes, found none; " + hint);
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
