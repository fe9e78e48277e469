package org.moide.samples.programs.blockmatch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.samples.picture.PngPicture;

/**
 * A film that consists of numbered pictures in the formats PGM or PNG, from the first number that exists to the last
 * one before a gap. Its name is a pattern with {@code %d} in place of the number, or with, for instance, {@code %04d}
 * for numbers of four digits.
 */
final class NumberedFilm implements Film {
    private static final int MOST_GAP_AT_FIRST = 1;
    private static final String PNG = ".png";
    private static final Pattern PLACE = Pattern.compile("%(0[0-9])?d");

    private final List<Picture> pictures;

    private NumberedFilm(List<Picture> pictures) {
        this.pictures = pictures;
    }

    /**
     * Finds the files, and checks that all are pictures of the same size.
     *
     * @param most the most pictures to use
     * @throws IOException if there is no file, or if one is not as expected; the message says what was expected and
     *     where
     */
    static NumberedFilm open(String pattern, int most) throws IOException {
        List<Picture> pictures = new ArrayList<>();
        for (int number = 0; pictures.size() < most; number++) {
            Path file = Path.of(String.format(pattern, number));
            if (Files.isRegularFile(file)) {
                pictures.add(Picture.open(file));
                pictures.get(pictures.size() - 1).requireSizeOf(pictures.get(0));
            } else if (!pictures.isEmpty() || number == MOST_GAP_AT_FIRST) {
                requireNoneBehind(pattern, number);
                break;
            }
        }
        if (pictures.isEmpty()) {
            throw new IOException("expected pictures from " + String.format(pattern, 0) + " or "
                    + String.format(pattern, 1) + " on, found neither");
        }
        return new NumberedFilm(pictures);
    }

    /**
     * Checks that there are no pictures after the first missing number. Otherwise frames that do not follow each other
     * would be compared.
     */
    private static void requireNoneBehind(String pattern, int missing) throws IOException {
        Path file = Path.of(String.format(pattern, missing));
        Path folder = file.toAbsolutePath().getParent();
        String name = String.valueOf(Path.of(pattern).getFileName());
        Matcher place = PLACE.matcher(name);
        if (folder == null || !Files.isDirectory(folder) || !place.find()) {
            return;
        }
        Pattern numbered = Pattern.compile(Pattern.quote(name.substring(0, place.start())) + "([0-9]{1,9})"
                + Pattern.quote(name.substring(place.end())));
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path other : all) {
                Matcher found = numbered.matcher(String.valueOf(other.getFileName()));
                if (!found.matches()) {
                    continue;
                }
                int number = Integer.parseInt(found.group(1));
                if (number > missing && String.format(name, number).equals(found.group())) {
                    throw new IOException("expected pictures from 0 or 1 on without a gap, found " + other + " but no "
                            + file.getFileName());
                }
            }
        }
    }

    /** Returns whether a name is a pattern for numbered files. */
    static boolean isPattern(String name) {
        return name.matches("[^%]*%(0[0-9])?d[^%]*\\.(?i:pgm|png)");
    }

    @Override
    public int width() {
        return pictures.get(0).width;
    }

    @Override
    public int height() {
        return pictures.get(0).height;
    }

    @Override
    public int frames() {
        return pictures.size();
    }

    @Override
    public Frame frame(int index) throws IOException {
        return new Frame(width(), height(), pictures.get(index).luma.read());
    }

    /** Decodes the brightness of a picture's pixels. */
    private interface Luma {
        byte[] read() throws IOException;
    }

    /** A picture in either format. */
    private record Picture(Path file, int width, int height, Luma luma) {
        static Picture open(Path file) throws IOException {
            if (file.toString().toLowerCase(Locale.ROOT).endsWith(PNG)) {
                PngPicture png = PngPicture.open(file, Frame.MOST_PIXELS);
                return new Picture(file, png.width(), png.height(), png::luma);
            }
            PgmPicture pgm = PgmPicture.open(file);
            return new Picture(file, pgm.width(), pgm.height(), pgm::luma);
        }

        void requireSizeOf(Picture first) throws IOException {
            if (width != first.width || height != first.height) {
                throw new IOException(file + ": expected " + first.width + " × " + first.height + " pixels as "
                        + first.file + " has, found " + width + " × " + height);
            }
        }
    }
}
